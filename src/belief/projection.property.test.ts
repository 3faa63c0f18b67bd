import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type AssertionMode,
  type Concept,
  type ElementId,
  isElementRef,
  type Proposition,
  type Stance,
  type ValidTimeEndpoint,
} from "../model/index.js";
import { readClaim } from "./claims.js";
import { instantOf, standingAt } from "./instants.js";
import { type ClaimOptions, day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { NaiveProjection } from "./naive.fixture.js";
import { Projector } from "./projector.js";
import { DEFAULT_RULES, type SlotRules } from "./slot-rules.js";
import { succeed } from "./succession.js";

const DAYS = 12;

/** Thousands of cases take seconds, and minutes on a machine that is busy with other things. */
const PATIENCE = { timeout: 600_000 };

/** The kinds of predicate whose slots differ, by name. */
const RULES: Readonly<Record<string, Partial<SlotRules>>> = {
  free: {},
  functional: { functional: true },
  partitioned: { functionalBy: "object_type" },
  complete: { functional: true, complete: true },
  timeless: { functional: true, temporalConflict: "none" },
  closed: { openWorld: false },
  boolean: { booleanCompleteness: true },
  functional_boolean: { functional: true, booleanCompleteness: true },
};
const environment = environmentOf(RULES);

interface GeneratedClaim {
  readonly value: number;
  readonly actor: number;
  readonly stance: Stance;
  readonly mode: AssertionMode;
  readonly at: number;
  readonly from: ValidTimeEndpoint;
  readonly until: ValidTimeEndpoint;
  readonly contexts: readonly number[];
  readonly evidence: readonly number[];
  readonly grounded: boolean;
  readonly fate: "active" | "retracted" | "superseded";
}

const dayOrdinal = fc.integer({ min: 0, max: DAYS });
const endpoint: fc.Arbitrary<ValidTimeEndpoint> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: dayOrdinal.map(day) },
  fc.tuple(dayOrdinal, dayOrdinal).map(([left, right]) => ({
    earliest: day(Math.min(left, right)),
    latest: day(Math.max(left, right)),
  })),
  dayOrdinal.map((ordinal) => ({ earliest: day(ordinal) })),
  dayOrdinal.map((ordinal) => ({ latest: day(ordinal) })),
);

const claim: fc.Arbitrary<GeneratedClaim> = fc.record({
  value: fc.nat(3),
  actor: fc.nat(2),
  stance: fc.constantFrom<Stance>("support", "support", "support", "reject", "uncertain"),
  mode: fc.constantFrom<AssertionMode>(
    "stated",
    "stated",
    "observed",
    "inferred",
    "hypothetical",
    "imported",
  ),
  at: dayOrdinal,
  from: endpoint,
  until: endpoint,
  contexts: fc.subarray([0, 1]),
  evidence: fc.subarray([0, 1, 2]),
  grounded: fc.boolean(),
  fate: fc.constantFrom("active", "active", "active", "active", "retracted", "superseded"),
});

