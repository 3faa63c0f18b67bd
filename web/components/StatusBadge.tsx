import type { BeliefStatus } from "../../src/model/index.js";

/** One drawing for each status, so that it can be told without its colour. */
const ICONS: Readonly<Record<BeliefStatus, string>> = {
  accepted: "M3.5 8.5 6.5 11.5 12.5 4.5",
  rejected: "M4 4 12 12M12 4 4 12",
  contested: "M2.5 5.5h9m-3-3 3 3-3 3M13.5 10.5h-9m3-3-3 3 3 3",
  uncertain: "M5.5 6a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2.9-1.2 1.8M8 12.6v.2",
  insufficient: "M8 2.8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 1 0 8 2.8",
};

/** A belief's status: a word and a drawing, and a colour besides. */
export function StatusBadge({ status }: { readonly status: BeliefStatus }) {
  return (
    <span class="status" data-status={status}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
        stroke-dasharray={status === "insufficient" ? "2.2 2.2" : undefined}
        aria-hidden="true"
      >
        <path d={ICONS[status]} />
      </svg>
      {status}
    </span>
  );
}
