import type { ProjectionBasis } from "../../src/model/index.js";
import type { BeliefMaterial } from "../belief/material.js";
import { nameOf } from "../belief/names.js";
import { minuteOf } from "../dates.js";

interface BasisProps {
  readonly basis: ProjectionBasis;
  readonly material: BeliefMaterial;
}

/** The coordinates an answer was computed at (§21.12): under which policy, from which state, for which time and context. */
export function Basis({ basis, material }: BasisProps) {
  return (
    <dl class="basis">
      <dt>Policy</dt>
      <dd>
        <code>{basis.policy.id}</code> version {basis.policy.version}
      </dd>
      <dt>As of</dt>
      <dd>sequence {basis.snapshot_seq}</dd>
      <dt>Valid at</dt>
      <dd>
        <time dateTime={basis.valid_at}>{minuteOf(basis.valid_at)}</time>
      </dd>
      <dt>Next change</dt>
      <dd>
        {basis.next_invalid_at === null ? (
          "none known"
        ) : (
          <time dateTime={basis.next_invalid_at}>{minuteOf(basis.next_invalid_at)}</time>
        )}
      </dd>
      <dt>Context</dt>
      <dd>
        {basis.context_refs.length === 0
          ? "none named: general claims only"
          : basis.context_refs.map((id) => nameOf(id, material)).join(", ")}
      </dd>
      <dt>Purpose, risk</dt>
      <dd>
        {basis.purpose}, {basis.risk}
      </dd>
    </dl>
  );
}
