import { describe, expect, it } from "vitest";
import type { ListCommand, ListDependentsCommand } from "../lang/index.js";
import { type ElementId, type ErrorCode, elementId, type JsonObject } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { dependentsOf, readDependentsRequest } from "./dependents.js";
import { evaluateList } from "./list.js";
import { CURSOR_KEY, commandOf, errorOf, memoryOf } from "./memory.fixture.js";

/** `from` went into the next Activity, and `to` came out of it. */
const derive = (from: string, to: string) =>
  `CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference", status: "completed"} SET STRUCTURAL { ("inputs", "${from}") ("outputs", "${to}") } }`;
const note = 'CREATE CONCEPT ?i { TYPE "Insight" NAME "a note" SET ATTRIBUTES {summary: "a note"} }';

/** C-1 → C-2 → C-3 and C-1 → C-4; C-3 leads back to C-1, and C-5 stands alone. */
const view = memoryOf(
  ...[note, note, note, note, note],
  derive("C-1", "C-2"),
  derive("C-2", "C-3"),
  derive("C-1", "C-4"),
  derive("C-3", "C-1"),
  derive("C-1", "C-2"),
);
const [root, second, third, fourth, alone] = [1, 2, 3, 4, 5].map((at) => elementId("concept", at)) as [
  ElementId,
  ElementId,
  ElementId,
  ElementId,
  ElementId,
];

/** The same memory for someone who may not discover one element. */
const without = (hidden: ElementId): SpaceView =>
  new Proxy(view, {
    get(target, name) {
      if (name === "element") return (id: ElementId) => (id === hidden ? undefined : target.element(id));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

const ids = (found: ReturnType<typeof dependentsOf>) => found.map(({ id, distance }) => [id, distance]);

describe("dependents", () => {
  it("are what Activities made of an element, nearest first, each once, through the oldest Activity", () => {
    expect(dependentsOf(view, root, 1)).toEqual([
      { id: second, kind: "concept", distance: 1, via: { activity: "X-1" } },
      { id: fourth, kind: "concept", distance: 1, via: { activity: "X-3" } },
    ]);
    expect(ids(dependentsOf(view, root, 9))).toEqual([
      [second, 1],
      [fourth, 1],
      [third, 2],
    ]);
  });

  it("never hold the root, whatever leads back to it, and end where nothing follows", () => {
    expect(ids(dependentsOf(view, third, 99))).toEqual([
      [root, 1],
      [second, 2],
      [fourth, 2],
    ]);
    expect(dependentsOf(view, alone, 3)).toEqual([]);
    expect(dependentsOf(view, elementId("concept", 999), 3)).toEqual([]);
  });

  it("behind something hidden are not there either", () => {
    expect(ids(dependentsOf(without(second), root, 9))).toEqual([[fourth, 1]]);
    expect(dependentsOf(without(root), root, 9)).toEqual([]);
    expect(ids(dependentsOf(without("X-3" as ElementId), root, 1))).toEqual([[second, 1]]);
  });

  it("come in pages that join to the whole", () => {
    const list = (text: string, parameters: JsonObject) =>
      evaluateList(view, commandOf(text) as ListCommand, { parameters, cursorKey: CURSOR_KEY, spaces: [] });
    const first = list('LIST DEPENDENTS "C-1" DEPTH 2 LIMIT 2', {});
    const rest = list('LIST DEPENDENTS "C-1" DEPTH 2 LIMIT 2 CURSOR :cursor', { cursor: first.nextCursor });
    expect([...first.rows, ...rest.rows]).toEqual(list('LIST DEPENDENTS "C-1" DEPTH 2', {}).rows);
    expect(rest.nextCursor).toBeNull();
  });

  it.each<[string, JsonObject, ErrorCode]>([
    ['"C-1" DEPTH 0', {}, "ConstraintViolation"],
    ['"C-1" DEPTH :n', { n: -1 }, "TypeMismatch"],
    ['"C-1" DEPTH :n', { n: 1.5 }, "TypeMismatch"],
    ['"C-1" DEPTH :n', { n: "deep" }, "TypeMismatch"],
    [":root", { root: 1 }, "TypeMismatch"],
    [":root", {}, "ReferenceError"],
  ])("of %s %j are refused", (operands, parameters, code) => {
    const command = commandOf(`LIST DEPENDENTS ${operands}`) as ListDependentsCommand;
    expect(errorOf(() => readDependentsRequest(command, parameters))?.code).toBe(code);
  });
});
