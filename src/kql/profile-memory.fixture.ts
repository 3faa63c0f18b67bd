import { parse } from "../lang/index.js";
import {
  type Activity,
  asElementId,
  asSpaceId,
  type Concept,
  commitTxId,
  type Element,
  type ElementEnvelope,
  type ElementKind,
  type Evidence,
  elementId,
  type JsonValue,
  type Timestamp,
} from "../model/index.js";
import { memoryPackage, SchemaEnvironment } from "../schema/index.js";
import { SpaceState } from "../state/index.js";
import { evaluateFind } from "./index.js";

/** Hand-made elements of the Cognitive Memory Profile, for tests of what is computed from them: no KML, no rules. */

export const SPACE = asSpaceId("kip:space:test");
export const START = "2026-01-01T00:00:00.000Z" as Timestamp;
export const NO_DIGEST = `sha256:${"0".repeat(64)}` as const;

const ENVIRONMENT = SchemaEnvironment.core.activate([memoryPackage()]);
const DAY_MS = 86_400_000;

/** The exact ref of a symbol of the Profile. */
export function symbol(name: string): string {
  return `kip://profiles/cognitive-memory@2.0.0/${name}`;
}

function envelope<K extends ElementKind>(kind: K, ordinal: number): ElementEnvelope<K> {
  return {
    id: elementId(kind, ordinal),
    kind,
    space_id: SPACE,
    governance: { authority_class: "descriptive" },
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    facets: {},
    _system: {
      version: 1,
      plane_versions: { attributes: 1 },
      created_at: START,
      updated_at: START,
      created_tx: commitTxId(SPACE, 1),
      updated_tx: commitTxId(SPACE, 1),
      state: "active",
      origin: { principal_id: "owner", channel: "test", import_id: null },
      space_seq: 1,
    },
  };
}

export function concept(ordinal: number, type: string, parts: Partial<Concept> = {}): Concept {
  return {
    ...envelope("concept", ordinal),
    schema_ref: symbol(type),
    canonical_id: null,
    aliases: [],
    attributes: {},
    structural: {},
    merged_into: null,
    ...parts,
  };
}

/** A completed Activity. */
export function activity(
  ordinal: number,
  activity_class: string,
  inputs: readonly string[],
  outputs: readonly string[],
  parts: Partial<Activity> = {},
): Activity {
  const refs = (ids: readonly string[]) => ids.map((id) => ({ id: asElementId(id) }));
  return {
    ...envelope("activity", ordinal),
    activity_class,
    started_at: null,
    ended_at: null,
    inputs: refs(inputs),
    outputs: refs(outputs),
    associated_actors: [],
    status: "completed",
    ...parts,
  };
}

export function evidence(ordinal: number, evidence_class: string, parts: Partial<Evidence> = {}): Evidence {
  return {
    ...envelope("evidence", ordinal),
    evidence_class,
    payload: { mode: "inline", inline: "x" },
    content_digest: NO_DIGEST,
    observed_at: START,
    source: [],
    generated_by: null,
    lifecycle: { status: "active", corrects: [], corrected_by: [] },
    ...parts,
  };
}

/** The rows of a FIND over some elements, evaluated some days after the start; with the Profile unless told otherwise. */
export function find(
  elements: readonly Element[],
  text: string,
  {
    days = 0,
    environment = ENVIRONMENT,
  }: { readonly days?: number; readonly environment?: SchemaEnvironment } = {},
): readonly JsonValue[] {
  const state = new SpaceState(SPACE, environment);
  state.apply({ seq: 1, elements, clientKeys: [], identity: [], erasures: [] });
  const { command } = parse(text);
  if (command?.type !== "Find") throw new Error(`not a FIND: ${text}`);
  const now = new Date(Date.parse(START) + days * DAY_MS).toISOString() as Timestamp;
  return evaluateFind(state, command, { parameters: {}, now }).rows;
}
