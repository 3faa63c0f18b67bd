import { describe, expect, it } from "vitest";
import {
  asSpaceId,
  type ChangeEnvelope,
  commitTxId,
  type ElementId,
  type ErrorCode,
  elementId,
  type JsonObject,
  type Timestamp,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import {
  type HistoryCommand,
  historyGap,
  historyPage,
  readHistoryRequest,
  visibleEnvelope,
} from "./history.js";
import { CURSOR_KEY, commandOf, errorOf, memoryOf } from "./memory.fixture.js";

const person = (name: string) => `CREATE CONCEPT ?p { TYPE "Person" NAME "${name}" }`;
const view = memoryOf(person("a"), person("b"), person("c"), person("d"));
const space = asSpaceId(view.spaceId);

const envelope = (seq: number, ...ids: readonly string[]): ChangeEnvelope => ({
  kip: "2.0",
  space_id: space,
  space_seq: seq,
  tx_id: commitTxId(space, seq),
  committed_at: "2026-10-01T00:00:00.000Z" as Timestamp,
  transaction_class: "cognitive",
  schema_environment_version: 1,
  changes: ids.map((id) => ({ op: "create", kind: "concept", id: id as ElementId, new_version: 1 })),
});

const LOG = [1, 2, 3, 4].map((seq) => envelope(seq, `C-${seq}`));

const context = (parameters: JsonObject) => ({
  ...{ parameters, cursorKey: CURSOR_KEY, authorizationView: "view:whole-space" },
});

/** One page of a statement, as the runtime makes it. */
function page(text: string, parameters: JsonObject = {}, reader: SpaceView = view) {
  const command = commandOf(text) as HistoryCommand;
  const request = readHistoryRequest(reader, command, context(parameters));
  const found = LOG.filter(({ space_seq }) => space_seq > request.after && space_seq <= request.through)
    .flatMap((one) => visibleEnvelope(reader, one, request.element) ?? [])
    .slice(0, request.limit + 1);
  return historyPage(reader, command, request, found, context(parameters));
}

const seqs = ({ rows }: ReturnType<typeof page>) => rows.map((row) => (row as JsonObject).space_seq);

describe("a chronology", () => {
  it("has the transitions of a range, both ends included, in sequence order", () => {
    expect(seqs(page("HISTORY SPACE"))).toEqual([1, 2, 3, 4]);
    expect(seqs(page("HISTORY SPACE FROM SEQ 2 TO SEQ 3"))).toEqual([2, 3]);
    expect(seqs(page("HISTORY SPACE FROM SEQ 3 TO SEQ 2"))).toEqual([]);
    expect(seqs(page("HISTORY SPACE TO SEQ 99"))).toEqual([1, 2, 3, 4]);
    expect(seqs(page("HISTORY SPACE FROM SEQ 0 LIMIT 0"))).toEqual([]);
  });

  it("comes in pages that stay on the snapshot they began with", () => {
    const first = page("HISTORY SPACE LIMIT 3");
    expect([seqs(first), first.capped]).toEqual([[1, 2, 3], false]);
    const later = memoryOf(...["a", "b", "c", "d", "e"].map(person));
    const rest = page("HISTORY SPACE LIMIT 3 CURSOR :cursor", { cursor: first.nextCursor }, later);
    expect([seqs(rest), rest.nextCursor]).toEqual([[4], null]);
  });

  it("of one element is narrowed to it", () => {
    expect(visibleEnvelope(view, envelope(9, "C-1", "C-2"), elementId("concept", 2))?.changes).toEqual([
      expect.objectContaining({ id: "C-2" }),
    ]);
    expect(seqs(page('HISTORY ELEMENT "C-2"'))).toEqual([2]);
    expect(errorOf(() => page('HISTORY ELEMENT "C-99"'))?.code).toBe("NotFoundOrNotVisible");
  });

  it.each<[string, JsonObject, ErrorCode]>([
    ["HISTORY SPACE FROM SEQ :n", { n: -1 }, "TypeMismatch"],
    ["HISTORY SPACE TO SEQ :n", { n: "now" }, "TypeMismatch"],
    ["HISTORY SPACE LIMIT :n", { n: 1.5 }, "TypeMismatch"],
    ["HISTORY ELEMENT :n", {}, "ReferenceError"],
    ["CHANGES AFTER SEQ :n", { n: null }, "TypeMismatch"],
    ["CHANGES SINCE :n", { n: "no cursor" }, "CursorInvalid"],
  ])("%s with %j is refused", (text, parameters, code) => {
    expect(errorOf(() => page(text, parameters))?.code).toBe(code);
  });
});

describe("a stream of changes", () => {
  it("says with each envelope how far it reaches, and always where to go on", () => {
    const first = page("CHANGES AFTER SEQ 1 LIMIT 2");
    expect(first.rows).toMatchObject([
      { space_seq: 2, coverage: { through_seq: 2, complete: true } },
      { space_seq: 3, coverage: { through_seq: 3, complete: true } },
    ]);
    const rest = page("CHANGES SINCE :cursor", { cursor: first.nextCursor });
    expect(seqs(rest)).toEqual([4]);
    const caughtUp = page("CHANGES SINCE :cursor", { cursor: rest.nextCursor });
    expect([seqs(caughtUp), caughtUp.throughSeq]).toEqual([[], 4]);
    expect(seqs(page("CHANGES SINCE :cursor", { cursor: caughtUp.nextCursor }))).toEqual([]);
  });

  it("takes no cursor of a chronology, and a chronology none of a stream", () => {
    const { nextCursor } = page("HISTORY SPACE LIMIT 1");
    expect(errorOf(() => page("CHANGES SINCE :cursor", { cursor: nextCursor }))?.code).toBe(
      "CursorTypeMismatch",
    );
    const stream = page("CHANGES AFTER SEQ 1").nextCursor;
    expect(errorOf(() => page("HISTORY SPACE CURSOR :cursor", { cursor: stream }))?.code).toBe(
      "CursorTypeMismatch",
    );
  });

  it("with a gap says so: a consumer restarts from what it has recorded", () => {
    const request = { after: 1, through: 4, element: null, limit: 9, isCapped: false } as const;
    expect(historyGap({ family: "changes", ...request }, 2)).toMatchObject({
      code: "CursorExpired",
      details: { family: "changes", reason: "expired" },
    });
    expect(historyGap({ family: "history", ...request }, 2).code).toBe("HistoricalSnapshotUnavailable");
  });
});

describe("what may not be discovered", () => {
  const hidden = elementId("concept", 2);
  const reader = new Proxy<SpaceView>(view, {
    get(target, name) {
      if (name === "element") return (id: ElementId) => (id === hidden ? undefined : target.element(id));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

  it("leaves no entry, and no envelope of its own", () => {
    expect(visibleEnvelope(reader, envelope(9, "C-1", "C-2"))?.changes).toHaveLength(1);
    expect(visibleEnvelope(reader, envelope(2, "C-2"))).toBeNull();
    expect(seqs(page("HISTORY SPACE", {}, reader))).toEqual([1, 3, 4]);
    expect(errorOf(() => page('HISTORY ELEMENT "C-2"', {}, reader))).toEqual(
      errorOf(() => page('HISTORY ELEMENT "C-2"', {}, memoryOf())),
    );
  });

  it("is not named by what refers to it, and does not hide a change of protected state", () => {
    const claim: ChangeEnvelope = {
      ...envelope(9),
      changes: [
        {
          ...{ op: "create", kind: "proposition", id: elementId("concept", 1), new_version: 1 },
          refs: { subject: hidden, predicate_ref: "kip://x@1/p" },
        },
      ],
    };
    expect(visibleEnvelope(reader, claim)?.changes[0]?.refs).toEqual({ predicate_ref: "kip://x@1/p" });
    const control: ChangeEnvelope = { ...envelope(9), control_changes: [{ kind: "schema", version: "2" }] };
    expect(visibleEnvelope(reader, control)).toEqual(control);
    expect(visibleEnvelope(reader, control, elementId("concept", 1))).toBeNull();
  });

  it("covers nothing past the head, which is committed after it was asked for (§36.1)", () => {
    expect(page("CHANGES AFTER SEQ 999")).toMatchObject({ rows: [], throughSeq: view.seq });
    expect(page("HISTORY SPACE FROM SEQ 999")).toMatchObject({ rows: [], throughSeq: view.seq });
    const { nextCursor } = page("CHANGES AFTER SEQ 999");
    const later = memoryOf(...["a", "b", "c", "d", "e"].map(person));
    const request = readHistoryRequest(
      later,
      commandOf("CHANGES SINCE :cursor") as HistoryCommand,
      context({ cursor: nextCursor }),
    );
    expect(request).toMatchObject({ after: view.seq, through: view.seq + 1 });
  });
});
