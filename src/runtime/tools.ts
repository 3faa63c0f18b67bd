import type { JsonObject } from "../model/index.js";

/** One entry of a tool call's `operations`: a command alone, or with its name and own parameters (seed tools). */
export type ToolOperation =
  | string
  | { readonly op_id?: string; readonly command: string; readonly parameters?: JsonObject };

interface CommandOrOperations {
  readonly command?: string;
  readonly operations?: readonly ToolOperation[];
  readonly parameters?: JsonObject;
  readonly dry_run?: boolean;
}

/** The arguments of the `execute_kip` tool. Exactly one of `command` and `operations` is given. */
export interface ExecuteKipArguments extends CommandOrOperations {
  readonly execution?: {
    readonly mode: "independent" | "sequence" | "atomic";
    readonly on_error?: "stop" | "continue";
    readonly idempotency_key?: string;
  };
}

/** The arguments of the `execute_kip_readonly` tool. Exactly one of `command` and `operations` is given. */
export interface ExecuteKipReadonlyArguments extends CommandOrOperations {
  readonly read?: { readonly snapshot_token?: string };
}
