import type {
  DefineConceptTypeCommand,
  DefinePredicateCommand,
  ObjectLiteral,
  ObjectMember,
  SourceRange,
} from "../lang/index.js";
import { isJsonObject, KipError, kipError } from "../model/index.js";
import { readDraftSymbol } from "../schema/index.js";
import type { StateOverlay } from "../state/index.js";
import { evaluateValue } from "./evaluate.js";
import type { MutationContext, MutationOutcome } from "./outcome.js";
import { requireParameters } from "./parameters.js";
import { evaluateSymbol } from "./values.js";

/** `DEFINE CONCEPT TYPE` or `DEFINE PREDICATE` (§20.16). */
export type DefineCommand = DefineConceptTypeCommand | DefinePredicateCommand;

/** Whether a command adds to the Space's draft vocabulary rather than to its memory (§20.16). */
export function isDefine(command: { readonly type: string }): command is DefineCommand {
  return command.type === "DefineConceptType" || command.type === "DefinePredicate";
}

/**
 * Adds a symbol to the draft vocabulary of a Space (§20.16): the overlay is then under the next Schema Environment.
 * The result names the symbol's exact reference and the environment version it belongs to. Nothing else changes.
 * @throws what `readDraftSymbol` throws, with the place of the member it is about; `ReferenceError` for a parameter that
 * is not bound, `TypeMismatch` for a name that is no text.
 */
export function executeDefine(
  overlay: StateOverlay,
  command: DefineCommand,
  { parameters }: Pick<MutationContext, "parameters">,
): MutationOutcome {
  requireParameters(command, parameters);
  const name = evaluateSymbol(command.name, parameters);
  const definition = evaluateValue(command.definition, { parameters, elementOf: () => noElement() });
  if (!isJsonObject(definition)) throw new TypeError("an object literal is an object");
  const kind = command.type === "DefineConceptType" ? "ConceptType" : "PredicateType";
  const environment = placing(command, () =>
    overlay.environment.define(readDraftSymbol(overlay.environment, kind, name, definition)),
  );
  overlay.useEnvironment(environment);
  const { ref } = environment.resolve(kind, `kip://local/draft/${name}`);
  return { summary: { ref, schema_environment_version: environment.version }, changes: [], effect: true };
}

/** The static checks let only literals and parameters into a definition. */
function noElement(): never {
  throw kipError("ReferenceError", "a definition refers to no element", {
    hint: "Write literals and :parameters only.",
  });
}

/** Adds to an error where in the command the member stands that it is about, or else the name. */
function placing<T>({ name, definition }: DefineCommand, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KipError)) throw thrown;
    const { details } = thrown;
    const { from, to } = typeof details.member === "string" ? placeOf(definition, details.member) : name;
    throw thrown.saying(thrown.message, { details: { ...details, from, to } });
  }
}

/** The range of the member a dotted path leads to, or of the innermost one on the way that is written. */
function placeOf(definition: ObjectLiteral, path: string): SourceRange {
  let place: SourceRange = definition;
  let open: ObjectLiteral | null = definition;
  for (const step of path.split(".")) {
    const member: ObjectMember | undefined = open?.members.find((candidate) => candidate.name === step);
    if (member === undefined) return place;
    place = member;
    open = member.value.type === "ObjectLiteral" ? member.value : null;
  }
  return place;
}
