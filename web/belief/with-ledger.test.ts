import { expect, it } from "vitest";
import type {
  JsonValue,
  Projection,
  ProjectionBasis,
  ResponseEnvelope,
  SlotProjection,
} from "../../src/model/index.js";
import { fakeNexus } from "../run/nexus.fixture.js";
import { coordinatesOf } from "./coordinates.js";
import { withLedger } from "./with-ledger.js";

const basis = {
  policy: { id: "p", version: "1" },
  context_refs: [],
  purpose: "unspecified",
  risk: "unspecified",
  snapshot_seq: 3,
  valid_at: "2025-01-01T00:00:00.000Z",
} as unknown as ProjectionBasis;
const projection = (id: string, status: string, explanation?: object) =>
  ({
    proposition_id: id,
    status,
    candidate_status: status,
    slot_status: status,
    support: {},
    basis,
    ...(explanation ? { explanation } : {}),
  }) as unknown as Projection & JsonValue;
const coordinates = coordinatesOf(basis, "", {});

it("asks for the ledger of a statement that came without one, at its own coordinates", async () => {
  const ledger = { rule: "no_basis", entries: [] };
  const { nexus, seen } = fakeNexus(() => [projection("P-1", "accepted", ledger)]);
  const bare = { kind: "belief", projection: projection("P-1", "accepted") } as const;
  expect(await withLedger(nexus, bare, coordinates)).toMatchObject({ projection: { explanation: ledger } });
  expect(seen[0]?.parameters).toMatchObject({ id: "P-1", seq: 3, at: basis.valid_at, policy: "p" });
  const full = { kind: "belief", projection: projection("P-1", "accepted", ledger) } as const;
  expect(await withLedger(nexus, full, coordinates)).toBe(full);
  expect(seen).toHaveLength(1);
});

it("takes over no ledger of another verdict, and nothing where there is none to read", async () => {
  const slot = {
    subject: { id: "C-1" },
    predicate_ref: "lives_in",
    accepted_values: [],
    basis,
    candidate_projections: [projection("P-1", "accepted"), projection("P-2", "uncertain")],
  } as unknown as SlotProjection & JsonValue;
  const again = ["P-1", "P-2"].map((id) => projection(id, "uncertain", { entries: [] }));
  const { nexus } = fakeNexus(() => [
    { ...(slot as SlotProjection), candidate_projections: again } as unknown as JsonValue,
  ]);
  const found = await withLedger(nexus, { kind: "slot", slot }, coordinates);
  expect(found.kind === "slot" && found.slot.candidate_projections.map((each) => !!each.explanation)).toEqual(
    [false, true],
  );
  const bare = { kind: "slot", slot } as const;
  expect(await withLedger(fakeNexus(() => []).nexus, bare, coordinates)).toBe(bare);
});

it("learns of an empty slot whether what is not on record is false", async () => {
  const slot = {
    subject: { id: "C-1" },
    predicate_ref: "has_key_to",
    status: "insufficient",
    accepted_values: [],
    basis,
    candidate_projections: [],
  } as unknown as SlotProjection & JsonValue;
  const explanation = { level: "ledger", candidates: {}, closed_world: true };
  const { nexus } = fakeNexus(() => [{ ...(slot as SlotProjection), explanation } as unknown as JsonValue]);
  expect(await withLedger(nexus, { kind: "slot", slot }, coordinates)).toMatchObject({
    slot: { explanation },
  });
});

it("reads the present for one who may not look back, as long as that is the same sequence", async () => {
  const refused = {
    kip: "2.0",
    status: "failed",
    results: [{ status: "failed", error: { code: "NotAuthorized", message: "read_history" } }],
  } as unknown as ResponseEnvelope;
  const ask = async (snapshot_seq: number) => {
    const answer = { ...(projection("P-1", "accepted", { entries: [] }) as Projection) };
    const { nexus, seen } = fakeNexus(({ command }) =>
      command.includes("AS OF SEQ")
        ? refused
        : [{ ...answer, basis: { ...basis, snapshot_seq } } as unknown as JsonValue],
    );
    const bare = { kind: "belief", projection: projection("P-1", "accepted") } as const;
    const found = await withLedger(nexus, bare, coordinates);
    return [seen.length, found !== bare];
  };
  expect(await ask(3)).toEqual([2, true]);
  expect(await ask(4)).toEqual([2, false]);
});
