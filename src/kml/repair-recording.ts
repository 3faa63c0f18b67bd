import { memorySymbol } from "../derive/index.js";
import {
  type Activity,
  type Assertion,
  asElementId,
  type Digest,
  digestOf,
  type Element,
  type ElementId,
  type Evidence,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
} from "../model/index.js";
import { canonicalId, keyFor, type SpaceView, type StateOverlay } from "../state/index.js";
import { aKind } from "./describe.js";
import { newEnvelope } from "./envelope.js";
import { finish } from "./finish.js";
import type { MutationContext, MutationOutcome } from "./outcome.js";
import { MutationPlan } from "./plan.js";
import { requireLocated } from "./source-locator.js";
import { requireStandingTarget } from "./tombstones.js";
import { requireCount, requireMember, requireNonEmptyText } from "./values.js";

/** What a recording repair asks for (§57.8), in the shape of the Facet that its Activity carries. */
export interface RecordingRepair {
  readonly source_ref: string;
  readonly source_digest: string;
  readonly source_locator: string;
  readonly invalidated_refs: readonly string[];
  readonly replacement_refs: readonly string[];
  readonly reason: "extraction_error" | "attribution_error";
  readonly expected_versions: Readonly<Record<string, number>>;
}

/** Whose recordings a caller may repair: by default its own only (§57.8). */
export type RepairScope = "own" | "any";

const MEMBERS: readonly (keyof RecordingRepair)[] = [
  "source_ref",
  "source_digest",
  "source_locator",
  "invalidated_refs",
  "replacement_refs",
  "reason",
  "expected_versions",
];

/**
 * Repairs a recording (§57.8): the wrong extractions are invalidated, and a terminal `recording_repair` Activity says
 * why and what replaces them. Nothing of the source, of the invalidated payloads or of any actor's lifecycle changes.
 * `handles` are those of a command that ran in the same overlay and recorded the replacements.
 * @throws `InvalidRequestEnvelope` or what the value readers throw for a malformed request; `NotFoundOrNotVisible` for an
 * element that is not there, `TypeMismatch` for one of another kind, `DigestMismatch`, `BlobUnavailable` or
 * `ConstraintViolation` when the source is not what it is said to be, `NotAuthorized` for somebody else's recording,
 * `VersionConflict`, `InvalidLifecycleTransition` for what is invalidated already, `ConstraintViolation` for an element
 * that was not taken from the source and for a replacement that does not describe it.
 */
export function repairRecording(
  overlay: StateOverlay,
  request: JsonValue,
  context: MutationContext,
  { scope, handles }: { readonly scope: RepairScope; readonly handles: ReadonlyMap<string, ElementId> },
): MutationOutcome & { readonly activity: ElementId; readonly invalidated: readonly Element[] } {
  const repair = readRepair(request, handles);
  const plan = new MutationPlan(overlay, context);
  const source = requireSource(plan, repair);
  const invalidated = repair.invalidated_refs.map((ref) => requireExtraction(plan, source, ref));
  requireOnlyRepaired(overlay, invalidated);
  requireExpectedVersions(plan, repair);
  for (const element of invalidated) requireOwn(element, context, scope);
  const replacements = repair.replacement_refs.map((ref) =>
    requireReplacement(plan, repair, source, ref, invalidated),
  );
  const activity = plan.allocate({ kind: "activity" });
  plan.put(repairActivity(plan, activity, repair, source, invalidated, replacements));
  for (const element of invalidated) {
    plan.put({
      ...element,
      _system: { ...element._system, recording_validity: { status: "invalidated", repair_ref: activity } },
    });
  }
  const { summary, ...outcome } = finish(plan, overlay);
  return {
    ...outcome,
    summary: {
      ...summary,
      repair: activity,
      invalidated: repair.invalidated_refs,
      replaced_by: repair.replacement_refs,
    },
    activity,
    invalidated,
  };
}

