import type { GeneratorValue } from "fast-check";
import type { ElementId, JsonObject, JsonValue } from "../model/index.js";
import { Dice } from "./dice.fixture.js";
import { drawn, environment } from "./generated-schema.fixture.js";
import { Memory, ref } from "./memory.fixture.js";

/** Names that many elements share. */
export const NAMES = ["Ann", "Bob", "Cyn"];
/** Names of predicates of the test package. */
export const PREDICATES = ["knows", "likes", "lives_in"];

/** The same word in two spellings that are one Literal (§9.6). */
const COMPOSED = "\u00e9";
const DECOMPOSED = "e\u0301";

/** A memory of a few elements, with merges, archived ones, two schema versions and shared values. */
export function generateMemory(g: GeneratorValue): Memory {
  return new MemoryDraw(g).memory;
}

class MemoryDraw {
  readonly memory = new Memory(environment);
  readonly #dice: Dice;
  readonly #concepts: ElementId[] = [];
  readonly #propositions: ElementId[] = [];
  readonly #evidence: ElementId[] = [];
  readonly #assertions: ElementId[] = [];
  readonly #activities: ElementId[] = [];

  constructor(g: GeneratorValue) {
    this.#dice = new Dice(g);
    this.#times(2, 5, () => this.#concept());
    this.#times(0, 1, () => this.#activity());
    this.#times(0, 2, () => this.#evidenced());
    this.#times(3, 10, () => this.#proposition());
    this.#times(0, 4, () => this.#assertion());
    this.#times(0, 1, () => this.#activity());
    // Only ever older into newer, so no merge closes a circle; twice, so that chains come about.
    this.#times(0, 2, () => this.#merge());
  }

