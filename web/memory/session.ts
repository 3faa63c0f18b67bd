import { type ReadonlySignal, signal } from "@preact/signals";
import { deleteNexus, openNexus, type SchemaOutline } from "../../src/client/index.js";
import { EXAMPLE_PACKAGES } from "../examples/packages.js";
import type { NexusApi } from "../nexus.js";
import type { PackageFiles } from "./package-files.js";
import { type OpeningProblem, openingProblem, storageProblem } from "./problem.js";

/** Where the memory is on its way to being usable. */
export type SessionState =
  | { readonly status: "opening" }
  | { readonly status: "open"; readonly nexus: NexusApi }
  | { readonly status: "failed"; readonly problem: OpeningProblem }
  | { readonly status: "forgotten" };

/** One open memory and what the page knows of it. */
export interface Session {
  readonly name: string;
  readonly state: ReadonlySignal<SessionState>;
  /** The newest sequence of the memory, from this tab or another; null until it is known. */
  readonly head: ReadonlySignal<number | null>;
  /** What may be written now, for the editor; null until the memory is open. */
  readonly schema: ReadonlySignal<SchemaOutline | null>;
  /** How many commits this page has seen since it was opened. */
  readonly commitsSeen: ReadonlySignal<number>;
  /**
   * Puts Schema Packages in force here and in every tab that has the memory open.
   * @throws `KipError` naming the package that cannot be verified; `Error` when the memory is not open.
   */
  activate(files: PackageFiles): Promise<void>;
  /** Deletes the memory with everything in it. There is no way back. */
  forget(): Promise<void>;
}

/** Opens a memory in the background; the returned session tells how far it is. */
export function openSession(name: string): Session {
  const state = signal<SessionState>({ status: "opening" });
  const head = signal<number | null>(null);
  const commitsSeen = signal(0);
  const schema = signal<SchemaOutline | null>(null);
  let schemaVersion = 0;
  // Reads are answered from memory, so a tab would not notice by itself that the database under it is gone.
  const forgotten = new BroadcastChannel(`kip-workbench:forgotten:${name}`);
  forgotten.onmessage = () => void leave();

  /** Lets go of the memory, here. */
  async function leave(): Promise<void> {
    const { value } = state;
    state.value = { status: "forgotten" };
    removeEventListener("focus", onReturn);
    if (value.status === "open") await value.nexus.close();
  }

  async function readSchema(nexus: NexusApi): Promise<void> {
    schema.value = await nexus.schema();
  }

  /** Another tab may have changed the schema of a memory that has no commit to tell it with. */
  function onReturn(): void {
    if (state.value.status === "open") void readSchema(state.value.nexus).catch(() => undefined);
  }

  async function open(): Promise<void> {
    const problem = await storageProblem(globalThis.indexedDB);
    if (problem) {
      state.value = { status: "failed", problem };
      return;
    }
    const nexus = await openNexus({ name, packages: EXAMPLE_PACKAGES });
    await nexus.onCommit(({ space_seq, schema_environment_version }) => {
      commitsSeen.value += 1;
      head.value = Math.max(head.value ?? 0, space_seq);
      if (schema_environment_version === schemaVersion) return;
      schemaVersion = schema_environment_version;
      // Until it is there, the editor knows the schema as it was.
      void readSchema(nexus).catch(() => undefined);
    });
    const { snapshot, results } = await nexus.executeKipReadonly({ command: "DESCRIBE PRIMER" });
    const seq = snapshot?.snapshot_seq ?? results[0]?.context?.snapshot_seq ?? 0;
    head.value = Math.max(head.value ?? 0, seq);
    await readSchema(nexus);
    state.value = { status: "open", nexus };
    addEventListener("focus", onReturn);
  }

  open().catch((thrown: unknown) => {
    state.value = { status: "failed", problem: openingProblem(thrown) };
  });

  return {
    name,
    state,
    head,
    commitsSeen,
    schema,
    async activate({ packages, schemas }) {
      if (state.value.status !== "open") throw new Error("The memory is not open.");
      const { nexus } = state.value;
      await nexus.activatePackages(packages, schemas);
      await readSchema(nexus);
    },
    async forget() {
      try {
        await leave();
        await deleteNexus(name);
        forgotten.postMessage(null);
      } catch (thrown) {
        state.value = { status: "failed", problem: openingProblem(thrown) };
        throw thrown;
      }
    },
  };
}
