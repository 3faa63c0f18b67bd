import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.js";
import { encodeFindCursor, readFindCursor } from "./find-cursor.js";
import { findOf, NOW, SPACE } from "./memory.fixture.js";

const KEY = { secret: "a secret of this host", holder: "p1", view: "view:1" };
const query = `FIND(?p.name) WHERE { ?p {type: "Person", name: :name} } LIMIT 2 CURSOR :cursor`;
const position = { seq: 4, head: 4, environment: 1, now: NOW, offset: 2 };
const issued = encodeFindCursor(findOf(query), { name: "Ann", cursor: "" }, KEY, SPACE, position);

const read = (
  text: string,
  parameters: Parameters<typeof readFindCursor>[1],
  space: string = SPACE,
  key = KEY,
) => readFindCursor(findOf(text), parameters, key, space);

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
    const foreign = encodeCursor(
      KEY,
      { family: "search", spaceId: SPACE, query: "q", counts: "rows" },
      { offset: 1 },
    );
    expect(() => read(query, { name: "Ann", cursor: foreign })).toThrow(
      expect.objectContaining({
        code: "CursorTypeMismatch",
        details: expect.objectContaining({ family: "kql" }),
      }),
    );
    expect(() => read(query, { name: "Ann", cursor: issued }, SPACE, { ...KEY, secret: "another" })).toThrow(
      expect.objectContaining({ code: "CursorInvalid" }),
    );
  });

  test("is nothing to another Principal, and tells nobody whose it is", () => {
    expect(() => read(query, { name: "Ann", cursor: issued }, SPACE, { ...KEY, holder: "p2" })).toThrow(
      expect.objectContaining({ code: "CursorInvalid" }),
    );
    expect(atob(issued.split(".")[0]!.replaceAll("-", "+").replaceAll("_", "/"))).not.toContain("p1");
  });

  test("over rows ends when what its holder may see changes; one over sequences goes on", () => {
    const changed = { ...KEY, view: "view:2" };
    expect(() => read(query, { name: "Ann", cursor: issued }, SPACE, changed)).toThrow(
      expect.objectContaining({
        code: "CursorExpired",
        details: expect.objectContaining({ family: "kql", reason: "access_revoked" }),
      }),
    );
    const stream = { family: "changes", spaceId: SPACE, query: "changes", counts: "sequences" } as const;
    expect(decodeCursor(changed, stream, encodeCursor(KEY, stream, { after: 3 }))).toEqual({ after: 3 });
  });
});
