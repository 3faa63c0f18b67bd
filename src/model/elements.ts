import type { ElementId, ElementKind, SpaceId, TxId } from "./ids.js";
import type { Digest, JsonObject, JsonValue } from "./json.js";
import type { Literal } from "./literals.js";
import type { Timestamp } from "./timestamps.js";

/** A same-Space reference to a durable element (§8.1). */
export interface ElementRef {
  readonly id: ElementId;
}

/** Whether a JSON value is an element reference: an object whose only member is a string `id` (§8.1). */
export function isElementRef(value: unknown): value is ElementRef {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  for (const member in value) if (member !== "id") return false;
  return typeof (value as { id?: unknown }).id === "string";
}

/** Which authenticated execution wrote an element (§2.5). Never a semantic actor. */
export interface Origin {
  readonly principal_id: string;
  readonly channel: string;
  readonly import_id: string | null;
}

/** One counter per version plane; a plane's counter moves only when that plane changes (§6.3). */
export interface PlaneVersions {
  readonly attributes?: number;
  readonly structural?: number;
  readonly retention?: number;
  readonly facets?: Readonly<Record<string, number>>;
}

/** A reference a write supplied, and what it resolved to through merges at the time (§11.3). */
export interface InputReference {
  readonly supplied: ElementId;
  readonly resolved: ElementId;
  readonly decision_id: string | null;
  readonly identity_version: number;
  readonly path: string;
  readonly op_id: string;
}

/** That an element misreads its source, and the Activity that repaired it (§57.8). */
export interface RecordingInvalidation {
  readonly status: "invalidated";
  /** Null for a reader who may not know of that Activity. */
  readonly repair_ref: ElementId | null;
}

