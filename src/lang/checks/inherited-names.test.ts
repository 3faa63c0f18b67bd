import { expect, it } from "vitest";
import { parse } from "../parse.js";

/** Names every plain object seems to have. None of them is a keyword, a member or a function. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

it.each(INHERITED)("%s is a name like any other wherever a name may stand", (name) => {
  for (const text of [
    `FIND(?${name}.${name}) WHERE { ?${name} {${name}: :${name}} }`,
    `ASSERT (:a, "${name}", :b) {by: :a, mode: "stated", ${name}: 1}`,
    `FIND(?x) WHERE { ?x {} FILTER(${name}(?x.name)) }`,
    `UPDATE ?x SET ATTRIBUTES {${name}: ${name}(?x.attributes.${name}, 1)} WHERE { ?x {} }`,
    `UPDATE :x SET FIELDS {${name}: 1}`,
    `TRANSITION :x TO "${name}"`,
    `UPSERT CONCEPT ?c { MATCH {${name}: 1} }`,
    `${name} CONCEPT ?c { TYPE "T" }`,
    `SET RETENTION :x {${name}: 1}`,
    `SEARCH ${name} "x"`,
    `DESCRIBE ${name}`,
    `CREATE CONCEPT ?c { TYPE "T" ${name} }`,
  ]) {
    const { diagnostics } = parse(text);
    for (const { message, hint, expected } of diagnostics) {
      for (const said of [message, hint ?? "", ...(expected ?? [])]) {
        expect(typeof said, text).toBe("string");
        expect(said, text).not.toMatch(/native code|\[object/);
      }
    }
    expect(() => structuredClone(diagnostics), text).not.toThrow();
  }
});

it.each(INHERITED)("%s is no member of ASSERT", (name) => {
  const { diagnostics } = parse(`ASSERT (:a, "p", :b) {by: :a, mode: "stated", ${name}: 1}`);
  expect(diagnostics).toMatchObject([
    { found: name, hint: expect.stringMatching(/^Its members are|^Did you mean (by|mode|at)/) },
  ]);
});