  #concept(): void {
    const type = this.#dice.of(
      ref("Person"),
      ref("Person", "1.0.0"),
      ref("City"),
      drawn("Town", "1.0.0"),
      drawn("Place"),
    );
    const earlier = this.#concepts.slice(0, 2).map((id) => ({ id }));
    const part = this.#propositions[0] ? [{ id: this.#propositions[0] }] : [];
    this.#concepts.push(
      this.memory.concept(type, this.#dice.of(...NAMES, COMPOSED, null), {
        attributes: this.#some({
          n: this.#dice.of<JsonValue>(1, 2, "1", null),
          s: this.#dice.of<JsonValue>("Ann", "^A", "(", DECOMPOSED, ref("knows", "1.0.0"), "C-1"),
          o: this.#dice.of<JsonValue>({ x: 1, y: "a" }, { y: "a", x: 1 }, { x: 2 }, {}),
          l: this.#dice.of<JsonValue>([1, 2], [2, 1], ["Ann", 1], []),
          yes: this.#dice.of<JsonValue>(true, false),
        }),
        facets: this.#dice.oneIn(3)
          ? this.#dice.of<Readonly<Record<string, JsonObject>>>(
              { [ref("Mood", "1.0.0")]: { level: 1 } },
              { [ref("Mood")]: { level: 2 } },
              { [drawn("Humour", "1.0.0")]: { level: 1 } },
              { [drawn("Temper")]: { level: 1 } },
            )
          : {},
        aliases: this.#dice.oneIn(4) ? this.#dice.of(["Ann"], ["Bob", "Ann"], ["Ann", "Bob"]) : [],
        state: this.#state(),
        structural: this.#dice.oneIn(2)
          ? {}
          : {
              [ref("has_part", this.#dice.of("1.0.0", "1.1.0"))]: this.#dice.of(
                earlier,
                [...earlier].reverse(),
                [...earlier, ...earlier, ...part],
              ),
              ...(this.#dice.oneIn(3) ? { [ref("evidence")]: earlier } : {}),
            },
      }),
    );
  }

  #proposition(): void {
    const predicate = this.#dice.of(
      ...PREDICATES.map((name) => ref(name)),
      ref("knows"),
      ref("knows", "1.0.0"),
      ref("likes", "1.0.0"),
      drawn("adores", "1.0.0"),
      drawn("loves"),
      drawn("says"),
      drawn("owns"),
      drawn("zone"),
    );
    const name = predicate.slice(predicate.lastIndexOf("/") + 1);
    const literal = this.#dice.of<JsonValue>(1, "tea", true, COMPOSED, ref("likes", "1.0.0"));
    const text = this.#dice.of("tea", "C-1", "C-77", COMPOSED);
    const object =
      name === "says"
        ? text
        : name === "owns" || !this.#dice.oneIn(3)
          ? {
              id:
                this.#dice.oneIn(8) && name !== "owns"
                  ? this.#any(this.#propositions)
                  : this.#any(this.#concepts),
            }
          : name === "knows" && this.#dice.oneIn(4)
            ? "C-77"
            : literal;
    const subject = this.#dice.oneIn(7) ? this.#any(this.#propositions) : this.#any(this.#concepts);
    this.#propositions.push(
      // Given as a reference or a Literal, so that no text becomes a reference on the way.
      this.memory.proposition(subject, predicate, 0, { object: object as never, state: this.#state() }),
    );
  }

  #assertion(): void {
    const others = this.#assertions.slice(0, 1).map((id) => ({ id }));
    const isOver = others.length > 0 && this.#dice.oneIn(4);
    this.#assertions.push(
      this.memory.assertion(this.#any(this.#propositions), this.#any(this.#concepts), {
        stance: this.#dice.of("support", "support", "reject", "uncertain"),
        mode: this.#dice.of("stated", "observed", "hypothetical"),
        valid_time: this.#dice.of(
          {},
          { from: "2026-01-01T00:00:00.000Z" as never },
          { from: { earliest: "2026-01-01T00:00:00.000Z" as never }, until: null },
        ),
        evidence: this.#evidence
          .filter(() => this.#dice.oneIn(2))
          .map((id) => ({ id, role: this.#dice.of("support", "challenge") })),
        context_refs: this.#dice.oneIn(4) ? [{ id: this.#any(this.#concepts) }] : [],
        lifecycle: {
          status: isOver ? "superseded" : "active",
          supersedes: [],
          superseded_by: isOver ? others : [],
          retracted_at: null,
        },
        ...(this.#dice.oneIn(2) ? { confidence: this.#dice.of(0.5, 1) } : {}),
        state: isOver ? "superseded" : this.#state(),
      }),
    );
  }

  #evidenced(): void {
    const [activity] = this.#activities;
    this.#evidence.push(
      this.memory.evidence(this.#dice.of<JsonValue>("seen", "Ann", { k: "Ann" }, { k: 1 }), {
        evidence_class: this.#dice.of("observation", "document"),
        source: [...this.#evidence, ...this.#concepts]
          .filter(() => this.#dice.oneIn(3))
          .map((id) => ({ id })),
        generated_by: activity && this.#dice.oneIn(2) ? { id: activity } : null,
        state: this.#state(),
      }),
    );
  }

  #activity(): void {
    const things = [...this.#evidence, ...this.#assertions, ...this.#concepts];
    this.#activities.push(
      this.memory.activity({
        activity_class: this.#dice.of("inference", "extraction"),
        status: this.#dice.of("completed", "failed"),
        inputs: things.filter(() => this.#dice.oneIn(3)).map((id) => ({ id })),
        outputs: things.filter(() => this.#dice.oneIn(4)).map((id) => ({ id })),
        associated_actors: this.#dice.oneIn(2) ? [{ id: this.#any(this.#concepts) }] : [],
      }),
    );
  }

  #merge(): void {
    const at = this.#dice.between(0, this.#concepts.length - 2);
    const to = this.#dice.between(at + 1, this.#concepts.length - 1);
    this.memory.merge(this.#concepts[at] as ElementId, this.#concepts[to] as ElementId);
  }

  #state(): string {
    return this.#dice.oneIn(8) ? this.#dice.of("archived", "archived", "tombstoned") : "active";
  }

  #some(attributes: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(attributes).filter(() => this.#dice.oneIn(2)));
  }

  #any(ids: readonly ElementId[]): ElementId {
    return ids[this.#dice.between(0, Math.max(0, ids.length - 1))] ?? (this.#concepts[0] as ElementId);
  }

  #times(min: number, max: number, work: () => void): void {
    for (let at = this.#dice.between(min, max); at > 0; at -= 1) work();
  }
}
