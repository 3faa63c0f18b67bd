import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../model/index.js";
import type { Endpoint } from "./endpoint.js";
import { onlyResult, openRuntime } from "./nexus.fixture.js";

// What a Principal may not discover changes no answer about the past, about commits or about the Space itself. Queries,
// projections and searches are held to it by a property of src/govern, without a store.

const OPEN = [
  'ASSERT (:ann, "knows", :ben) {by: :ann, mode: "stated"}',
  'UPDATE :ann SET FIELDS {name: "Annie"}',
  'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "document", payload: "open"} }',
  'ASSERT (:ben, "timezone", "+01:00") {by: :ben, mode: "stated"}',
];

/** Beside each open command, one that only the memory with secrets has. */
const SECRET = [
  'ASSERT (:ann, "knows", :mole) {by: :ann, mode: "stated"}',
  'UPDATE :mole SET FIELDS {name: "Moley"}',
  'ASSERT (:ann, "timezone", "+05:00") {by: :mole, mode: "observed"}',
  'TRANSITION :mole TO "archived"',
];

interface Met {
  readonly reader: Endpoint;
  readonly owner: Endpoint;
  readonly parameters: JsonObject;
}

/**
 * A memory as the reader meets it: the same open writes, and with secrets others between them. Ids are wide enough from
 * the start that their text order is that of their creation.
 */
async function reading(withSecrets: boolean): Promise<Met> {
  const runtime = await openRuntime();
  const run = async (command: string, parameters: JsonObject = {}) =>
    onlyResult(await runtime.executeKip({ command, parameters })) as JsonObject;
  const begun = await run(`MUTATE {
    CREATE CONCEPT ?ann { TYPE "Person" NAME "Ann" }
    CREATE CONCEPT ?ben { TYPE "Person" NAME "Ben" }
    CREATE CONCEPT ?mole { TYPE "Person" NAME "Mole" }
    ENSURE PROPOSITION (?ann, "timezone", "+05:00")
  }`);
  const ids = begun.handles as JsonObject;
  const governance = await runtime.governance();
  await governance.change({ op: "add_principal", id: "reader" });
  await governance.change({
    op: "grant",
    principal: "reader",
    permissions: ["read", "search", "project", "read_history"],
  });
  await governance.change({
    op: "deny",
    principal: "reader",
    permissions: ["discover"],
    scope: { elements: [String(ids.mole)] },
  });
  for (const [at, open] of OPEN.entries()) {
    if (withSecrets) await run(SECRET[at]!, ids);
    await run(open, ids);
  }
  const [reader, owner] = [
    await runtime.endpoint({ principal: "reader" }),
    await runtime.endpoint({ principal: "owner" }),
  ];
  return { reader, owner, parameters: ids };
}

const QUESTIONS = [
  "HISTORY SPACE",
  "HISTORY SPACE LIMIT 2",
  "HISTORY ELEMENT :ann",
  "HISTORY ELEMENT :mole",
  "CHANGES AFTER SEQ 0",
  "CHANGES AFTER SEQ 4",
  "LIST DEPENDENTS :ann",
  "LIST DEPENDENTS :mole",
  "DESCRIBE SPACE",
  "DESCRIBE PRIMER",
  "DESCRIBE ACCESS",
  'DESCRIBE TYPE "Person"',
  'DESCRIBE PREDICATE "knows"',
  "LIST TYPES",
  "LIST PREDICATES",
  "LIST SPACES",
  'FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name',
  'FIND(?p.name) WHERE { ?p {type: "Person"} } AS OF SEQ 4',
  'FIND(?b) WHERE { ?b BELIEF SLOT ({id: :ann}, "timezone") } WITH EPISTEMIC {explanation: "ledger"}',
];

const SEQUENCES = new Set(["space_seq", "snapshot_seq", "through_seq", "seq", "from_seq", "head_seq"]);
const ID = /\b[CPAEX]-[1-9][0-9]*\b/g;
const TX = /kip:space:default#[0-9]+(?:~[0-9a-f-]+)?/g;
const TIME = /\b20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/g;
const DIGEST = /sha256:[0-9a-f]{64}/g;
/** A cursor is opaque and authenticated; where it leads is compared by its page. */
const OPAQUE = /"(next_cursor|watermark|cursor|snapshot_token)":"[^"]*"/g;

/** An answer with ids, transactions, digests, times and sequences named in order of appearance. */
function renamed(answer: unknown): string {
  const names = new Map<string, string>();
  const name = (kind: string) => (found: string) => {
    const known = names.get(`${kind} ${found}`);
    if (known !== undefined) return known;
    const count = [...names.keys()].filter((key) => key.startsWith(`${kind} `)).length;
    names.set(`${kind} ${found}`, `${kind}:${count + 1}`);
    return `${kind}:${count + 1}`;
  };
  return JSON.stringify(answer, (key, value: unknown) =>
    SEQUENCES.has(key) && typeof value === "number" ? name("seq")(String(value)) : value,
  )
    .replace(OPAQUE, '"$1":"…"')
    .replace(TX, name("tx"))
    .replace(DIGEST, name("digest"))
    .replace(TIME, name("time"))
    .replace(ID, (id) => name(id.charAt(0))(id));
}

async function answered(reader: Endpoint, command: string, parameters: JsonObject): Promise<JsonValue> {
  const { results, error } = await reader.executeKipReadonly({ command, parameters });
  return { error: error ?? null, results } as unknown as JsonValue;
}

/** The questions whose answers differ between two memories for one of their readers, and how many were answered. */
async function differences(
  who: "reader" | "owner",
  [left, right]: readonly [Met, Met],
): Promise<{ readonly differing: readonly string[]; readonly succeeded: number }> {
  const differing: string[] = [];
  let succeeded = 0;
  for (const command of QUESTIONS) {
    const [one, other] = [
      renamed(await answered(left[who], command, left.parameters)),
      renamed(await answered(right[who], command, right.parameters)),
    ];
    if (one !== other) differing.push(`${command}\n  ${one}\n  ${other}`);
    if (one.includes('"status":"succeeded"')) succeeded += 1;
  }
  return { differing, succeeded };
}

describe("what a Principal may not discover", () => {
  it("changes no answer about history, commits, dependents or the Space, and no error", async () => {
    const both = [await reading(false), await reading(true)] as const;
    const { differing, succeeded } = await differences("reader", both);
    expect(differing).toEqual([]);
    expect(QUESTIONS.length - succeeded).toBe(1);
    // The memories are not alike: their owner is told otherwise.
    expect((await differences("owner", both)).differing.length).toBeGreaterThan(5);
  });

  it("is answered about like an id that was never given out", async () => {
    const { reader, parameters } = await reading(true);
    const never = { mole: "C-8888" };
    for (const command of QUESTIONS.filter((one) => one.includes(":mole"))) {
      const [hidden, unknown] = [
        renamed(await answered(reader, command, parameters)),
        renamed(await answered(reader, command, { ...parameters, ...never })),
      ];
      expect(hidden, command).toBe(unknown);
    }
  });
});
