import { describe, expect, test } from "vitest";
import { errorOf, TestSpace } from "./test/space.js";

const space = new TestSpace();
space.run('CREATE CONCEPT ?c {TYPE "Counter" NAME "one" SET ATTRIBUTES {count: 5, label: "x"}}');

const find = (condition: string, type = "Counter", parameters = {}) =>
  space.find(`FIND(?x.name) WHERE { ?x {type: "${type}"} FILTER(${condition}) }`, parameters);

describe("a condition that can never hold as it is written", () => {
  test.each([
    '-"a" == 1',
    "-true < 1",
    "!5",
    '"a" && true',
    "5 || true",
    '"a"',
    "7",
    '"a" < 1',
    "true < false",
    "?x.attributes.count < true",
    "?x.attributes.count > [1]",
  ])("%s is an error, also where nothing is matched", (condition) => {
    for (const type of ["Counter", "Person"]) {
      expect(errorOf(() => find(condition, type))).toMatchObject({ code: "TypeMismatch" });
    }
  });

  test("is an error by what a parameter is bound to", () => {
    expect(errorOf(() => find("-:s > 0", "Person", { s: "a" }))?.code).toBe("TypeMismatch");
    expect(errorOf(() => find(":s", "Person", { s: "a" }))?.code).toBe("TypeMismatch");
    expect(find("-:s < 0", "Counter", { s: 3 })).toEqual(["one"]);
  });
});

describe("a condition on a value that is not there", () => {
  test.each(["null", "!null", "null && true", "-null == 1", "null < 1", "?x.key < 1"])(
    "%s is unknown",
    (condition) => {
      expect(find(condition)).toEqual([]);
    },
  );

  test.each(["true || null", "true", "!false", "-1 < 0", '"a" < "b"', "?x.attributes.count >= 5"])(
    "%s holds",
    (condition) => {
      expect(find(condition)).toEqual(["one"]);
    },
  );
});