function readRepair(request: JsonValue, handles: ReadonlyMap<string, ElementId>): RecordingRepair {
  if (!isJsonObject(request)) throw malformed("the repair", "an object");
  const unknown = Object.keys(request).find((name) => !(MEMBERS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw kipError("SchemaFieldNotFound", `a recording repair has no member ${JSON.stringify(unknown)}`, {
      hint: `Its members are ${MEMBERS.join(", ")}.`,
      details: { field: unknown, allowed: MEMBERS },
    });
  }
  const text = (name: keyof RecordingRepair) => requireNonEmptyText(request[name], name);
  const versions = request.expected_versions;
  if (!isJsonObject(versions)) throw malformed("expected_versions", "an object of versions by element id");
  const repair: RecordingRepair = {
    source_ref: text("source_ref"),
    source_digest: text("source_digest"),
    // A whole payload is located by the empty pointer.
    source_locator:
      typeof request.source_locator === "string" ? request.source_locator : text("source_locator"),
    invalidated_refs: readRefs(request.invalidated_refs, "invalidated_refs", handles),
    replacement_refs: readRefs(request.replacement_refs, "replacement_refs", handles),
    reason: requireMember(request.reason, ["extraction_error", "attribution_error"] as const, "reason"),
    expected_versions: Object.fromEntries(
      Object.entries(versions).map(([id, version]) => [id, requireCount(version, `expected_versions.${id}`)]),
    ),
  };
  if (repair.invalidated_refs.length > 0) return repair;
  throw kipError("ConstraintViolation", "a recording repair invalidates at least one element", {
    hint: "Name what was recorded wrongly in invalidated_refs.",
    details: { field: "invalidated_refs" },
  });
}

/** Ids, each once; `?name` stands for what a command of the same transaction recorded under that handle. */
function readRefs(
  value: JsonValue | undefined,
  name: string,
  handles: ReadonlyMap<string, ElementId>,
): readonly string[] {
  if (!Array.isArray(value)) throw malformed(name, "an array of element ids");
  const ids = value.map((item: JsonValue, index) => {
    const text = requireNonEmptyText(item, `${name}[${index}]`);
    if (!text.startsWith("?")) return text;
    const id = handles.get(text.slice(1));
    if (id !== undefined) return id;
    throw kipError("ReferenceError", `${text} names nothing the replacement command recorded`, {
      hint: "Use a handle of that command, or the id of an Assertion that is stored.",
      details: { field: name, handle: text },
    });
  });
  return [...new Set(ids)];
}

function malformed(where: string, expected: string) {
  return kipError("TypeMismatch", `${where} must be ${expected}`, {
    hint: `Send ${where} as ${expected}.`,
    details: { field: where, expected },
  });
}

function find(plan: MutationPlan, ref: string, where: string): Element {
  const id = asElementId(ref);
  const element = plan.before.element(id);
  if (element) {
    requireStandingTarget(plan, id);
    return element;
  }
  throw kipError("NotFoundOrNotVisible", `${where} refers to no element of this Space`, {
    hint: "Find it with SEARCH or FIND and use the id it returns.",
    details: { field: where, id },
  });
}

/** The source must still be exactly what was captured: identity, digest, and a place in it to look at. */
function requireSource(plan: MutationPlan, repair: RecordingRepair): Evidence {
  const source = find(plan, repair.source_ref, "source_ref");
  if (source.kind !== "evidence") {
    throw kipError("TypeMismatch", `the source is ${aKind(source.kind)}, not Evidence`, {
      hint: "A repair goes back to the captured source: name its Evidence.",
      details: { field: "source_ref", id: source.id, found: source.kind },
    });
  }
  if (source.content_digest !== repair.source_digest) {
    throw kipError("DigestMismatch", `${source.id} does not have the stated digest`, {
      hint: "Read the source again: the repair must be about exactly this content.",
      details: { id: source.id, stated: repair.source_digest, actual: source.content_digest },
    });
  }
  requireLocated(source, repair.source_locator);
  return source;
}

/** What may be invalidated: an Assertion, Evidence or Concept that was taken from this very source. */
function requireExtraction(plan: MutationPlan, source: Evidence, ref: string): Element {
  const element = find(plan, ref, "invalidated_refs");
  if (element._system.recording_validity) {
    throw kipError("InvalidLifecycleTransition", `${element.id} is invalidated already`, {
      hint: `${element._system.recording_validity.repair_ref ?? "A repair"} says why. An invalidation is final: record what is right anew.`,
      details: { id: element.id, from: "invalidated", to: "invalidated" },
    });
  }
  if (element.id !== source.id && isTakenFrom(plan.before, element, source.id)) return element;
  throw kipError("ConstraintViolation", `${element.id} was not taken from ${source.id}`, {
    hint: "A repair concerns what was read out of its source: an Assertion that cites it, Evidence that names it as its source, or what an Activity made with it among its inputs. What an actor got wrong is superseded or retracted instead.",
    details: { field: "invalidated_refs", id: element.id, source: source.id },
  });
}

function isTakenFrom(view: SpaceView, element: Element, source: ElementId): boolean {
  if (element.kind === "assertion" && element.evidence.some(({ id }) => id === source)) return true;
  if (element.kind === "evidence") {
    const generator = element.generated_by ? view.element(element.generated_by.id) : undefined;
    if (element.source.some(({ id }) => id === source) || hasInput(generator, source)) return true;
  }
  if (element.kind === "proposition" || element.kind === "activity") return false;
  return [...view.lookup(keyFor.refersTo(element.id))].some((id) => {
    const activity = view.element(id);
    return (
      activity?.kind === "activity" &&
      activity.outputs.some((output) => output.id === element.id) &&
      hasInput(activity, source)
    );
  });
}

function hasInput(activity: Element | undefined, id: ElementId): boolean {
  return activity?.kind === "activity" && activity.inputs.some((input) => input.id === id);
}

function requireExpectedVersions(
  plan: MutationPlan,
  { invalidated_refs, expected_versions }: RecordingRepair,
): void {
  const missing = invalidated_refs.find((ref) => !Object.hasOwn(expected_versions, ref));
  if (missing !== undefined) {
    throw kipError("ConstraintViolation", `expected_versions does not name ${missing}`, {
      hint: "Give the version at which you read each element that is to be invalidated.",
      details: { field: "expected_versions", id: missing },
    });
  }
  for (const [id, expected] of Object.entries(expected_versions)) {
    const actual = find(plan, id, "expected_versions")._system.version;
    if (actual === expected) continue;
    throw kipError("VersionConflict", `${id} is at version ${actual}, not ${expected}`, {
      hint: "Somebody changed it since you read it. Read it again and decide again.",
      details: { id, expected, actual },
    });
  }
}

function requireOwn(element: Element, { origin }: MutationContext, scope: RepairScope): void {
  if (scope === "any" || element._system.origin.principal_id === origin.principal_id) return;
  throw kipError("NotAuthorized", `${element.id} was recorded by another Principal`, {
    hint: "A recorder repairs its own recordings. Ask the owner for a broader grant of repair_recording.",
    details: { id: element.id },
  });
}

/** A misrecording is never written as the actor's own act (§57.8). */
function requireOnlyRepaired(overlay: StateOverlay, invalidated: readonly Element[]): void {
  const touched = invalidated.find(({ id }) => overlay.base.element(id) !== overlay.element(id));
  if (touched === undefined) return;
  throw kipError("ConstraintViolation", `the replacement command also changes ${touched.id}`, {
    hint: "The actor neither withdrew nor revised it. Record the replacement without SUPERSEDING and without TRANSITION.",
    details: { id: touched.id },
  });
}

function requireReplacement(
  plan: MutationPlan,
  { reason }: RecordingRepair,
  source: Evidence,
  ref: string,
  invalidated: readonly Element[],
): Assertion {
  const element = find(plan, ref, "replacement_refs");
  const refuse = (message: string, hint: string) =>
    kipError("ConstraintViolation", message, {
      hint,
      details: { field: "replacement_refs", id: element.id },
    });
  if (element.kind !== "assertion") {
    throw refuse(`${element.id} is no Assertion`, "A replacement is the claim that the source really holds.");
  }
  if (invalidated.some(({ id }) => id === element.id) || element._system.recording_validity) {
    throw refuse(`${element.id} is itself invalidated`, "Record the right claim anew and name that.");
  }
  if (element.lifecycle.status !== "active") {
    throw refuse(
      `${element.id} is ${element.lifecycle.status}`,
      "Record the right claim anew and name that.",
    );
  }
  if (!element.evidence.some(({ id }) => id === source.id)) {
    throw refuse(
      `${element.id} does not cite ${source.id}`,
      "A replacement rests on the same source: cite it as evidence.",
    );
  }
  if (element.asserted_at > source.observed_at) {
    throw refuse(
      `${element.id} says it was claimed after ${source.id} was observed`,
      `A replacement describes the original claim: give it the time of the source, at: "${source.observed_at}" or the earlier one the source records.`,
    );
  }
  const actor = (assertion: Assertion) => canonicalId(plan.before, assertion.asserted_by.id);
  const actors = invalidated.flatMap((wrong) => (wrong.kind === "assertion" ? [actor(wrong)] : []));
  if (reason === "extraction_error" && actors.length > 0 && !actors.includes(actor(element))) {
    throw refuse(
      `${element.id} is by another actor than what it replaces`,
      'What was extracted wrongly keeps its actor. If the wrong actor was recorded, the reason is "attribution_error".',
    );
  }
  return element;
}

function repairActivity(
  plan: MutationPlan,
  id: ElementId,
  repair: RecordingRepair,
  source: Evidence,
  invalidated: readonly Element[],
  replacements: readonly Assertion[],
): Activity {
  const { environment } = plan.before;
  const facet = environment
    .all("FacetDefinition")
    .findLast(({ lineage }) => lineage === memorySymbol("RecordingRepair"));
  const value = repair as unknown as JsonObject;
  return {
    ...newEnvelope(plan, id, "activity"),
    facets: facet ? { [environment.writeVersion(facet).ref]: value } : {},
    activity_class: "recording_repair",
    started_at: plan.context.now,
    ended_at: plan.context.now,
    inputs: [source, ...invalidated].map((element) => ({ id: element.id })),
    outputs: replacements.map((element) => ({ id: element.id })),
    associated_actors: [],
    parameters_digest: digestOf(value) as Digest,
    status: "completed",
  };
}
