import { planeCounter } from "../../derive/index.js";
import {
  asElementId,
  type Element,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../../model/index.js";
import type { MutationPlan } from "../plan.js";
import { sameContent } from "../stamp.js";
import { refused } from "./errors.js";

/**
 * Checks the pins of a DependencyBasis against what really could be read (§57.6): a version or plane counter the source
 * has, had, or gets by this very transaction, at a sequence that is not to come. An older one is honest and stays what it
 * is; nothing is restamped. The schema has checked the shape.
 * @throws `ConstraintViolation` for a version, counter or sequence nobody can have read.
 */
export function requirePins(plan: MutationPlan, bearer: Element, basis: JsonObject): void {
  const { basis_seq } = basis;
  if (typeof basis_seq === "number" && basis_seq > plan.context.nextSeq) {
    throw refused(
      bearer.id,
      `basis_seq ${basis_seq} is still to come`,
      `Write the snapshot_seq of the read the derivation rests on; the Space is at ${plan.before.seq}.`,
      { field: "basis_seq", found: basis_seq, space_seq: plan.before.seq },
    );
  }
  for (const group of arrayOf(basis.groups)) {
    for (const pin of arrayOf(group.pins)) requirePin(plan, bearer, pin);
  }
}

function requirePin(plan: MutationPlan, bearer: Element, { id, version, planes }: JsonObject): void {
  const source = typeof id === "string" ? plan.element(asElementId(id)) : undefined;
  if (source === undefined || typeof version !== "number") return;
  const committed = plan.committed(source.id);
  const isWritten = committed === undefined || !sameContent(committed, source);
  const latest = committed === undefined ? 1 : committed._system.version + (isWritten ? 1 : 0);
  if (version > latest)
    throw unread(bearer, source, `version ${version}`, `version ${latest}`, { version, latest });
  for (const [plane, counter] of Object.entries(isJsonObject(planes) ? planes : {})) {
    const reached = planeCounter(source._system.plane_versions, plane) + (isWritten ? 1 : 0);
    if (typeof counter !== "number" || counter <= reached) continue;
    throw unread(bearer, source, `${plane} ${counter}`, `${plane} ${reached}`, {
      plane,
      counter,
      latest: reached,
    });
  }
}

function unread(bearer: Element, source: Element, claimed: string, actual: string, details: JsonObject) {
  return refused(
    bearer.id,
    `the basis pins ${source.id} at ${claimed}, which it never had`,
    `${source.id} is at ${actual}. Pin the _system.version that the read of it returned, and its plane_versions where only some planes matter.`,
    { pinned: source.id, ...details },
  );
}

function arrayOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
