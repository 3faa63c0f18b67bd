import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ClientKeyBinding,
  type Element,
  type ElementId,
  type IdentityDecision,
  isPayloadPurged,
  isPurged,
  KipError,
  stubOf,
  withoutPayload,
} from "../model/index.js";
import {
  canonicalId,
  declaredReferencesOf,
  identityClass,
  referencesOf,
  SpaceState,
} from "../state/index.js";
import { erasedClientKey } from "../store/index.js";
import { TestSpace } from "./test/space.js";

/** One commit as a log keeps it. */
interface Kept {
  elements: readonly Element[];
  clientKeys: readonly ClientKeyBinding[];
  readonly identity: readonly IdentityDecision[];
}

const PEOPLE = ["C-1", "C-2", "C-3"];
const pick = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;

/** A command about what is there, with words of its own that occur nowhere else. */
const step = fc.record({
  kind: fc.constantFrom(
    "person",
    "update",
    "evidence",
    "claim",
    "context",
    "scope",
    "merge",
    "archive",
    "payload",
    "purge",
    "purge",
  ),
  one: fc.nat(50),
  other: fc.nat(50),
  policy: fc.constantFrom("deny_if_referenced", "tombstone_reference", "authorized_cascade"),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function commandOf({ kind, one, other, policy }: Step, elements: readonly Element[], word: string): string {
  const concepts = elements.filter((element) => element.kind === "concept").map(({ id }) => id as string);
  const evidence = elements.filter((element) => element.kind === "evidence").map(({ id }) => id as string);
  const [a, b] = [
    pick(concepts.length > 0 ? concepts : PEOPLE, one),
    pick(concepts.length > 0 ? concepts : PEOPLE, other),
  ];
  const e = evidence.length > 0 ? pick(evidence, one) : "E-1";
  switch (kind) {
    case "person":
      return `CREATE CONCEPT ?c { TYPE "Person" NAME "${word}" CLIENT KEY "key-${word}" SET FIELDS {key: "id-${word}"} }`;
    case "update":
      return `UPDATE "${a}" SET FIELDS {aliases: ["${word}"]} SET ATTRIBUTES {note: "${word}"}`;
    case "evidence":
      return `CREATE EVIDENCE ?e { CLIENT KEY "msg-${word}" SET FIELDS {evidence_class: "message", payload: "${word}"} SET STRUCTURAL {("source", "${a}")} }`;
    case "claim":
      return `ASSERT ("${a}", "timezone", "${word}") {by: "${b}", mode: "stated", evidence: "${e}"}`;
    case "context":
      return `ASSERT ("${a}", "relates", "${b}") {by: "${a}", mode: "stated", context: ["${b}"]}`;
    case "scope":
      return `CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "${word}"} SET FACET "MemoryScope" {task_ref: "${a}", context_refs: ["${b}"]} }`;
    case "merge":
      return `MERGE CONCEPT "${a}" INTO "${b}"`;
    case "archive":
      return `TRANSITION "${a}" TO "archived"`;
    case "payload":
      return `PURGE PAYLOAD "${e}" CONFIRM "PURGE"`;
    default:
      return `PURGE "${pick(
        elements.map(({ id }) => id as string),
        one,
      )}" REFERENCE POLICY "${policy}" CONFIRM "PURGE"`;
  }
}

/** A Space with everything its log would hold, erased as a purge erases it. */
class Remembering {
  readonly space = new TestSpace();
  log: Kept[] = [];

  run(command: string): boolean {
    const overlay = this.space.begin();
    try {
      if (!this.space.execute(overlay, command).effect) return true;
    } catch (thrown) {
      if (thrown instanceof KipError) return false;
      throw thrown;
    }
    const erasures = overlay.erasures();
    const whole = new Set(erasures.filter(({ scope }) => scope === "element").map(({ id }) => id));
    const payloads = new Set(erasures.filter(({ scope }) => scope === "payload").map(({ id }) => id));
    for (const kept of this.log) {
      kept.elements = kept.elements.map((version) => {
        if (whole.has(version.id)) return stubOf(version);
        return version.kind === "evidence" && payloads.has(version.id) ? withoutPayload(version) : version;
      });
      kept.clientKeys = kept.clientKeys.map((binding) =>
        whole.has(binding.id) ? { ...binding, client_key: erasedClientKey(binding.client_key) } : binding,
      );
    }
    this.log.push({
      elements: overlay.written(),
      clientKeys: overlay.boundClientKeys(),
      identity: overlay.decided(),
    });
    this.space.commit(overlay);
    return true;
  }

  /** The Space as a tab that opens it now reads it from the log. */
  reopened(): SpaceState {
    const state = new SpaceState(this.space.state.spaceId, this.space.state.environment);
    this.log.forEach((kept, at) => {
      state.apply({ seq: at + 1, ...kept });
    });
    return state;
  }
}

/** A history of commands; which words each element was ever told. */
function live(steps: readonly Step[]) {
  const made = new Remembering();
  made.run(
    `MUTATE { ${PEOPLE.map((id) => `CREATE CONCEPT ?${id.replace("-", "")} { TYPE "Person" }`).join(" ")} }`,
  );
  const words = new Map<ElementId, Set<string>>();
  const wordsOf = (id: ElementId) => {
    const known = words.get(id) ?? new Set<string>();
    words.set(id, known);
    return known;
  };
  for (const [at, each] of steps.entries()) {
    const word = `word${at}x`;
    made.run(commandOf(each, made.space.all(), word));
    for (const element of made.space.all()) {
      if (JSON.stringify(element).includes(word)) wordsOf(element.id).add(word);
    }
  }
  return { made, words };
}

const history = fc.array(step, { minLength: 1, maxLength: 25 });

describe("After any history", () => {
  it("a purged element has left no word of its own anywhere, and no reference leads to one", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { made, words } = live(steps);
        const { state } = made.space;
        const everything = JSON.stringify([made.space.all(), made.log]);
        for (const element of made.space.all()) {
          if (!isPurged(element)) continue;
          const told = [...(words.get(element.id) ?? [])];
          // A word that another element was told too is that one's as well.
          const own = told.filter((word) =>
            [...words].every(([id, others]) => id === element.id || !others.has(word)),
          );
          for (const word of own) expect(everything).not.toContain(word);
        }
        for (const element of made.space.all()) {
          const references = [...referencesOf(element), ...declaredReferencesOf(state.environment, element)];
          for (const id of references) {
            const target = state.element(id);
            if (target && isPurged(target)) expect(stubOf(target)).toEqual(target);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("a payload that was purged is nowhere, and its digest stays", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { made } = live(steps);
        for (const element of made.space.all()) {
          if (element.kind !== "evidence" || !isPayloadPurged(element)) continue;
          for (const { elements } of made.log) {
            for (const version of elements) {
              if (version.id !== element.id || version.kind !== "evidence") continue;
              expect(isPayloadPurged(version)).toBe(true);
              expect(version.content_digest).toBe(element.content_digest);
            }
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("a tab that opens the Space later answers as the others do", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { made } = live(steps);
        const { state } = made.space;
        const reopened = made.reopened();
        const byId = (elements: Iterable<Element>) =>
          [...elements].sort((left, right) => (left.id < right.id ? -1 : 1));
        expect(byId(reopened.elements())).toEqual(byId(state.elements()));
        expect(reopened.identityVersion).toBe(state.identityVersion);
        for (const { id, kind } of state.elements()) {
          expect(canonicalId(reopened, id)).toBe(canonicalId(state, id));
          expect([...identityClass(reopened, id)].sort()).toEqual([...identityClass(state, id)].sort());
          expect(reopened.identityDecisions(id)).toEqual(state.identityDecisions(id));
          for (const at of steps.keys()) {
            for (const key of [`key-word${at}x`, `msg-word${at}x`]) {
              expect(reopened.clientKey(kind, key)?.id).toBe(state.clientKey(kind, key)?.id);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("what deny_if_referenced let go is referred to by nothing that is left", () => {
    fc.assert(
      fc.property(history, fc.nat(50), (steps, at) => {
        const { made } = live(steps);
        const standing = made.space.all().filter((element) => !isPurged(element));
        fc.pre(standing.length > 0);
        const { id } = pick(standing, at);
        const before = made.space.all();
        const isGone = made.run(`PURGE "${id}" CONFIRM "PURGE"`);
        if (!isGone) {
          expect(made.space.all()).toEqual(before);
          return;
        }
        for (const element of made.space.all()) {
          if (isPurged(element) || element.id === id) continue;
          expect(referencesOf(element).has(id)).toBe(false);
          expect(declaredReferencesOf(made.space.state.environment, element)).not.toContain(id);
        }
      }),
      { numRuns: 50 },
    );
  });
});
