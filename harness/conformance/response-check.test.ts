import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type JsonValue, kipError } from "../../src/model/index.js";
import { refusedResponse } from "../lines/responses.js";
import { publishedSchemas } from "../paths.js";
import { loadResponseCheck } from "./response-check.js";
import { SCHEMA_DIFFERENCES, withDifferences } from "./schema-differences.js";

const asJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value));
const withResult = (result: unknown): JsonValue =>
  asJson({ kip: "2.0", status: "succeeded", results: [{ status: "succeeded", result }] });

const published = loadResponseCheck(publishedSchemas);
if (!published) console.info(`skipped: no ${publishedSchemas}`);

describe.skipIf(!published)("the check against the published schemas", () => {
  const check = (response: JsonValue): readonly string[] => published?.(response) ?? [];
  const basis = {
    space_id: "kip:space:default",
    snapshot_seq: 1,
    schema_environment_version: 1,
    identity_version: 0,
    policy: { id: "kip:memory-default", version: "1" },
    trust_version: "t",
    authorization_view: "v",
    context_refs: [],
    purpose: "p",
    risk: "r",
    valid_at: "2026-01-01T00:00:00.000Z",
    next_invalid_at: null,
  };
  const projection = {
    proposition_id: "P-1",
    status: "uncertain",
    candidate_status: "accepted",
    slot_status: "accepted",
    leading: "none",
    basis,
    conflict_refs: [],
    conflict_reasons: [],
    precedence: { rule: "recency", outranked_by: "P-2" },
  };

  it("passes a right response and names each violation of a wrong one", () => {
    expect(check(asJson(refusedResponse(kipError("InvalidSyntax", "no"))))).toEqual([]);
    expect(check(asJson({ kip: "2.0", status: "failed", results: [] }))).not.toEqual([]);
    expect(
      check(asJson({ kip: "2.0", status: "done", results: [{ status: "failed" }], more: 1 })).join("\n"),
    ).toMatch(/status.*\n?.*more|more.*\n?.*status/s);
  });

  it("looks inside results for projections, slots and elements", () => {
    expect(check(withResult([[projection, 1]]))).toEqual([]);
    const wrong = check(withResult([{ ...projection, status: "believed" }]));
    expect(wrong.join()).toContain("/results/0/result/0/status");
    const slot = { status: "accepted", accepted_values: [1], candidate_projections: [projection], basis };
    expect(check(withResult([slot]))).toEqual([]);
    expect(
      check(withResult([{ ...slot, candidate_projections: [{ ...projection, leading: "up" }] }])).join(),
    ).toContain("/results/0/result/0/candidate_projections/0/leading");
    const element = {
      id: "P-1",
      kind: "proposition",
      space_id: "s",
      _system: { version: 1, state: "active" },
    };
    expect(check(withResult({ deep: element })).join()).toContain("/results/0/result/deep/_system");
  });

  it("excuses what the Specification says and the schema does not, and no more", () => {
    const slot = {
      status: "accepted",
      accepted_values: [],
      candidate_projections: [],
      basis,
      subject: { id: "C-1" },
      predicate_ref: "kip://p@1/x",
      uncertainty: { level: null, reasons: [] },
      explanation: {},
    };
    expect(check(withResult(slot))).toEqual([]);
    expect(check(withResult({ ...slot, surprise: 1 })).join()).toContain("surprise");
    expect(check(withResult({ ...projection, precedence: { rule: "whim" } })).join()).toContain("rule");
    const record = (kind: string, parts: object) => ({
      ...{ id: "E-1", kind, space_id: "s" },
      _system: { version: 1, state: "active", origin: { principal_id: "p", channel: "c", import_id: null } },
      ...parts,
    });
    const evidence = {
      evidence_class: "message",
      content_digest: `sha256:${"0".repeat(64)}`,
      observed_at: "2026-01-01T00:00:00.000Z",
    };
    const reviewed = { structural: { "kip://p@1/reviewed": [{ id: "C-1" }] } };
    const purged = record("evidence", { ...evidence, payload: { mode: "purged" }, ...reviewed });
    expect(check(withResult([purged]))).toEqual([]);
    expect(check(withResult([{ ...purged, payload: { mode: "lost" } }]))).not.toEqual([]);
    const stub = { ...purged, governance: { purged: true, content_digest: evidence.content_digest } };
    expect(check(withResult([stub]))).toEqual([]);
    expect(check(withResult([{ ...stub, governance: { purged: "partly" } }]))).not.toEqual([]);
    const claim = record("assertion", { asserted_at: evidence.observed_at });
    expect(check(withResult([claim])).join()).toContain("stance");
    const gone = { ...claim, _system: { ...claim._system, state: "purged" } };
    expect(check(withResult([gone]))).toEqual([]);
    expect(check(withResult([{ ...gone, asserted_at: "today" }])).join()).toContain("asserted_at");
    const tuple = { subject: { id: "C-1" }, predicate_ref: "kip://p@1/x", object: 1 };
    expect(check(withResult([record("proposition", tuple)]))).toEqual([]);
    expect(check(withResult([record("proposition", { ...tuple, ...reviewed })]))).not.toEqual([]);
  });
});

describe("loadResponseCheck", () => {
  const folder = mkdtempSync(join(tmpdir(), "kip-schemas-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is null where there are no schemas", () => {
    expect(existsSync(folder)).toBe(true);
    expect(loadResponseCheck(join(folder, "missing"))).toBeNull();
  });

  it("says which difference no longer fits the schemas", () => {
    expect(SCHEMA_DIFFERENCES.length).toBeGreaterThan(0);
    expect(() => withDifferences({ $id: "urn:kip:2.0:schema:projection" })).toThrow("there is no $defs");
    writeFileSync(join(folder, "x.schema.json"), '{"$id":"urn:kip:2.0:schema:element"}');
    expect(() => loadResponseCheck(folder)).toThrow("there is no properties");
  });
});