const scenario = fc.record({
  predicate: fc.constantFrom(...Object.keys(RULES)),
  claims: fc.array(claim, { maxLength: 9 }),
  at: dayOrdinal,
  contexts: fc.subarray([0, 1]),
  memoryDefault: fc.boolean(),
  hypothetical: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** The memory of a scenario: four possible values, three actors of whom the first is the subject. */
function build({ predicate: name, claims }: Scenario, byFormerSelf?: Iterator<boolean>) {
  const memory = new Memory(environment);
  const actors = [memory.concept(), memory.concept(), memory.concept()];
  const contexts = [memory.concept("Context"), memory.concept("Context")];
  const evidence = [memory.evidence(), memory.evidence(), memory.evidence()];
  const options = [
    memory.concept("Color"),
    memory.concept("Color"),
    memory.concept("Editor"),
    memory.concept("Editor"),
  ].map((id) => ({ id }));
  const values = name.includes("boolean") ? [true, false, "yes", "no"] : options;
  const [subject] = actors as [ElementId];
  // Asked for, everybody and everything has a former self, by which a claim may name it (§12.3).
  const former = new Map<ElementId, ElementId>();
  const merged = [...actors, ...contexts, ...options.map((option) => option.id)];
  for (const id of byFormerSelf ? merged : []) {
    const type = (memory.get(id) as Concept).schema_ref;
    former.set(id, memory.concept(type));
    memory.merge(former.get(id)!, id);
  }
  const named = (id: ElementId) => (byFormerSelf?.next().value ? former.get(id)! : id);
  for (const generated of claims) {
    const value = values[generated.value] ?? null;
    const object = isElementRef(value) ? { id: named(value.id) } : value;
    const given: ClaimOptions = {
      by: named(actors[generated.actor]!),
      stance: generated.stance,
      mode: generated.mode,
      at: day(generated.at),
      from: generated.from,
      until: generated.until,
      contexts: generated.contexts.map((index) => named(contexts[index]!)),
      evidence: generated.evidence.map((index) => evidence[index]!),
    };
    const premises = generated.evidence.length > 0 ? given.evidence! : [evidence[0]!];
    const id =
      generated.mode === "inferred" && generated.grounded && !premises.includes(evidence[2]!)
        ? memory.infer(named(subject), name, object, premises, given)
        : memory.claim(named(subject), name, object, given);
    if (generated.fate === "retracted") memory.retract(id);
    if (generated.fate === "superseded") memory.supersede(id, id);
  }
  memory.correct(evidence[2]!, evidence[1]!);
  return { memory, subject, contexts };
}

function ask(built: ReturnType<typeof build>, { at, contexts, memoryDefault, hypothetical }: Scenario) {
  return requestFor(day(at), {
    policy: memoryDefault ? "kip:memory-default" : "kip:structural",
    context_refs: contexts.map((index) => built.contexts[index]!),
    include_hypothetical: hypothetical,
    explanation: "none",
  });
}

function propositionsOf(memory: Memory): readonly Proposition[] {
  return memory.elements().filter((element): element is Proposition => element.kind === "proposition");
}

/**
 * The same cases in every run, so that a change is never blamed for a case that was not drawn before. PROPERTY_SEED=…
 * draws those of another seed, and PROPERTY_SEED=new some that nobody has seen yet.
 */
const { PROPERTY_SEED = "20261201" } = process.env;
const SEED = PROPERTY_SEED === "new" ? Date.now() % 2 ** 31 : Number(PROPERTY_SEED);
fc.configureGlobal({ seed: SEED });
beforeAll(() => console.info(`generated from the seed ${SEED}: PROPERTY_SEED=${SEED} draws it again`));

describe("Projection of generated memories", () => {
  test("agrees with a naive evaluation of §21 and §25", PATIENCE, () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const built = build(given);
        const propositions = propositionsOf(built.memory);
        const naive = new NaiveProjection(
          built.memory.elements(),
          { ...DEFAULT_RULES, ...RULES[given.predicate] },
          {
            at: day(given.at),
            contexts: given.contexts.map((index) => built.contexts[index]!),
            hypothetical: given.hypothetical,
            memoryDefault: given.memoryDefault,
          },
        ).beliefs(propositions);
        const projector = new Projector(built.memory.view(), ask(built, given));
        for (const { id } of propositions) {
          const belief = projector.proposition({ proposition: id });
          expect({
            status: belief.status,
            candidate_status: belief.candidate_status,
            slot_status: belief.slot_status,
            leading: belief.leading,
            reasons: belief.uncertainty.reasons,
            conflict_refs: belief.conflict_refs,
            conflict_reasons: belief.conflict_reasons,
            precedence: belief.precedence?.rule ?? null,
            support: belief.support.assertion_ids,
            opposition: belief.opposition.assertion_ids,
            next_invalid_at: belief.basis.next_invalid_at,
          }).toEqual(naive.get(id));
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("BELIEF and BELIEF SLOT give the same answer about every candidate", PATIENCE, () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const built = build(given);
        const view = built.memory.view();
        const slot = new Projector(view, ask(built, given)).slot(built.subject, predicate(given.predicate));
        for (const projection of slot.candidate_projections) {
          const alone = new Projector(view, ask(built, given)).proposition({
            proposition: projection.proposition_id!,
          });
          expect(alone).toEqual(projection);
        }
        expect(slot.candidate_projections).toHaveLength(propositionsOf(built.memory).length);
      }),
      { numRuns: 1_000 },
    );
  });

  test("does not depend on the order in which elements were stored", PATIENCE, () => {
    fc.assert(
      fc.property(
        scenario.chain((given) => {
          const built = build(given);
          const elements = built.memory.elements();
          return fc.tuple(
            fc.constant(given),
            fc.constant(built),
            fc.shuffledSubarray([...elements], { minLength: elements.length }),
          );
        }),
        ([given, built, order]) => {
          const request = { ...ask(built, given), explanation: "ledger" as const };
          const ask2 = (view: ReturnType<Memory["view"]>) =>
            new Projector(view, request).slot(built.subject, predicate(given.predicate));
          expect(ask2(built.memory.view(order))).toEqual(ask2(built.memory.view()));
        },
      ),
      { numRuns: 500 },
    );
  });

  test(
    "succession only narrows: a claim that excludes an instant is never brought back to it",
    PATIENCE,
    () => {
      fc.assert(
        fc.property(scenario, fc.boolean(), (given, slotLine) => {
          const { memory } = build(given);
          const view = memory.view();
          const claims = memory
            .elements()
            .filter((element) => element.kind === "assertion")
            .map((assertion) => readClaim(view, assertion, assertion.proposition.id));
          for (const [{ written }, { interval }] of succeed(claims, slotLine)) {
            for (let ordinal = -1; ordinal <= DAYS + 1; ordinal += 1) {
              const at = instantOf(day(ordinal));
              if (standingAt(written, at) === "outside") expect(standingAt(interval, at)).toBe("outside");
            }
          }
        }),
        { numRuns: 1_000 },
      );
    },
  );

  test("nothing changes before next_invalid_at", PATIENCE, () => {
    fc.assert(
      fc.property(scenario, fc.nat(DAYS), (given, later) => {
        const built = build(given);
        const view = built.memory.view();
        const at = (ordinal: number) =>
          new Projector(view, ask(built, { ...given, at: ordinal })).slot(
            built.subject,
            predicate(given.predicate),
          );
        const now = at(given.at);
        const next = now.basis.next_invalid_at;
        fc.pre(later > given.at && (next === null || day(later) < next));
        const then = at(later);
        expect(then.status).toBe(now.status);
        expect(then.candidate_projections.map(({ status }) => status)).toEqual(
          now.candidate_projections.map(({ status }) => status),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("is the same whether claims name things as they are or by what was merged into them", PATIENCE, () => {
    fc.assert(
      fc.property(scenario, fc.array(fc.boolean(), { minLength: 45, maxLength: 45 }), (given, former) => {
        const told = (built: ReturnType<typeof build>) => {
          const projector = new Projector(built.memory.view(), ask(built, given));
          const slot = projector.slot(built.subject, predicate(given.predicate));
          return {
            status: slot.status,
            accepted: slot.accepted_values,
            reasons: slot.uncertainty.reasons,
            next: slot.basis.next_invalid_at,
            // A Proposition may be stored once for each name of its ends: their ids and number are no part of the belief.
            candidates: slot.candidate_projections.map(
              ({ proposition_id, conflict_refs, precedence, basis, ...rest }) => ({
                ...rest,
                conflicts: conflict_refs.length,
                rule: precedence?.rule ?? null,
                next: basis.next_invalid_at,
              }),
            ),
          };
        };
        expect(told(build(given, former.values()))).toEqual(told(build(given, [].values())));
      }),
      { numRuns: 1_000 },
    );
  });

  test("a claim in another slot, by anyone, changes nothing", PATIENCE, () => {
    fc.assert(
      fc.property(scenario, claim, (given, extra) => {
        const built = build(given);
        const name = given.predicate;
        const before = new Projector(built.memory.view(), ask(built, given)).slot(
          built.subject,
          predicate(name),
        );
        const stranger = built.memory.concept();
        built.memory.claim(stranger, name, "elsewhere", {
          by: built.subject,
          at: day(extra.at),
          stance: extra.stance,
        });
        const after = new Projector(built.memory.view(), ask(built, given)).slot(
          built.subject,
          predicate(name),
        );
        expect(after).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});
