import { describe, expect, test } from "vitest";
import { encodeCursor } from "./cursor.js";
import { encodeFindCursor, readFindCursor } from "./find-cursor.js";
import { findOf, NOW, SPACE } from "./memory.fixture.js";

const SECRET = "a secret of this host";
const query = `FIND(?p.name) WHERE { ?p {type: "Person", name: :name} } LIMIT 2 CURSOR :cursor`;
const position = { seq: 4, environment: 1, now: NOW, offset: 2 };
const issued = encodeFindCursor(findOf(query), { name: "Ann", cursor: "" }, SECRET, SPACE, position);

const read = (
  text: string,
  parameters: Parameters<typeof readFindCursor>[1],
  space: string = SPACE,
  secret = SECRET,
) => readFindCursor(findOf(text), parameters, secret, space);

describe("a cursor", () => {
  test("continues its own query with its own parameters, whatever the page size", () => {
    expect(read(query, { name: "Ann", cursor: issued })).toEqual(position);
    expect(read(query.replace("LIMIT 2", "LIMIT :size"), { name: "Ann", cursor: issued, size: 5 })).toEqual(
      position,
    );
    expect(read(query.replace("LIMIT 2 CURSOR :cursor", ""), { name: "Ann" })).toBeNull();
  });

  test.each([
    ["another parameter", query, { name: "Bob", cursor: issued }, SPACE, "CursorMismatch"],
    [
      "another query",
      query.replace("?p.name", "?p.id"),
      { name: "Ann", cursor: issued },
      SPACE,
      "CursorMismatch",
    ],
    ["another Space", query, { name: "Ann", cursor: issued }, "kip:space:other", "CursorMismatch"],
    ["a number", query, { name: "Ann", cursor: 1 }, SPACE, "CursorInvalid"],
    ["an invention", query, { name: "Ann", cursor: "not-a-cursor" }, SPACE, "CursorInvalid"],
    ["nothing", query, { name: "Ann", cursor: "" }, SPACE, "CursorInvalid"],
    ["a changed token", query, { name: "Ann", cursor: `x${issued.slice(1)}` }, SPACE, "CursorInvalid"],
    ["no parameter", query, { name: "Ann" }, SPACE, "ReferenceError"],
  ])("with %s is refused", (_, text, parameters, space, code) => {
    expect(() => read(text, parameters, space)).toThrow(expect.objectContaining({ code }));
  });

  test("of another family or another host is refused", () => {
    const foreign = encodeCursor(SECRET, { family: "search", spaceId: SPACE, query: "q" }, { offset: 1 });
    expect(() => read(query, { name: "Ann", cursor: foreign })).toThrow(
      expect.objectContaining({
        code: "CursorTypeMismatch",
        details: expect.objectContaining({ family: "kql" }),
      }),
    );
    expect(() => read(query, { name: "Ann", cursor: issued }, SPACE, "another secret")).toThrow(
      expect.objectContaining({ code: "CursorInvalid" }),
    );
  });
});
