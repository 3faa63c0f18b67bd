import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../model/index.js";
import { codeOf, countPeople, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

/** A request with every member there is, which succeeds as it stands. */
const WHOLE = {
  kip: "2.0",
  request_id: "r",
  space: { id: "kip:space:default" },
  execution: {
    mode: "sequence",
    on_error: "stop",
    isolation: "serializable",
    idempotency_key: "k",
    extensions: {},
  },
  read: { extensions: {} },
  ingest: {
    evidence: [
      {
        key: "msg",
        evidence_class: "user_statement",
        payload: "hello",
        media_type: "text/plain",
        observed_at: "2026-01-01T00:00:00.000Z",
        client_key: "c",
        facets: {},
        extensions: {},
      },
    ],
    extensions: {},
  },
  preconditions: { extensions: {} },
  operations: [
    {
      op_id: "o",
      language: "KML",
      command: 'CREATE CONCEPT ?c {TYPE "Person" NAME :name}',
      parameters: { name: "Ann" },
      idempotency_key: "ok",
      options: { extensions: {} },
      extensions: {},
    },
  ],
  parameters: { shared: 1 },
  context: { purpose: "test", risk: "low", locale: "en", client: "t", extensions: {} },
  requires: {},
  options: { dry_run: true, deadline_ms: 60_000, extensions: { "acme/trace": { critical: false } } },
  extensions: {},
} as const satisfies JsonValue;

type Path = readonly (string | number)[];

/** Every place in a value, from the outside in. */
function placesIn(
  value: JsonValue,
  path: Path = [],
): readonly { readonly path: Path; readonly value: JsonValue }[] {
  const inner = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [{ path, value }, ...inner.flatMap(([key, item]) => placesIn(item as JsonValue, [...path, key]))];
}

/** The value with something else at a place. */
function withAt(value: JsonValue, [first, ...rest]: Path, put: unknown): unknown {
  if (first === undefined) return put;
  const inner = withAt((value as Record<string | number, JsonValue>)[first] as JsonValue, rest, put);
  if (Array.isArray(value)) return value.with(first as number, inner as never);
  // As JSON.parse would make it: a key is only a key.
  return Object.fromEntries([
    ...Object.entries(value as JsonObject).filter(([key]) => key !== first),
    [first, inner],
  ]);
}

const send = (runtime: NexusRuntime, request: unknown) => runtime.request(request as never);

/** Positions whose values are the caller's own JSON, where any shape is legal. */
const FREE: readonly string[] = ["parameters", "payload", "requires", "acme/trace"];
const isFree = (path: Path) => path.some((part) => FREE.includes(String(part)));

/** Keys by which a careless merge would reach what every object inherits. */
const POLLUTING = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

function expectNothingPolluted(): void {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.prototype.toString.call({})).toBe("[object Object]");
}

