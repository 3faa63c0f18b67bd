import type { KipErrorShape } from "../../src/model/index.js";
import type { HalfName, PlanOf, SamplesOf } from "./bench.js";

/** How opening a Nexus ended. */
export type OpenOutcome =
  | { readonly opened: true }
  | { readonly opened: false; readonly error: KipErrorShape };

/**
 * What the page offers to the process that drives it, as `globalThis.harness`. Requests and responses cross as text:
 * JSON that is parsed on the other side keeps its digits and its escapes, which the driver's own encoding of values
 * would not.
 */
export interface HarnessPage {
  /** Opens the Nexus of this page. The options are those of `openNexus`, as JSON. */
  open(options: string): Promise<OpenOutcome>;
  /** Adds a part of the line to answer; a message between the processes has a limit and a line has none. */
  append(part: string): void;
  /** Answers the line whose last part this is, with a response envelope as JSON. */
  answer(lastPart: string): Promise<string>;
  /** The records of the default Space's log after a sequence, as they lie in IndexedDB: a `LogRecord[]` as JSON. */
  logAfter(seq: number): Promise<string>;
  /** What the engine finds when it verifies that log itself: a `LogVerification` as JSON. */
  verifyLog(): Promise<string>;
  /** Where the default Space stands, and how it came into memory: a `NexusStatus` as JSON. */
  status(): Promise<string>;
  /** Runs the page's half of a section of the benchmark on the Nexus of this page, which must be new. */
  bench<Name extends HalfName>(name: Name, plan: PlanOf<Name>): Promise<SamplesOf<Name>>;
}