/** The engine-maintained part of an element (§6.3). */
export interface SystemState {
  readonly version: number;
  readonly plane_versions: PlaneVersions;
  readonly created_at: Timestamp;
  readonly updated_at: Timestamp;
  readonly created_tx: TxId;
  readonly updated_tx: TxId;
  /** `active`, or the last lifecycle move the element took: `archived`, `retracted`, `superseded`, … (§52.5). */
  readonly state: string;
  readonly origin: Origin;
  readonly space_seq: number;
  /** References that went through a merge, as they were supplied (§11.3). */
  readonly input_references?: readonly InputReference[];
  /** Versions a terminal Activity's inputs and outputs had at its commit, by id (§16.6). */
  readonly input_versions?: Readonly<Record<string, number>>;
  readonly output_versions?: Readonly<Record<string, number>>;
  /** Set by recording repair alone, on what misreads its source (§57.8). Without it the recording is valid. */
  readonly recording_validity?: RecordingInvalidation;
  /** The planes of each output that the Activity certifies, by id and plane (§57.6). */
  readonly output_plane_versions?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Protected Governance state of an element (§31). */
export interface GovernanceState {
  /** A label of the Space's own vocabulary; absent means nobody classified the element, not that it is public (§31.1). */
  readonly classification?: string;
  readonly authority_class: "descriptive" | "advisory" | "behavioral" | "executable";
  /** Present while Governance keeps the element out of recall and projection (§31.6). */
  readonly quarantined?: true;
  /** Present in the view of a caller who may know of the element and not read it: its content is left out (§29.2). */
  readonly withheld?: true;
  /** Present once the element was purged and only its stub is left (§60.3). */
  readonly purged?: true;
  /** The digest of what a stub stands for (§60.3). */
  readonly content_digest?: Digest;
}

/** The storage lifecycle hook (§19.1). Never world validity. */
export interface Retention {
  readonly retention_class: string;
  readonly expires_at: Timestamp | null;
  readonly legal_hold: boolean;
}

/** What every durable element carries (§6.2). */
export interface ElementEnvelope<K extends ElementKind> {
  readonly id: ElementId;
  readonly kind: K;
  readonly space_id: SpaceId;
  readonly governance: GovernanceState;
  readonly retention: Retention;
  /** Facet values under their exact refs (§18.1). */
  readonly facets: Readonly<Record<string, JsonObject>>;
  readonly _system: SystemState;
}

/** References in package fields, under the exact ref of their field and in its order (§17). No field is kept empty. */
export type StructuralReferences = Readonly<Record<string, readonly ElementRef[]>>;

/** A referable entity or typed cognitive object (§10). */
export interface Concept extends ElementEnvelope<"concept"> {
  readonly schema_ref: string;
  readonly key?: string;
  readonly name?: string;
  readonly canonical_id: string | null;
  readonly aliases: readonly string[];
  readonly attributes: JsonObject;
  readonly structural: StructuralReferences;
  readonly merged_into: ElementRef | null;
}

/** The object of a Proposition: an element, or a Literal (§8.4). */
export type PropositionObject = ElementRef | Literal;

/** An immutable, truth-neutral statement (§12). It has no confidence, no actor and no time. */
export interface Proposition extends ElementEnvelope<"proposition"> {
  readonly subject: ElementRef;
  readonly predicate_ref: string;
  readonly object: PropositionObject;
}

export type Stance = "support" | "reject" | "uncertain";
export const STANCES: readonly Stance[] = ["support", "reject", "uncertain"];

export type AssertionMode = "observed" | "stated" | "inferred" | "predicted" | "hypothetical" | "imported";
export const ASSERTION_MODES: readonly AssertionMode[] = [
  "observed",
  "stated",
  "inferred",
  "predicted",
  "hypothetical",
  "imported",
];

/** An instant known only within a range; at least one side is present (§25.5). */
export interface TimeBound {
  readonly earliest?: Timestamp;
  readonly latest?: Timestamp;
}

/** One end of a world interval: exact, open (null), or known within a range (§13.2). */
export type ValidTimeEndpoint = Timestamp | TimeBound | null;

/** The half-open world interval `[from, until)` an Assertion claims (§25.2). */
export interface ValidTime {
  readonly from?: ValidTimeEndpoint;
  readonly until?: ValidTimeEndpoint;
}

export type EvidenceRole = "support" | "challenge" | "context";
export const EVIDENCE_ROLES: readonly EvidenceRole[] = ["support", "challenge", "context"];

/** A role-qualified citation of Evidence by an Assertion (§15.6). */
export interface EvidenceCitation {
  readonly id: ElementId;
  readonly role: EvidenceRole;
}

export type AssertionStatus = "active" | "retracted" | "superseded";

/** One actor's commitment toward exactly one Proposition (§13). Its payload never changes after creation. */
export interface Assertion extends ElementEnvelope<"assertion"> {
  readonly proposition: ElementRef;
  readonly asserted_by: ElementRef;
  readonly stance: Stance;
  readonly mode: AssertionMode;
  readonly confidence?: number;
  readonly asserted_at: Timestamp;
  readonly valid_time: ValidTime;
  readonly evidence: readonly EvidenceCitation[];
  readonly context_refs: readonly ElementRef[];
  /** Absent where the record holds no reference in a package's field, as for every record kind (§17). */
  readonly structural?: StructuralReferences;
  readonly lifecycle: {
    readonly status: AssertionStatus;
    readonly supersedes: readonly ElementRef[];
    readonly superseded_by: readonly ElementRef[];
    readonly retracted_at: Timestamp | null;
  };
}

/** Where the bytes of an Evidence element are (§15.3, §60.6). */
export type EvidencePayload =
  | { readonly mode: "inline"; readonly inline: JsonValue }
  | { readonly mode: "external"; readonly content_ref: string }
  | { readonly status: "purged" }
  /** In the view of a caller who may not read it (§29.2). */
  | { readonly status: "withheld" };

export type EvidenceStatus = "active" | "corrected";

/** An addressable artifact that Assertions cite (§15). */
export interface Evidence extends ElementEnvelope<"evidence"> {
  readonly evidence_class: string;
  readonly payload: EvidencePayload;
  readonly content_digest: Digest;
  readonly media_type?: string;
  readonly observed_at: Timestamp;
  readonly source: readonly ElementRef[];
  readonly generated_by: ElementRef | null;
  readonly structural?: StructuralReferences;
  readonly lifecycle: {
    readonly status: EvidenceStatus;
    readonly corrects: readonly ElementRef[];
    readonly corrected_by: readonly ElementRef[];
  };
}

export type ActivityStatus = "pending" | "running" | "completed" | "failed" | "cancelled";
export const ACTIVITY_STATUSES: readonly ActivityStatus[] = [
  "pending",
  "running",
  "completed",
  "failed",
  "cancelled",
];

/** A process in the provenance of cognition (§16). */
export interface Activity extends ElementEnvelope<"activity"> {
  readonly activity_class: string;
  readonly started_at: Timestamp | null;
  readonly ended_at: Timestamp | null;
  readonly inputs: readonly ElementRef[];
  readonly outputs: readonly ElementRef[];
  readonly associated_actors: readonly ElementRef[];
  readonly structural?: StructuralReferences;
  readonly parameters_digest?: Digest;
  readonly status: ActivityStatus;
}

/** Any durable Cognitive Element, told apart by `kind` (§6.1). */
export type Element = Concept | Proposition | Assertion | Evidence | Activity;

/** The element type of a kind: `ElementOf<"concept">` is `Concept`. */
export type ElementOf<K extends ElementKind> = Extract<Element, { kind: K }>;

/** The states out of ordinary recall: such elements are read only when asked for, by id or by state (§60). */
const OUT_OF_RECALL: ReadonlySet<string> = new Set(["archived", "tombstoned", "purged"]);

/** The exclusion of ordinary recall: archived and tombstoned elements and stubs are read only when asked for (§60). */
export function isInOrdinaryRecall(element: Element): boolean {
  return !OUT_OF_RECALL.has(element._system.state);
}

/** Binds a `client_key` to the creation it made, so that a resend is recognised as a retry (§7.5, §52.1). */
export interface ClientKeyBinding {
  readonly client_key: string;
  readonly kind: ElementKind;
  readonly id: ElementId;
  /** The digest of the creation as it was asked for; another creation under the key is a conflict. */
  readonly creation_digest: Digest;
}
