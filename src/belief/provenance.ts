import {
  type Activity,
  type Assertion,
  type Element,
  type ElementId,
  type Evidence,
  kindOfId,
  kipError,
} from "../model/index.js";
import { canonicalId, keyFor, type SpaceView } from "../state/index.js";
import { readDependencyBasis } from "./dependency-basis.js";
import { compareIds } from "./id-order.js";

/** How many elements one claim's provenance may span before its roots count as unknowable. */
export const MAX_PROVENANCE_ELEMENTS = 10_000;

/** Evidence classes that record somebody's testimony: their independence is that of the speaker (§23.4). */
const TESTIMONY: ReadonlySet<string> = new Set([
  "user_statement",
  "agent_statement",
  "message",
  "human_feedback",
]);

/** Evidence classes that hold a copy of content: two captures of the same bytes are one source (§23.1, §23.4). */
const COPIES: ReadonlySet<string> = new Set([
  "document",
  "web_resource",
  "external_assertion",
  "derived_result",
]);

/** The Activity class of which one run is one source, however many records are kept of it (§23.4). */
const SINGLE_RUN = "tool_execution";

/**
 * The Activity classes whose inputs are no premises of their outputs: what an outcome was observed of (§29.8), and what
 * a recording repair replaces (§57.8).
 */
const RECORDS_ABOUT: ReadonlySet<string> = new Set(["outcome_observation", "recording_repair"]);

/**
 * The provenance roots a claim rests on, as opaque group ids: claims that share one do not corroborate each other there
 * (§23). Evidence and derivations are followed upstream to what nothing else explains; testimony is rooted in the
 * person who gave it, copies in their content, what a tool returned in the run that returned it. A claim that explains
 * itself only through a cycle has no root (§23.5).
 * @throws `ResourceExhausted` when the provenance is too large to follow: a cut-off search could count one root twice.
 */
export function rootGroupsOf(view: SpaceView, assertion: Assertion): readonly string[] {
  const roots = new Set<string>();
  const seen = new Set<ElementId>([assertion.id]);
  const open: ElementId[] = [assertion.id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const element = view.element(next);
    const upstream = element ? upstreamOf(view, element) : [];
    if (upstream.length === 0) roots.add(rootGroup(view, next, element));
    for (const id of upstream) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(id);
    }
    if (seen.size > MAX_PROVENANCE_ELEMENTS) throw tooLarge(assertion);
  }
  // Speaking and witnessing are events of their own, even where the record of them is tangled.
  const isEvent = assertion.mode === "stated" || assertion.mode === "observed";
  if (roots.size === 0 && isEvent) roots.add(voiceOf(view, assertion.asserted_by.id));
  return [...roots].sort();
}

/** What an element was made from, as far as it can carry independent weight. */
function upstreamOf(view: SpaceView, element: Element): readonly ElementId[] {
  switch (element.kind) {
    case "assertion":
      return [
        ...element.evidence.filter(({ role }) => role === "support").map(({ id }) => id),
        ...derivedFrom(view, producersOf(view, element.id)),
      ];
    case "evidence":
      return [
        ...element.source.map(({ id }) => id).filter((id) => kindIn(view, id) === "evidence"),
        ...derivedFrom(view, [...producersOf(view, element.id), ...generatorOf(view, element)]),
      ];
    case "concept":
      return derivedFrom(view, producersOf(view, element.id));
    case "activity":
      return derivedFrom(view, [element]);
    case "proposition":
      return [];
  }
}

/**
 * What an element was made from and may be revised. What a record corrects is not among it (§57.2), nor the Evidence that
 * a claim cites: whether that still carries the claim is a question of its own (§22.4).
 */
export function sourcesBehind(view: SpaceView, element: Element): readonly Element[] {
  const upstream =
    element.kind === "assertion"
      ? derivedFrom(view, producersOf(view, element.id))
      : upstreamOf(view, element);
  const corrected = new Set(
    element.kind === "evidence" ? element.lifecycle.corrects.map(({ id }) => id) : [],
  );
  return upstream
    .filter((id) => !corrected.has(id))
    .map((id) => view.element(id))
    .filter((source) => source !== undefined);
}

