import type { Command, FindCommand, KmlCommand, MetaCommand } from "./ast.js";
import { spelled } from "./spelled.js";

/** The three languages of the protocol (§73). */
export type Language = "KQL" | "KML" | "META";

/** What the types of META commands begin with. */
const META = /^(?:Describe|List|Search|Verify|Validate|Preview|History|Changes|Export)/;

/**
 * The language a command is written in, judged from the command itself (§73.1). What is not known to read is KML, so
 * that nothing new passes as harmless.
 */
export function languageOf({ type }: Command): Language {
  return type === "Find" ? "KQL" : META.test(type) ? "META" : "KML";
}

/** The statement's name in upper case, for example `TRANSITION` or `DESCRIBE PRIMER`. */
export function statementName(command: Command): string {
  switch (command.type) {
    case "Verify":
    case "Validate":
      return `${spelled(command.type)} ${command.target}`;
    case "DescribeTransactionByKey":
      return "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY";
    default:
      return spelled(command.type);
  }
}

/** Whether a command can change state. Exactly the KML commands can; a label cannot say otherwise (§63.2, §73.1). */
export function isStateChanging(command: Command): command is KmlCommand {
  return languageOf(command) === "KML";
}

/** Whether a command is the KQL statement. */
export function isFind(command: Command): command is FindCommand {
  return command.type === "Find";
}

/** Whether a command is a META statement. */
export function isMeta(command: Command): command is MetaCommand {
  return languageOf(command) === "META";
}
