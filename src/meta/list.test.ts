import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ListCommand } from "../lang/index.js";
import type { ErrorCode, JsonObject, JsonValue } from "../model/index.js";
import { SchemaEnvironment } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import { evaluateList } from "./list.js";
import { CURSOR_KEY, commandOf, errorOf, memoryOf } from "./memory.fixture.js";

const empty = memoryOf();

const list = (text: string, parameters: JsonObject = {}, view: SpaceView = empty) =>
  evaluateList(view, commandOf(text) as ListCommand, {
    ...{ parameters, cursorKey: CURSOR_KEY },
    spaces: [{ id: view.spaceId }],
  });

const FAMILIES = [
  "SPACES",
  "SCHEMA PACKAGES",
  "TYPES",
  "PREDICATES",
  "FACETS",
  "STRUCTURAL FIELDS",
  "EPISTEMIC POLICIES",
] as const;

const nameOf = (row: JsonValue): string => {
  const { ref, package_ref, id } = row as JsonObject;
  return String(ref ?? package_ref ?? id);
};

describe("LIST", () => {
  it.each(FAMILIES)("%s gives rows in the order of their names, each once", (family) => {
    const names = list(`LIST ${family}`).rows.map(nameOf);
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual([...new Set(names)].sort());
  });

  it("gives in pages of any size what it gives at once", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FAMILIES), fc.integer({ min: 1, max: 7 }), (family, limit) => {
        const rows: JsonValue[] = [];
        let cursor: string | null = null;
        do {
          const text = cursor === null ? "LIMIT :limit" : "LIMIT :limit CURSOR :cursor";
          const page = list(`LIST ${family} ${text}`, { limit, ...(cursor === null ? {} : { cursor }) });
          expect(page.rows.length).toBeLessThanOrEqual(limit);
          rows.push(...page.rows);
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(rows).toEqual(list(`LIST ${family}`).rows);
      }),
    );
  });

  it("shows a symbol with its exact reference and package", () => {
    expect(list("LIST PREDICATES").rows).toContainEqual({
      ref: "kip://domains/general@1.0.0/lives_in",
      local_name: "lives_in",
      package_ref: "kip://domains/general@1.0.0",
      status: "active",
    });
    const fields = list("LIST STRUCTURAL FIELDS").rows.map(nameOf);
    expect(fields).toContain("kip://profiles/cognitive-memory@2.0.0/has_step");
    expect(fields.every((ref) => ref.startsWith("kip://"))).toBe(true);
  });

  it("filters packages by their status, and knows no other status", () => {
    expect(list('LIST SCHEMA PACKAGES STATUS "readable"').rows).toEqual([]);
    expect(list('LIST SCHEMA PACKAGES STATUS "active"').rows).toEqual(list("LIST SCHEMA PACKAGES").rows);
    expect(errorOf(() => list('LIST SCHEMA PACKAGES STATUS "gone"'))?.code).toBe("ConstraintViolation");
  });

  it("asked for nothing gives nothing, and leads nowhere", () => {
    expect(list("LIST TYPES LIMIT 0")).toEqual({ rows: [], nextCursor: null, cappedOf: null });
  });

  const issued = list("LIST TYPES LIMIT 1").nextCursor ?? "";
  it.each<[string, string, ErrorCode]>([
    ["of another list", "LIST FACETS CURSOR :cursor", "CursorMismatch"],
    ["that nobody issued", "LIST TYPES CURSOR :forged", "CursorInvalid"],
    ["that is no text", "LIST TYPES CURSOR 7", "CursorInvalid"],
    ["of an earlier schema", "LIST TYPES CURSOR :cursor", "CursorInvalid"],
  ])("refuses a cursor %s", (_, text, code) => {
    const later = memoryOf();
    later.useEnvironment(SchemaEnvironment.core);
    const view = text === "LIST TYPES CURSOR :cursor" ? later : empty;
    const error = errorOf(() => list(text, { cursor: issued, forged: `${issued}0` }, view));
    expect(error?.code).toBe(code);
    expect(error?.details).toMatchObject({ family: "list" });
  });
});
