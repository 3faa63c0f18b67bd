import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Element, ErrorCode, JsonObject } from "../model/index.js";
import { type Drawn, FOUNDATION, placed, transaction } from "./model-drawing.fixture.js";
import { comparable, type Item, itemOf, PURGED } from "./model-items.fixture.js";
import { MODEL_PACKAGE } from "./model-schema.fixture.js";
import { ModelSpace, type Outcome } from "./model-space.fixture.js";
import { type ModelId, type Statement, textOf } from "./model-statements.fixture.js";
import { errorOf, TestSpace } from "./test/space.js";

/** How many Spaces are driven: more with MODEL_RUNS=5000, and other ones with MODEL_SEED=42. */
const RUNS = Number(process.env.MODEL_RUNS || 150);
const SEED = Number(process.env.MODEL_SEED || 20261001);

const PACKAGES = [MODEL_PACKAGE];

/** An engine and a model that are told the same, and the names each has for the other's elements. */
class Pair {
  readonly #engine = new TestSpace(PACKAGES);
  readonly #model = new ModelSpace();
  readonly #engineIds = new Map<ModelId, string>();
  readonly #told: string[] = [];
  static readonly counts = { committed: 0, refused: new Map<string, number>(), nothing: 0 };

  constructor() {
    this.#transact([() => FOUNDATION]);
  }

  /** Carries out a transaction in both, and holds what came of it against each other. */
  run(commands: readonly Drawn[]): void {
    this.#transact(commands.map((command) => (items) => placed(command, items)));
  }

  #transact(commands: readonly ((items: ReadonlyMap<ModelId, Item>) => readonly Statement[])[]): void {
    const overlay = this.#engine.begin();
    const ours = this.#model.begin(this.#engine.now);
    const known = new Map(this.#engineIds);
    let changes = 0;
    for (const statementsIn of commands) {
      const statements = statementsIn(ours.items);
      const text = textOf(statements, (id) => this.#engineIds.get(id) ?? `no element ${id}`);
      this.#told.push(text);
      let handles: JsonObject = {};
      const error = errorOf(() => {
        const outcome = this.#engine.execute(overlay, text);
        handles = outcome.summary.handles as JsonObject;
        changes = outcome.changes.length;
      });
      const outcome = ours.run(statements, (left, right) => this.#order(left) - this.#order(right));
      if (error || outcome.refusals.size > 0) {
        this.#sameRefusal(error?.code ?? null, error?.message ?? "", outcome.refusals);
        this.#engineIds.clear();
        for (const [ours_, theirs] of known) this.#engineIds.set(ours_, theirs);
        return;
      }
      this.#meet(outcome, handles, (id) => overlay.element(id as never));
    }
    expect(ours.hasEffect, this.#story("a change")).toBe(changes > 0);
    if (!ours.hasEffect) {
      Pair.counts.nothing += 1;
      return;
    }
    Pair.counts.committed += 1;
    this.#engine.commit(overlay);
    ours.commit();
    this.#sameState();
  }

  #sameRefusal(code: ErrorCode | null, message: string, refusals: ReadonlySet<ErrorCode>): void {
    const expected = [...refusals].join(" or ") || "no refusal";
    const isSame = code !== null && refusals.has(code);
    if (isSame) Pair.counts.refused.set(code, (Pair.counts.refused.get(code) ?? 0) + 1);
    if (!isSame)
      throw new Error(
        this.#story(`the model: ${expected}; the engine: ${code ?? "no refusal"} (${message})`),
      );
  }

  /** Learns which elements of the two are each other's. */
  #meet(
    { handles, propositions }: Outcome,
    theirs: JsonObject,
    find: (id: string) => Element | undefined,
  ): void {
    for (const [handle, id] of handles) this.#pairUp(id, String(theirs[handle]));
    for (const [handle, id] of propositions) {
      const made = find(String(theirs[handle]));
      this.#pairUp(id, made?.kind === "assertion" ? made.proposition.id : String(theirs[handle]));
    }
  }

  #pairUp(ours: ModelId, theirs: string): void {
    const known = this.#engineIds.get(ours);
    const taken = [...this.#engineIds].some(([id, other]) => other === theirs && id !== ours);
    if (taken || (known !== undefined && known !== theirs)) {
      throw new Error(this.#story(`${ours} is ${theirs}, and ${known ?? "another one"} was that`));
    }
    this.#engineIds.set(ours, theirs);
  }

  #order(id: ModelId): number {
    return Number(this.#engineIds.get(id)?.split("-")[1]);
  }

  #sameState(): void {
    const modelIds = new Map([...this.#engineIds].map(([ours, theirs]) => [theirs, ours]));
    const rename = (value: unknown): unknown => {
      if (typeof value === "string") return modelIds.get(value) ?? value;
      if (Array.isArray(value)) return value.map(rename);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [modelIds.get(name) ?? name, rename(item)]),
      );
    };
    const isStub = (id: ModelId) => this.#model.items.get(id)?.content.state === PURGED;
    const theirs = new Map(
      this.#engine.all().map((element) => {
        const item = itemOf(rename(element) as Element);
        return [item.id, comparable(item, isStub)] as const;
      }),
    );
    for (const id of new Set([...theirs.keys(), ...this.#model.items.keys()])) {
      const expected = this.#model.items.get(id);
      expect(theirs.get(id), this.#story(`element ${id}`)).toEqual(expected && comparable(expected, isStub));
    }
  }

  #story(what: string): string {
    return `${this.#told.join("\n---\n")}\n=> ${what}`;
  }
}

describe("KML", () => {
  it(
    "leaves the state that a plain reading of the specification leaves, or refuses for its reasons",
    () => {
      fc.assert(
        fc.property(fc.array(transaction, { minLength: 1, maxLength: 25 }), (transactions) => {
          const pair = new Pair();
          for (const commands of transactions) pair.run(commands);
        }),
        { numRuns: RUNS, seed: SEED },
      );
      if (process.env.MODEL_RUNS) console.log(Pair.counts);
    },
    120_000 + RUNS * 1_000,
  );
});
