import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { addressOf, nameProblem } from "../memory/name.js";
import type { Session } from "../memory/session.js";
import { ActivatePackage } from "./ActivatePackage.js";

interface MemoryDialogProps {
  readonly dialog: RefObject<HTMLDialogElement>;
  readonly session: Session;
}

/** Adds to what may be written in this memory, opens another one, or forgets this one. */
export function MemoryDialog({ dialog, session }: MemoryDialogProps) {
  return (
    <dialog ref={dialog} aria-labelledby="memory-dialog-heading">
      <div class="stack">
        <h2 id="memory-dialog-heading">Memory “{session.name}”</h2>
        <p class="soft">
          It is kept in this browser, on this machine. Its name is part of this page's address, and every tab
          that opens the same name shares it.
        </p>
        <ActivatePackage session={session} />
        <hr />
        <OpenAnother current={session.name} />
        <hr />
        <Forget session={session} />
        <div class="row">
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  );
}

function OpenAnother({ current }: { readonly current: string }) {
  const name = useSignal(current);
  const problem = useSignal<string | null>(null);

  function open(event: SubmitEvent): void {
    event.preventDefault();
    const wanted = name.value.trim();
    problem.value = nameProblem(wanted);
    if (problem.value === null) location.assign(addressOf(wanted, location.href));
  }

  return (
    <form class="stack" onSubmit={open} noValidate>
      <div>
        <label for="memory-name">Open another memory by name; a new name starts an empty one</label>
        <input
          id="memory-name"
          value={name.value}
          autocomplete="off"
          aria-invalid={problem.value !== null}
          aria-describedby="memory-name-problem"
          onInput={(event) => {
            name.value = event.currentTarget.value;
            problem.value = null;
          }}
        />
        <p id="memory-name-problem" class="problem small" aria-live="polite">
          {problem}
        </p>
      </div>
      <div class="row">
        <button type="submit">Open</button>
      </div>
    </form>
  );
}

function Forget({ session }: { readonly session: Session }) {
  const asked = useSignal(false);
  const problem = useSignal<string | null>(null);

  async function forget(): Promise<void> {
    try {
      await session.forget();
      location.reload();
    } catch (thrown) {
      problem.value = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  return (
    <div class="stack">
      {asked.value ? (
        <>
          <p role="alert">
            Forget everything in “{session.name}”? Every claim, its evidence and its history are deleted, in
            all tabs. There is no way back.
          </p>
          <div class="row">
            <button type="button" onClick={() => (asked.value = false)}>
              Keep it
            </button>
            <button type="button" class="danger" onClick={() => void forget()}>
              Forget for good
            </button>
          </div>
        </>
      ) : (
        <div class="row">
          <button type="button" class="danger" onClick={() => (asked.value = true)}>
            Forget this memory…
          </button>
        </div>
      )}
      {problem.value !== null && <p class="problem">{problem}</p>}
    </div>
  );
}
