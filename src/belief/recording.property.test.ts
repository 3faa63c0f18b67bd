import fc, { type GeneratorValue } from "fast-check";
import { expect, test } from "vitest";
import type { AssertionMode, ElementId, Stance } from "../model/index.js";
import { RecordingView } from "../state/index.js";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector } from "./projector.js";

const PATIENCE = { timeout: 600_000 };
const CASES = 300;
const environment = environmentOf({ functional: { functional: true }, free: {} });

/** A few people who make claims about two of them, from evidence and from each other's claims. */
class Scene {
  readonly memory = new Memory(environment);
  readonly people: readonly ElementId[] = Array.from({ length: 4 }, () => this.memory.concept());
  readonly subjects: readonly ElementId[] = this.people.slice(0, 2);
  readonly evidence: ElementId[] = [this.memory.evidence(), this.memory.evidence()];
  readonly claims: ElementId[] = [];
  readonly #g: GeneratorValue;

  constructor(g: GeneratorValue) {
    this.#g = g;
    for (let at = g(fc.integer, { min: 1, max: 5 }); at > 0; at -= 1) this.claim();
  }

  claim(): void {
    const g = this.#g;
    const options = {
      by: this.#any(this.people),
      stance: g(fc.constantFrom<Stance[]>, "support", "support", "reject"),
      mode: g(fc.constantFrom<AssertionMode[]>, "stated", "observed"),
      at: day(g(fc.nat, 9)),
      evidence: [this.#any(this.evidence)],
    };
    const about = [this.#any(this.subjects), g(fc.constantFrom, "functional", "free")] as const;
    const value = g(fc.constantFrom, "red", "blue");
    const id =
      this.claims.length > 0 && g(fc.nat, 3) === 0
        ? this.memory.infer(...about, value, [this.#any(this.claims)], options)
        : this.memory.claim(...about, value, options);
    this.claims.push(id);
  }

  change(): void {
    const g = this.#g;
    const claim = this.#any(this.claims);
    const better = this.memory.evidence();
    const source = this.people[g(fc.nat, 2)]!;
    const target = this.people[3]!;
    const changes: readonly (() => void)[] = [
      () => this.memory.retract(claim),
      () => this.memory.supersede(claim, this.#any(this.claims)),
      () => this.memory.correct(this.#any(this.evidence), better),
      () => this.memory.invalidate(claim),
      () => this.memory.store(claim, "archived"),
      () => this.#merge(source, target),
      () => this.claim(),
      () => this.claim(),
    ];
    this.evidence.push(better);
    changes[g(fc.nat, changes.length - 1)]?.();
  }

  #merge(source: ElementId, target: ElementId): void {
    const element = this.memory.get(source);
    if (element.kind === "concept" && element.merged_into === null) this.memory.merge(source, target);
  }

  #any(ids: readonly ElementId[]): ElementId {
    return ids[this.#g(fc.nat, ids.length - 1)]!;
  }
}

test("a projection whose recorded reads no commit touched is the same after it", PATIENCE, () => {
  let untouched = 0;
  let commits = 0;
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const scene = new Scene(g);
      const { memory } = scene;
      const state = memory.view();
      const policy = g(fc.constantFrom, "kip:memory-default", "kip:structural");
      const name = g(fc.constantFrom, "functional", "free");
      const project = (view: RecordingView | typeof state) => {
        const request = requestFor(day(10), { policy, explanation: "ledger" });
        const slot = new Projector(view, request).slot(scene.subjects[0]!, predicate(name));
        // Where it was read is no part of what is believed.
        return JSON.stringify(slot, (member, value) => (member === "basis" ? value.next_invalid_at : value));
      };
      let recording = new RecordingView(state);
      let before = project(recording);
      for (let at = g(fc.integer, { min: 1, max: 4 }); at > 0; at -= 1) {
        scene.change();
        const elements = memory.elements().filter((element) => state.element(element.id) !== element);
        const written = { elements, clientKeys: [] };
        state.apply({ seq: state.seq + 1, ...written });
        commits += 1;
        if (recording.isTouchedBy(written)) {
          recording = new RecordingView(state);
          before = project(recording);
        } else {
          untouched += 1;
          expect(project(state)).toBe(before);
        }
      }
    }),
    { numRuns: CASES },
  );
  expect(untouched).toBeGreaterThan(commits / 20);
  expect(untouched).toBeLessThan(commits);
});
