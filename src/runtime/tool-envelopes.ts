import { isJsonObject, kipError, type Operation, type RequestEnvelope } from "../model/index.js";
import type { ExecuteKipArguments, ExecuteKipReadonlyArguments } from "./tools.js";

const COMMON_MEMBERS = ["command", "operations", "parameters", "dry_run"];

/**
 * The request envelope a call of `execute_kip` stands for.
 * @throws `InvalidRequestEnvelope` when the arguments are not those of the tool's definition.
 */
export function envelopeOfExecuteKip(args: ExecuteKipArguments): RequestEnvelope {
  requireMembers(args, [...COMMON_MEMBERS, "execution"], "execute_kip");
  const { execution, ...rest } = args;
  requireOption(execution, ["mode", "on_error", "idempotency_key"], "execution");
  return { ...envelopeOf(rest, "execute_kip"), ...(execution === undefined ? {} : { execution }) };
}

/**
 * The request envelope a call of `execute_kip_readonly` stands for. Several operations are evaluated independently.
 * @throws `InvalidRequestEnvelope` when the arguments are not those of the tool's definition.
 */
export function envelopeOfExecuteKipReadonly(args: ExecuteKipReadonlyArguments): RequestEnvelope {
  requireMembers(args, [...COMMON_MEMBERS, "read"], "execute_kip_readonly");
  const { read, ...rest } = args;
  requireOption(read, ["snapshot_token"], "read");
  const envelope = envelopeOf(rest, "execute_kip_readonly");
  return {
    ...envelope,
    ...(envelope.operations.length > 1 ? { execution: { mode: "independent" } as const } : {}),
    ...(read === undefined ? {} : { read }),
  };
}

type CommonArguments = Pick<ExecuteKipArguments, "command" | "operations" | "parameters" | "dry_run">;

function envelopeOf(args: CommonArguments, tool: string): RequestEnvelope {
  const { command, operations, parameters, dry_run } = args;
  if (command !== undefined && (typeof command !== "string" || command === "")) {
    throw wrongArgument("command", "one complete KIP command as text");
  }
  if (dry_run !== undefined && typeof dry_run !== "boolean") throw wrongArgument("dry_run", "true or false");
  if (parameters !== undefined && !isJsonObject(parameters)) {
    throw wrongArgument("parameters", "an object of values by parameter name");
  }
  if ((command === undefined) === (operations === undefined)) {
    throw kipError("InvalidRequestEnvelope", `${tool} takes either command or operations`, {
      hint: 'Send one command as {"command": "FIND(…) WHERE {…}"}, or several as {"operations": ["…", "…"]}.',
    });
  }
  return {
    kip: "2.0",
    operations: operations === undefined ? [{ command: command ?? "" }] : operationsOf(operations, tool),
    ...(parameters === undefined ? {} : { parameters }),
    ...(dry_run === undefined ? {} : { options: { dry_run } }),
  };
}

function operationsOf(operations: unknown, tool: string): readonly Operation[] {
  if (!Array.isArray(operations)) {
    throw kipError("InvalidRequestEnvelope", `operations of ${tool} is not an array`, {
      hint: 'Send {"operations": ["…", {"op_id": "b", "command": "…", "parameters": {}}]}.',
    });
  }
  return operations.map((entry: unknown, index) => {
    if (typeof entry === "string") return { command: entry };
    if (isJsonObject(entry)) {
      requireMembers(entry, ["op_id", "command", "parameters"], `operations[${index}]`);
      if (!Object.hasOwn(entry, "command")) {
        throw wrongArgument(`operations[${index}]`, "a command, or an object with a command");
      }
      return entry as unknown as Operation;
    }
    throw kipError("InvalidRequestEnvelope", `operations[${index}] is neither a command nor an object`, {
      hint: "Each operation is a command string, or an object with command and optionally op_id and parameters.",
    });
  });
}

/** The tools take less than an envelope does: what their definitions leave out is refused, not passed on. */
function requireOption(option: unknown, allowed: readonly string[], argument: string): void {
  if (option !== undefined) requireMembers(option, allowed, argument);
}

function wrongArgument(argument: string, expected: string): Error {
  return kipError("InvalidRequestEnvelope", `${argument} must be ${expected}`, {
    hint: `Send ${argument} as ${expected}.`,
    details: { field: argument, expected },
  });
}

function requireMembers(value: unknown, allowed: readonly string[], where: string): void {
  if (!isJsonObject(value)) {
    throw kipError("InvalidRequestEnvelope", `the arguments of ${where} are not an object`, {
      hint: `Send an object with ${allowed.join(", ")}.`,
    });
  }
  for (const member of Object.keys(value)) {
    if (allowed.includes(member)) continue;
    throw kipError("InvalidRequestEnvelope", `${where} has no member ${JSON.stringify(member)}`, {
      hint: `Leave it out. The members are ${allowed.join(", ")}.`,
      details: { member, allowed: [...allowed] },
    });
  }
}
