import {
  ACTIVITY_STATUSES,
  ASSERTION_MODES,
  ELEMENT_KINDS,
  type ElementKind,
  EVIDENCE_ROLES,
  STANCES,
} from "../model/index.js";
import type { ElementConstraint, StructuralFieldDefinition } from "./definitions.js";

/** The protocol version, which is the version of the Core package (§20.13). */
export const PROTOCOL_VERSION = "2.0.0";

export const CORE_PACKAGE_ID = "kip://core";

/** The built-in package that is part of every Schema Environment and has no artifact (§20.13). */
export const CORE_PACKAGE_REF = `${CORE_PACKAGE_ID}@${PROTOCOL_VERSION}`;

/** The name of each element kind as a Core symbol: `Assertion` of `kip://core@2.0.0/Assertion`. */
export const CORE_KIND_NAMES: Readonly<Record<ElementKind, string>> = {
  concept: "Concept",
  proposition: "Proposition",
  assertion: "Assertion",
  evidence: "Evidence",
  activity: "Activity",
};

/** The exact reference of an element kind, for example `kip://core@2.0.0/Assertion` (§20.13). */
export function coreKindRef(kind: ElementKind): string {
  return `${CORE_PACKAGE_REF}/${CORE_KIND_NAMES[kind]}`;
}

/** Whether a name is that of an element kind, `Concept` for example: no package may take it (§20.13). */
export function isCoreKindName(name: string): boolean {
  return Object.values(CORE_KIND_NAMES).includes(name);
}

/** The element kind a Core symbol names, written `Assertion`, `assertion` or as an exact reference; else null. */
export function coreKind(symbol: string): ElementKind | null {
  const name = symbol.startsWith(`${CORE_PACKAGE_REF}/`) ? symbol.slice(CORE_PACKAGE_REF.length + 1) : symbol;
  return ELEMENT_KINDS.find((kind) => kind === name || CORE_KIND_NAMES[kind] === name) ?? null;
}

/** The registries of Core values (§20.13). `expired` is computed and never stored (§14.3). */
export const CORE_REGISTRIES = {
  stance: STANCES,
  mode: ASSERTION_MODES,
  assertionLifecycle: ["active", "retracted", "superseded", "expired"],
  evidenceLifecycle: ["active", "corrected"],
  evidenceRole: EVIDENCE_ROLES,
  activityStatus: ACTIVITY_STATUSES,
  activityTerminal: ["completed", "failed", "cancelled"],
  beliefStatus: ["accepted", "rejected", "contested", "uncertain", "insufficient"],
} as const satisfies Record<string, readonly string[]>;

/** Whether an Activity in this status is over, so that its provenance is fixed (§16.6). */
export function isTerminalStatus(status: string): boolean {
  return (CORE_REGISTRIES.activityTerminal as readonly string[]).includes(status);
}

/** The baseline Activity classes (§16.2); packages add theirs (§20.13), and the registry stays open. */
export const CORE_ACTIVITY_CLASSES: readonly string[] = [
  "extraction",
  "tool_execution",
  "human_review",
  "inference",
  "summarization",
  "semantic_consolidation",
  "procedural_consolidation",
  "skill_compilation",
  "import",
  "schema_migration",
  "entity_merge",
  "experience_formation",
  "belief_revision",
];

/** The baseline Evidence classes (§15.2). The registry is open. */
export const CORE_EVIDENCE_CLASSES: readonly string[] = [
  "observation",
  "user_statement",
  "agent_statement",
  "tool_result",
  "measurement",
  "message",
  "document",
  "web_resource",
  "external_assertion",
  "human_feedback",
  "derived_result",
  "outcome",
];

const kinds = (...list: readonly ElementKind[]): ElementConstraint => ({ kinds: list, conceptTypes: [] });

function coreField(
  name: string,
  holder: ElementKind,
  target: ElementConstraint,
  max: number | null,
  description: string,
): StructuralFieldDefinition {
  return {
    kind: "StructuralFieldDefinition",
    ref: name,
    lineage: name,
    name,
    packageRef: CORE_PACKAGE_REF,
    description,
    source: {
      source: { kinds: [CORE_KIND_NAMES[holder]] },
      target: { kinds: target.kinds.map((kind) => CORE_KIND_NAMES[kind]) },
      cardinality: { min: 0, max },
    },
    holders: kinds(holder),
    target,
    min: 0,
    max,
    ordered: false,
    unique: true,
    computed: false,
    reserved: true,
  };
}

/** The reserved Core structural fields (§20.13). They belong to an element kind and need no package. */
export const CORE_STRUCTURAL_FIELDS: readonly StructuralFieldDefinition[] = [
  coreField("evidence", "assertion", kinds("evidence"), null, "What the claim rests on, each with its role."),
  coreField(
    "source",
    "evidence",
    kinds("concept", "evidence"),
    null,
    "Where the observation or artifact came from.",
  ),
  coreField("generated_by", "evidence", kinds("activity"), 1, "The process that produced this Evidence."),
  coreField("inputs", "activity", kinds(...ELEMENT_KINDS), null, "What the process used."),
  coreField("outputs", "activity", kinds(...ELEMENT_KINDS), null, "What the process produced."),
  coreField(
    "associated_actors",
    "activity",
    kinds("concept"),
    null,
    "Who took part. It says nothing about permission.",
  ),
];

/** Whether Core has a symbol of this name, of any kind: an element kind or a reserved field (§20.13). */
export function isReservedName(name: string): boolean {
  return isCoreKindName(name) || CORE_STRUCTURAL_FIELDS.some((field) => field.name === name);
}

/** The reserved field of a name that an element of a kind holds, or undefined (§20.13). */
export function coreStructuralField(
  name: string,
  holder: ElementKind,
): StructuralFieldDefinition | undefined {
  return CORE_STRUCTURAL_FIELDS.find(
    (field) => field.name === name && (field.holders?.kinds.includes(holder) ?? false),
  );
}
