import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { readClaim } from "./claims.js";
import { instantOf, standingAt } from "./instants.js";
import { day, type Memory, predicate } from "./memory.fixture.js";
import { NaiveProjection } from "./naive.fixture.js";
import { Projector } from "./projector.js";
import { ask, build, claim, DAYS, propositionsOf, RULES, scenario } from "./scenario.fixture.js";
import { DEFAULT_RULES } from "./slot-rules.js";
import { succeed } from "./succession.js";

/** Thousands of cases take seconds, and minutes on a machine that is busy with other things. */
const PATIENCE = { timeout: 600_000 };

/**
 * The same cases in every run, so that a change is never blamed for a case that was not drawn before. PROPERTY_SEED=…
 * draws those of another seed, and PROPERTY_SEED=new some that nobody has seen yet.
 */
const { PROPERTY_SEED = "20261201" } = process.env;
const SEED = PROPERTY_SEED === "new" ? Date.now() % 2 ** 31 : Number(PROPERTY_SEED);
fc.configureGlobal({ seed: SEED });
beforeAll(() => console.info(`generated from the seed ${SEED}: PROPERTY_SEED=${SEED} draws it again`));

/** Sorts after every Timestamp. */
const NEVER = "~";

describe("Projection of generated memories", () => {
  test("agrees with a naive evaluation of §21 to §25 and §57", PATIENCE, () => {
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
            historical: given.historical,
            quarantined: built.quarantined,
            memoryDefault: given.memoryDefault,
          },
        ).beliefs();
        const projector = new Projector(built.memory.view(), ask(built, given));
        for (const { id } of propositions) {
          const belief = projector.proposition({ proposition: id });
          const expected = naive.get(id)!;
          const [support, opposition] = [belief.support.root_groups, belief.opposition.root_groups];
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
            roots: {
              support: support.length,
              opposition: opposition.length,
              both: new Set([...support, ...opposition]).size,
            },
            next_invalid_at: expected.next_invalid_at,
          }).toEqual(expected);
          const { soonest, latest } = expected.next_invalid_at;
          const { next_invalid_at: next } = belief.basis;
          expect((next ?? NEVER) >= (soonest ?? NEVER)).toBe(true);
          expect((next ?? NEVER) <= (latest ?? NEVER)).toBe(true);
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
        const listed = propositionsOf(built.memory).filter(
          ({ _system: { state } }) => state === "active" || (state === "archived" && given.historical),
        );
        expect(slot.candidate_projections).toHaveLength(listed.length);
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
