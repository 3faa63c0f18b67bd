import type { Command } from "./ast.js";
import type { Diagnostic } from "./diagnostic.js";
import { parse } from "./parse.js";

/** The command of a text that is legal, without a warning. */
export function accepted<T extends Command["type"]>(text: string, type: T): Extract<Command, { type: T }> {
  const { command, diagnostics } = parse(text);
  if (command === null || diagnostics.length > 0) {
    throw new Error(`${text}\n${JSON.stringify(diagnostics, null, 2)}`);
  }
  if (command.type !== type) throw new Error(`${text} is a ${command.type}`);
  return command as Extract<Command, { type: T }>;
}

/** The first error of a text. */
export function refused(text: string): Diagnostic {
  const { command, diagnostics } = parse(text);
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error === undefined || command !== null) throw new Error(`accepted: ${text}`);
  return error;
}

/** The part of a text its first error points at. */
export function blamed(text: string): string {
  const { from, to } = refused(text);
  return text.slice(from, to);
}

/** Every program of the grammar's test files that is free of syntax errors, given the files by path. */
export function programsOf(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files)
    .filter(([file]) => !file.endsWith("/recovery.txt"))
    .flatMap(([, text]) => text.split(/^# .*\n/m).slice(1))
    .map((section) => section.slice(0, section.indexOf("==>")).trim());
}
