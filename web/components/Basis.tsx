import type { ProjectionBasis } from "../../src/model/index.js";
import { minuteOf } from "../dates.js";

/** The coordinates an answer was computed at (§21.12): under which policy, from which state, for which time. */
export function Basis({ basis }: { readonly basis: ProjectionBasis }) {
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
    </dl>
  );
}
