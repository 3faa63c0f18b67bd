import type { SchemaOutline } from "../lang/index.js";
import type { ChangeEnvelope, RequestEnvelope, ResponseEnvelope } from "../model/index.js";
import type { ActionBriefing, RecallRequest } from "../recall/index.js";
import type { ExecuteKipArguments, ExecuteKipReadonlyArguments, LogVerification } from "../runtime/index.js";

/** How a host opens a Nexus. */
export interface OpenNexusOptions {
  /** Names the database: two tabs that open the same name share one memory. */
  readonly name: string;
  /** The Space requests address when they name none. Default `kip:space:default`. */
  readonly space?: string;
  /** Schema Packages to activate beside the built-in ones. An artifact that cannot be verified is refused (§20.5). */
  readonly packages?: readonly unknown[];
  /**
   * Which of the built-in packages to activate, by exact reference. Default: the Cognitive Memory Profile and the
   * general domain package.
   */
  readonly standardPackages?: readonly string[];
  /** The JSON Schema documents those packages pin. Nothing is fetched, so what a package pins must be here. */
  readonly schemas?: readonly unknown[];
  /** `strict` (default) acknowledges a commit only once it is on disk; `relaxed` lets the browser decide. */
  readonly durability?: "strict" | "relaxed";
}

/** The engine as a page sees it. Failed requests answer with an error in the envelope; they do not throw. */
export interface NexusApi {
  /** The `execute_kip` tool: reads and writes. */
  executeKip(args: ExecuteKipArguments): Promise<ResponseEnvelope>;
  /** The `execute_kip_readonly` tool: refuses whatever would change state, judged from the parsed command (§76). */
  executeKipReadonly(args: ExecuteKipReadonlyArguments): Promise<ResponseEnvelope>;
  /** A full request envelope (§71), for hosts and test suites. */
  request(envelope: RequestEnvelope): Promise<ResponseEnvelope>;
  /** What to know before acting: grounding, beliefs and what was not covered. @throws `KipError` on bad input. */
  recall(request: RecallRequest): Promise<ActionBriefing>;
  /** The schema in force: what an editor completes and explains. Ask again after packages were activated. */
  schema(): Promise<SchemaOutline>;
  /**
   * Puts further Schema Packages in force, for every tab with this Space open. No command can do this (§20.10).
   * @throws `KipError` naming the package when it cannot be verified; nothing is activated then.
   */
  activatePackages(packages: readonly unknown[], schemas?: readonly unknown[]): Promise<void>;
  /**
   * Calls back after every commit to the default Space, from this tab or another, in sequence order, once each.
   * Returns a function that stops it.
   */
  onCommit(listener: (envelope: ChangeEnvelope) => void): Promise<() => Promise<void>>;
  /**
   * Reads the whole log of the default Space and checks it: sequences, digests, counters, versions. It changes nothing.
   * `problems` is empty for a sound log. @throws `KipError` when the log cannot be read at all.
   */
  verifyLog(): Promise<LogVerification>;
  /**
   * Closes the database and ends the worker. Closing again is no error; any other later call fails: the tools answer
   * with the error, the rest throw it as a `KipError`.
   */
  close(): Promise<void>;
}