/** The Activities that name an element among their outputs, oldest first (§29.6). */
export function producersOf(view: SpaceView, id: ElementId): readonly Activity[] {
  const producers: Activity[] = [];
  for (const source of view.lookup(keyFor.refersTo(id))) {
    const element = view.element(source);
    if (element?.kind === "activity" && element.outputs.some((output) => output.id === id))
      producers.push(element);
  }
  return producers.sort((left, right) => compareIds(left.id, right.id));
}

function generatorOf(view: SpaceView, { generated_by }: Evidence): readonly Activity[] {
  const generator = generated_by ? view.element(generated_by.id) : undefined;
  return generator?.kind === "activity" ? [generator] : [];
}

function derivedFrom(view: SpaceView, activities: readonly Activity[]): readonly ElementId[] {
  return activities
    .filter(({ status }) => status !== "failed" && status !== "cancelled")
    .filter(({ activity_class }) => !RECORDS_ABOUT.has(activity_class))
    .flatMap(premisesOf)
    .filter((id) => carriesWeight(view, id));
}

/** The inputs of a process that its results rest on: what its contract calls mere context is not among them (§57.6). */
function premisesOf(activity: Activity): readonly ElementId[] {
  const pinned = readDependencyBasis(activity)?.groups ?? [];
  const context = new Set(
    pinned.filter(({ role }) => role === "context").flatMap(({ pins }) => pins.map(({ id }) => id)),
  );
  return [
    ...activity.inputs.map(({ id }) => id).filter((id) => !context.has(id)),
    ...pinned.filter(({ role }) => role !== "context").flatMap(({ pins }) => pins.map(({ id }) => id)),
  ];
}

/** A person or a service that took part in a process is no source; what was derived from sources is (§23.2). */
function carriesWeight(view: SpaceView, id: ElementId): boolean {
  const kind = kindIn(view, id);
  if (kind === "evidence" || kind === "assertion") return true;
  if (kind === "concept") return producersOf(view, id).some(({ inputs }) => inputs.length > 0);
  const element = view.element(id);
  return element?.kind === "activity" && element.inputs.length > 0;
}

/** The kind of an element, or the kind its id was allocated for when it is not in the view. */
function kindIn(view: SpaceView, id: ElementId) {
  return view.element(id)?.kind ?? kindOfId(id);
}

/** The group of an element with nothing upstream. An element outside the view is only the name it is cited by. */
function rootGroup(view: SpaceView, id: ElementId, element: Element | undefined): string {
  if (element?.kind === "assertion") return voiceOf(view, element.asserted_by.id);
  if (element?.kind !== "evidence") return `root:${id}`;
  if (COPIES.has(element.evidence_class)) return `root:${element.content_digest}`;
  if (TESTIMONY.has(element.evidence_class)) return speakerGroup(view, element);
  return `root:${runOf(view, element) ?? id}`;
}

/** The tool execution that a record is of, or null: the oldest where several are named. */
function runOf(view: SpaceView, evidence: Evidence): ElementId | null {
  const runs = [...generatorOf(view, evidence), ...producersOf(view, evidence.id)]
    .filter(({ activity_class }) => activity_class === SINGLE_RUN)
    .map(({ id }) => id);
  return runs.sort(compareIds)[0] ?? null;
}

function speakerGroup(view: SpaceView, evidence: Evidence): string {
  const named = evidence.source.map(({ id }) => id).filter((id) => kindIn(view, id) === "concept");
  if (named.length > 0)
    return `root:${[...new Set(named.map((id) => canonicalId(view, id)))].sort().join("+")}`;
  // The record names no speaker: whoever is on record as stating something with it is the one.
  let earliest: Assertion | null = null;
  for (const id of view.lookup(keyFor.refersTo(evidence.id))) {
    const element = view.element(id);
    if (element?.kind !== "assertion" || element.mode !== "stated") continue;
    if (earliest === null || compareIds(element.id, earliest.id) < 0) earliest = element;
  }
  return earliest ? voiceOf(view, earliest.asserted_by.id) : `root:${evidence.id}`;
}

function voiceOf(view: SpaceView, actor: ElementId): string {
  return `root:${canonicalId(view, actor)}`;
}

function tooLarge({ id }: Assertion) {
  return kipError(
    "ResourceExhausted",
    `the provenance of ${id} spans more than ${MAX_PROVENANCE_ELEMENTS} elements`,
    {
      hint: "Ask about another Proposition, or read the raw assertions with FIND; their independence cannot be judged here.",
      details: { id, limit: MAX_PROVENANCE_ELEMENTS },
    },
  );
}
