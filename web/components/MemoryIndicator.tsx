import { useRef } from "preact/hooks";
import type { Session } from "../memory/session.js";
import { MemoryDialog } from "./MemoryDialog.js";

/** Which memory is open and how far it has come; the button opens what can be done with it. */
export function MemoryIndicator({ session }: { readonly session: Session }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { status } = session.state.value;
  return (
    <div class="memory">
      <span class="facts" data-testid="memory">
        <span class="visually-hidden">Memory: </span>
        <strong>{session.name}</strong>
        {status === "open" && (
          <>
            {" · "}sequence {session.head.value ?? 0}
            {" · "}
            {seenInWords(session.commitsSeen.value)}
          </>
        )}
        {status === "opening" && " · opening…"}
        {status === "failed" && " · not open"}
      </span>
      <button type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        Memory…
      </button>
      <MemoryDialog dialog={dialog} session={session} />
    </div>
  );
}

function seenInWords(commits: number): string {
  return commits === 1 ? "1 commit seen" : `${commits} commits seen`;
}
