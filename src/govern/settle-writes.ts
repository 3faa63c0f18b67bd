import {
  type ClientKeyBinding,
  type Concept,
  type Element,
  type ElementId,
  kipError,
  type Timestamp,
} from "../model/index.js";
import { keyFor, type SpaceView, StateOverlay } from "../state/index.js";
import type { Authority } from "./authority.js";
import { authorizeWrites, type WriteAuthorization } from "./authorize-writes.js";
import { viewBeneath } from "./authorized-view.js";
import type { ControlState } from "./control-state.js";
import { cannotMerge, restore } from "./restore.js";

/** A transaction that has been evaluated and is about to be committed. */
export interface EvaluatedTransaction {
  readonly authority: Authority;
  readonly control: ControlState;
  /** The view it began on, and what it wrote over it. */
  readonly view: SpaceView;
  readonly overlay: StateOverlay;
  /** Names the exact request, for approvals. */
  readonly requestDigest: string;
  readonly now: Timestamp;
  /** What was written by a protected operation that its Principal is authorized for as such (§57.8). */
  readonly authorized?: ReadonlySet<ElementId>;
}

/** What may be committed. */
export interface SettledWrites extends WriteAuthorization {
  /** The elements as they will be stored: what the author changed, with what it could not see left as it was. */
  readonly elements: readonly Element[];
}

/**
 * Authorizes what a transaction wrote and gives it the form in which it is stored (§29, §32.3). For an author from whom
 * nothing is hidden that is what it wrote.
 *
 * Where a write meets what its author cannot see, existence protection (§30.4) yields only to what MUST hold of the
 * Space: a key, a canonical identity and a client key are unique whoever sees them (§7.3, §7.5), a merge closes no circle
 * (§11.1), and what is derived is labelled as its inputs are, seen or not (§31.2). What SHOULD hold yields to it: a tuple
 * that is stored out of sight is stored again (§12.4), and whoever sees both takes them for one, as after a merge (§11.4);
 * a purge asks only for the references its author sees (§60.3), and the stub serves the others.
 * @throws what `authorizeWrites` throws; `IdentityConflict`, `ClientKeyConflict` and `IdentityMergeConflict`, which name
 * no element but the author's own, for what is taken, or leads back, out of the author's sight.
 */
export function settleWrites(transaction: EvaluatedTransaction): SettledWrites {
  const { authority, control, view, overlay, requestDigest, now } = transaction;
  const beneath = viewBeneath(view);
  const written = overlay.written();
  const elements = beneath === view ? written : written.map((draft) => restored(view, beneath, draft));
  if (beneath !== view) requireFreeKeys(view, beneath, elements, overlay.boundClientKeys());
  const whole = beneath === view ? overlay : overlayOf(beneath, overlay, elements);
  if (beneath !== view) requireNoCircle(whole, elements);
  const authorization = authorizeWrites(
    {
      authority,
      before: view,
      after: overlay,
      written,
      whole,
      reservedActors: control.policy.reserved_actors,
      self: beneath.selfId,
      ...(transaction.authorized ? { authorized: transaction.authorized } : {}),
    },
    control,
    requestDigest,
    now,
  );
  return { ...authorization, elements };
}

function restored(view: SpaceView, beneath: SpaceView, draft: Element): Element {
  const whole = beneath.element(draft.id);
  const shown = view.element(draft.id);
  return whole && shown ? restore(whole, shown, draft) : draft;
}

function overlayOf(beneath: SpaceView, overlay: StateOverlay, elements: readonly Element[]): StateOverlay {
  const whole = new StateOverlay(beneath, overlay.counters);
  if (overlay.environment !== beneath.environment) whole.useEnvironment(overlay.environment);
  for (const element of elements) whole.put(element);
  return whole;
}

function requireFreeKeys(
  view: SpaceView,
  beneath: SpaceView,
  elements: readonly Element[],
  clientKeys: readonly ClientKeyBinding[],
): void {
  for (const element of elements) {
    if (element.kind !== "concept") continue;
    for (const [field, value, ids] of identitiesOf(beneath, element)) {
      if (ids.every((id) => id === element.id || view.element(id))) continue;
      throw kipError("IdentityConflict", `the ${field} ${JSON.stringify(value)} cannot be used`, {
        hint: `Give the Concept another ${field}.`,
        details: { field, value },
      });
    }
  }
  for (const { kind, client_key } of clientKeys) {
    if (view.clientKey(kind, client_key) || !beneath.clientKey(kind, client_key)) continue;
    throw kipError("ClientKeyConflict", `the client key ${JSON.stringify(client_key)} cannot be used`, {
      hint: "Use a new client key for a new creation.",
      details: { client_key },
    });
  }
}

/**
 * A merge is checked against what its author sees; one that was made out of its sight can close the circle (§11.1).
 * @throws `IdentityMergeConflict`, which names no other Concept.
 */
function requireNoCircle(whole: SpaceView, elements: readonly Element[]): void {
  for (const { id } of elements) {
    const passed = new Set<ElementId>();
    let at: ElementId | null = id;
    while (at !== null) {
      if (passed.has(at)) throw cannotMerge(id);
      passed.add(at);
      const element = whole.element(at);
      at = element?.kind === "concept" ? (element.merged_into?.id ?? null) : null;
    }
  }
}

/** What a Concept is newly known by for good, with every Concept that is filed under it. */
function identitiesOf(
  beneath: SpaceView,
  { id, schema_ref, key, canonical_id }: Concept,
): readonly (readonly [string, string, readonly ElementId[]])[] {
  const known = beneath.element(id);
  const before = known?.kind === "concept" ? known : null;
  const found: [string, string, readonly ElementId[]][] = [];
  if (key !== undefined && key !== before?.key) {
    const lineages = beneath.environment.equivalentLineages("ConceptType", schema_ref);
    found.push([
      "key",
      key,
      lineages.flatMap((lineage) => [...beneath.lookup(keyFor.conceptKey(lineage, key))]),
    ]);
  }
  if (canonical_id !== null && canonical_id !== before?.canonical_id) {
    found.push(["canonical_id", canonical_id, [...beneath.lookup(keyFor.canonicalId(canonical_id))]]);
  }
  return found;
}
