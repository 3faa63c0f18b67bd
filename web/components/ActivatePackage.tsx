import { useSignal } from "@preact/signals";
import { packageNames, readPackageFiles } from "../memory/package-files.js";
import { problemInWords } from "../memory/problem.js";
import type { Session } from "../memory/session.js";

type Progress =
  | { readonly status: "idle" | "activating" }
  | { readonly status: "done" | "refused"; readonly text: string };

/** Brings a Schema Package from a file into the open memory. */
export function ActivatePackage({ session }: { readonly session: Session }) {
  const progress = useSignal<Progress>({ status: "idle" });
  const { status } = progress.value;

  async function activate(input: HTMLInputElement): Promise<void> {
    const chosen = [...(input.files ?? [])];
    if (chosen.length === 0 || progress.peek().status === "activating") return;
    progress.value = { status: "activating" };
    try {
      const files = readPackageFiles(
        await Promise.all(chosen.map(async (file) => ({ name: file.name, text: await file.text() }))),
      );
      await session.activate(files);
      progress.value = { status: "done", text: `In force now: ${packageNames(files).join(", ")}.` };
    } catch (thrown) {
      progress.value = { status: "refused", text: problemInWords(thrown) };
    }
    // The same file, corrected meanwhile, can be chosen again.
    input.value = "";
  }

  return (
    <div>
      <label for="memory-package">
        Activate a Schema Package: its JSON file, together with the JSON Schemas it pins if it does
      </label>
      <input
        id="memory-package"
        type="file"
        accept="application/json,.json"
        multiple
        disabled={session.state.value.status !== "open"}
        aria-describedby="memory-package-outcome"
        aria-invalid={status === "refused"}
        onChange={(event) => void activate(event.currentTarget)}
      />
      <p
        id="memory-package-outcome"
        class={status === "refused" ? "problem small" : "small"}
        aria-live="polite"
      >
        {"text" in progress.value ? progress.value.text : status === "activating" && "Activating…"}
      </p>
    </div>
  );
}