describe("a request envelope", () => {
  it("is carried out as it stands", async () => {
    expect((await send(await openRuntime(), WHOLE)).status).toBe("succeeded");
  });

  it("is refused with a value of another type in any place", async () => {
    const runtime = await openRuntime();
    const accepted: string[] = [];
    for (const { path, value } of placesIn(WHOLE)) {
      if (isFree(path.slice(0, -1)) || path.at(-1) === "payload") continue;
      const mayBeNull = path.at(-1) === "idempotency_key" && path[0] === "operations";
      const kind = Array.isArray(value) ? "array" : typeof value;
      const others = { string: "text", number: 5, boolean: true, array: [1], object: { other: 1 } };
      for (const wrong of [
        null,
        ...Object.entries(others).flatMap(([name, other]) => (name === kind ? [] : [other])),
      ]) {
        if (wrong === null && mayBeNull) continue;
        const response = await send(runtime, withAt(WHOLE, path, wrong));
        const code = codeOf(response);
        const refused = [
          "InvalidRequestEnvelope",
          "TypeMismatch",
          "ConstraintViolation",
          "UnsupportedCapability",
        ];
        if (code === undefined || !refused.includes(code))
          accepted.push(`${path.join(".")}: ${JSON.stringify(wrong)} ${code}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(await people(runtime)).toEqual([0]);
  });

  it("is refused with a member there is not, wherever members are named", async () => {
    const runtime = await openRuntime();
    for (const { path, value } of placesIn(WHOLE)) {
      if (!isJsonObject(value) || isFree(path)) continue;
      for (const name of ["principal", ...POLLUTING]) {
        const response = await send(runtime, withAt(WHOLE, [...path, name], { polluted: true }));
        const where = `${path.join(".")}.${name}`;
        expect([where, codeOf(response)]).not.toEqual([where, undefined]);
        expect(codeOf(response)).not.toBe("InternalError");
      }
    }
    expectNothingPolluted();
    expect(await people(runtime)).toEqual([0]);
  });

  it("may carry any key where the caller's own values are, and a key is only a key", async () => {
    const runtime = await openRuntime();
    for (const name of POLLUTING) {
      const evil = JSON.parse(`{"${name}": {"polluted": true, "${name}": {"polluted": 1}}}`) as JsonObject;
      const observed = { key: "msg", evidence_class: "message", payload: evil };
      const response = await send(runtime, {
        kip: "2.0",
        ingest: { evidence: [observed] },
        parameters: evil,
        operations: [
          {
            command: 'CREATE CONCEPT ?c {TYPE "Person" NAME "Ann" SET ATTRIBUTES {notes: :v}}',
            parameters: { ...evil, v: evil },
          },
        ],
      });
      expect([name, codeOf(response)]).toEqual([name, undefined]);
      const kept = onlyResult(
        await runtime.executeKip({
          command: "FIND(?e.payload.inline) WHERE { ?e EVIDENCE {} } ORDER BY ?e.id DESC LIMIT 1",
        }),
      ) as readonly JsonObject[];
      expect(JSON.stringify(kept[0])).toBe(JSON.stringify(evil));
      // Observed under such a key, and cited by it.
      const cited = await send(runtime, {
        kip: "2.0",
        ingest: { evidence: [{ ...observed, key: name, payload: "x" }] },
        operations: [
          { command: `ASSERT ("C-1", "timezone", "east") {by: "C-1", mode: "stated", evidence: :${name}}` },
        ],
      });
      expect([name, codeOf(cited)]).toEqual([name, undefined]);
      // A parameter that is not there is not found among what objects inherit.
      const missing = await send(runtime, {
        kip: "2.0",
        operations: [{ command: `FIND(?c) WHERE { ?c {name: :${name}} }` }],
      });
      expect([name, codeOf(missing)]).toEqual([name, "ReferenceError"]);
      const facets = JSON.parse(`{"${name}": {"polluted": true}}`) as JsonObject;
      const faceted = await send(runtime, {
        kip: "2.0",
        ingest: { evidence: [{ ...observed, facets }] },
        operations: [{ command: createPerson("B") }],
      });
      expect([name, codeOf(faceted)]).toEqual([name, "SchemaSymbolNotFound"]);
    }
    expectNothingPolluted();
  });

  it("is refused whole when a tool call or a host operation is given such keys", async () => {
    const runtime = await openRuntime();
    const governance = await runtime.governance();
    for (const name of POLLUTING) {
      const evil = (members: JsonObject) =>
        JSON.parse(
          `{${JSON.stringify(members).slice(1, -1)}${Object.keys(members).length ? "," : ""}"${name}": {"polluted": true}}`,
        );
      expect(codeOf(await runtime.executeKip(evil({ command: countPeople })))).toBe("InvalidRequestEnvelope");
      expect(codeOf(await runtime.executeKip({ operations: [evil({ command: countPeople })] }))).toBe(
        "InvalidRequestEnvelope",
      );
      const calls: readonly (() => Promise<unknown>)[] = [
        () => runtime.endpoint(evil({ principal: "agent" })),
        () => runtime.repairRecording(evil({})),
        () => runtime.repairIdentity(evil({})),
        () => runtime.activatePackages([evil({})]),
        () => runtime.installPackages([evil({})]),
        () => runtime.promoteDrafts([evil({})]),
        () => governance.change(evil({ op: "add_principal", id: "p" })),
        () => governance.change(evil({ op: name })),
        () => governance.change(evil({ op: "grant", principal: "agent", permissions: ["read"] })),
        () => governance.change(evil({ op: "grant", principal: name, permissions: ["read"] })),
        () => governance.change({ op: "grant", principal: "agent", permissions: ["read"], scope: evil({}) }),
        () => governance.change(evil({ op: "set_policy" })),
        () => governance.audit(evil({})),
      ];
      for (const [at, call] of calls.entries()) {
        const thrown = await call().catch((error: unknown) => error);
        expect([name, at, thrown]).toEqual([name, at, expect.objectContaining({ code: expect.any(String) })]);
        expect([name, at, thrown]).not.toEqual([
          name,
          at,
          expect.objectContaining({ code: "InternalError" }),
        ]);
      }
    }
    expectNothingPolluted();
  });
});

describe("a request that is too much", () => {
  const MEGABYTES = 5_000_000;
  const deep = (levels: number, open: string, close: string) =>
    JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);
  const asParameter = (v: unknown) => ({
    kip: "2.0",
    operations: [{ command: countPeople, parameters: { v } }],
  });

  it.each<[string, () => unknown]>([
    ["brackets in a command", () => ({ kip: "2.0", operations: [{ command: "[".repeat(MEGABYTES) }] })],
    [
      "braces in a command",
      () => ({ kip: "2.0", operations: [{ command: `FIND(?x) WHERE ${"{".repeat(MEGABYTES)}` }] }),
    ],
    [
      "brackets in VALIDATE",
      () => ({
        kip: "2.0",
        operations: [{ command: "VALIDATE KQL :text", parameters: { text: "(".repeat(MEGABYTES) } }],
      }),
    ],
    ["a list in a list a hundred thousand times", () => asParameter(deep(100_000, "[", "]"))],
    ["an object in an object as often", () => asParameter(deep(100_000, '{"a":', "}"))],
    [
      "an observation as deep",
      () => ({
        kip: "2.0",
        ingest: { evidence: [{ key: "m", evidence_class: "message", payload: deep(100_000, "[", "]") }] },
        operations: [{ command: createPerson("A") }],
      }),
    ],
    [
      "requirements as deep",
      () => ({
        kip: "2.0",
        requires: { v: deep(100_000, "[", "]") },
        operations: [{ command: countPeople }],
      }),
    ],
    [
      "extensions as deep",
      () => ({
        kip: "2.0",
        extensions: { "a/b": { v: deep(100_000, "[", "]") } },
        operations: [{ command: countPeople }],
      }),
    ],
    [
      "too many operations",
      () => ({
        kip: "2.0",
        execution: { mode: "independent" },
        operations: Array.from({ length: 100_000 }, () => ({ command: countPeople })),
      }),
    ],
  ])("is refused as what it is, and the next one is answered: %s", async (_, request) => {
    const runtime = await openRuntime();
    const response = await send(runtime, request());
    const found =
      codeOf(response) ??
      ((response.results[0]?.result ?? {}) as { errors?: [{ code: string }] }).errors?.[0].code;
    expect(found).toBe("ResourceExhausted");
    expect(await people(runtime)).toEqual([0]);
  });

  it("is not one of five megabytes of text, which is kept", async () => {
    const runtime = await openRuntime();
    const payload = "x".repeat(MEGABYTES);
    const observed = { key: "m", evidence_class: "message", payload };
    const kept = await send(runtime, {
      kip: "2.0",
      ingest: { evidence: [observed] },
      operations: [{ command: createPerson("A") }],
    });
    expect(kept.status).toBe("succeeded");
    const read = await runtime.executeKip({ command: "FIND(?e.payload.inline) WHERE { ?e EVIDENCE {} }" });
    expect(onlyResult(read)).toEqual([payload]);
  });
});
