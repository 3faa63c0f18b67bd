import type { Receipt } from "../../src/model/index.js";
import type { SeededRandom } from "../fuzz/inputs.js";
import type { Intent } from "./intents.js";

/** What is known of an intent's commit from the answers that arrived. */
export type Fate =
  /** It was answered: the commit must be there for good. */
  | { readonly known: "acknowledged"; readonly receipt: Receipt }
  /** It was sent and no answer arrived before the kill. */
  | { readonly known: "nothing" }
  /** A look at the memory after the kill showed whether it is there; it must stay so. */
  | { readonly known: "found" | "absent" };

/** Everything that was asked of one memory, in the order it was sent. */
export class History {
  readonly #fates = new Map<Intent, Fate>();
  /** Answers that no writer should get, in words. */
  readonly refusals: string[] = [];

  /** A first sending; what is known of an intent that is sent again stays known. */
  sent(intent: Intent): void {
    if (!this.#fates.has(intent)) this.#fates.set(intent, { known: "nothing" });
  }

  learned(intent: Intent, fate: Fate): void {
    this.#fates.set(intent, fate);
  }

  refused(intent: Intent, why: string): void {
    this.refusals.push(`${intent.id} was refused: ${why}`);
    this.#fates.set(intent, { known: "absent" });
  }

  fates(): Iterable<readonly [Intent, Fate]> {
    return this.#fates;
  }

  get isEmpty(): boolean {
    return this.#fates.size === 0;
  }

  /** An acknowledged intent whose retry is safe, with its receipt; undefined when there is none. */
  someAcknowledged(random: SeededRandom): readonly [Intent, Receipt] | undefined {
    const safe = [...this.#fates].flatMap(([intent, fate]) =>
      fate.known === "acknowledged" && intent.key !== null ? [[intent, fate.receipt] as const] : [],
    );
    return safe.length === 0 ? undefined : safe[random.below(safe.length)];
  }

  /** The intents whose outcome nobody knows. */
  open(): readonly Intent[] {
    return [...this.#fates].filter(([, { known }]) => known === "nothing").map(([intent]) => intent);
  }
}
