import { describe, expect, test } from "vitest";
import { evaluateFind } from "../kql/index.js";
import { parse } from "../lang/index.js";
import { type ElementId, type JsonObject, timestampAt } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { TestSpace } from "./test/space.js";

const PACKAGE = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/objects", version: "1.0.0" },
  definitions: {
    concept_types: { Human: { kind: "ConceptType" } },
    predicates: {
      knows: { kind: "PredicateType" },
      greets: { kind: "PredicateType", object: { kinds: ["Concept"] } },
      motto: { kind: "PredicateType", object: { literal_types: ["string"] } },
    },
  },
};

const PACKAGES = [PACKAGE];

/** Three people; C-1 knows and greets C-2 and has its id for a motto, each written as the same plain text. */
function memory(): TestSpace {
  const space = new TestSpace(PACKAGES);
  for (const name of ["A", "B", "C"]) {
    space.run(`CREATE CONCEPT ?p { TYPE "Human" NAME "${name}" }`);
  }
  for (const predicate of ["knows", "greets", "motto"]) {
    space.run(`ASSERT (:a, "${predicate}", :b) {by: :a, mode: "stated"}`, IDS);
  }
  return space;
}

const IDS: JsonObject = { a: "C-1", b: "C-2" };

/** The state as someone sees it who may not see some elements. */
function without(state: SpaceView, ...hidden: readonly string[]): SpaceView {
  return new Proxy(state, {
    get(target, name) {
      if (name === "element")
        return (id: ElementId) => (hidden.includes(id) ? undefined : target.element(id));
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function rows(view: SpaceView, text: string) {
  const { command } = parse(text);
  if (command?.type !== "Find") throw new Error(`not a FIND: ${text}`);
  return evaluateFind(view, command, { parameters: {}, now: timestampAt(Date.parse("2026-11-01")) }).rows;
}

describe("plain text in the place of an object", () => {
  const space = memory();

  test("is stored as the Predicate reads it", () => {
    const objects = space.all().flatMap((each) => (each.kind === "proposition" ? [each.object] : []));
    expect(objects).toEqual([{ id: "C-2" }, { id: "C-2" }, "C-2"]);
  });

  test.each(["knows", "greets", "motto"])("finds the tuple %s it wrote, bound or in the command", (name) => {
    for (const object of [":b", '"C-2"']) {
      expect(space.find(`FIND(?x.name) WHERE { (?x, "${name}", ${object}) }`, IDS)).toEqual(["A"]);
      expect(space.find(`FIND(?p) WHERE { ?p (:a, "${name}", ${object}) }`, IDS)).toHaveLength(1);
    }
  });

  test.each(["knows", "greets", "motto"])("excludes by %s in NOT only whom it is true of", (name) => {
    const text = `FIND(?x.name) WHERE { ?x {type: "Human"} NOT { (?x, "${name}", :b) } } ORDER BY ?x.name`;
    expect(space.find(text, IDS)).toEqual(["B", "C"]);
  });

  test("means the same in a nested tuple", () => {
    const text = `FIND(?s.id) WHERE { ?s ASSERTION {proposition: (:a, "knows", :b)} }`;
    expect(space.find(text, IDS)).toHaveLength(1);
  });

  test("is read by each alternative of a path for itself", () => {
    const either = `FIND(?p.object) WHERE { ?p (?x, "knows" | "motto", :b) }`;
    expect(space.find(either, IDS)).toEqual(expect.arrayContaining([{ id: "C-2" }, "C-2"]));
    expect(space.find(either, IDS)).toHaveLength(2);
    expect(space.find(`FIND(?x.name) WHERE { (?x, "knows"{1,2} | "motto", :b) }`, IDS)).toEqual(["A"]);
    expect(space.find(`FIND(?x.name) WHERE { (?x, "knows"{1,2}, "C-2") }`)).toEqual(["A"]);
  });

  test("is read in a pattern of Propositions by the Predicate of each", () => {
    const text = `FIND(?s.id) WHERE { ?s ASSERTION {proposition: {object: :b}} }`;
    expect(space.find(text, IDS)).toHaveLength(3);
    expect(space.find(`FIND(?s) WHERE { ?s ASSERTION {proposition: {object: "C-3"}} }`)).toEqual([]);
  });

  test("is under a variable what each Predicate takes it for, and a Literal where nothing has the id", () => {
    const found = space.find(`FIND(?q) WHERE { (?x, ?q, "C-2") } ORDER BY ?q`);
    expect(found).toEqual(["greets", "knows", "motto"].map((name) => expect.stringContaining(`/${name}`)));
    const other = memory();
    other.run(`ASSERT (:a, "knows", "C-99") {by: :a, mode: "stated"}`, IDS);
    expect(other.find(`FIND(?x.name) WHERE { (?x, "knows", "C-99") }`)).toEqual(["A"]);
  });

  test("names nothing hidden: it is what it would be were the element not there", () => {
    const other = memory();
    other.run(`ASSERT (:a, "knows", "C-4") {by: :a, mode: "stated"}`, IDS);
    other.run(`CREATE CONCEPT ?p { TYPE "Human" NAME "D" }`);
    const text = `FIND(?x.name) WHERE { (?x, "knows", "C-4") }`;
    expect(rows(other.state, text)).toEqual([]);
    expect(rows(without(other.state, "C-4"), text)).toEqual(["A"]);
  });
});
