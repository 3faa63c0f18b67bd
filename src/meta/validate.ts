import type { PolicyRegistry } from "../belief/index.js";
import { type CursorKey, evaluateFind, readAsOf, readFindCursor, regexProblem } from "../kql/index.js";
import {
  type Diagnostic,
  diagnosticError,
  errorsAmong,
  languageOf,
  type ObjectLiteral,
  parse,
  warningsAmong,
} from "../lang/index.js";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KipError,
  kipError,
  type Timestamp,
  type Warning,
} from "../model/index.js";
import { builtInPackages, builtInSchemas, loadPackage, type SchemaEnvironment } from "../schema/index.js";
import { SpaceState, type SpaceView } from "../state/index.js";
import { Operands } from "./operands.js";

/** What VALIDATE found out (§69.2). What was validated is not carried out, and nothing is reserved for it. */
export interface Validation {
  readonly target: string;
  readonly valid: boolean;
  /** Each in the form a response would have it (§86.1), with the place in the validated text where there is one. */
  readonly errors: readonly JsonObject[];
  readonly warnings: readonly JsonObject[];
}

/**
 * The parameters a validated or previewed command is read with: those of the request, overridden by what the statement's
 * WITH clause gives under `parameters`.
 * @throws `SchemaFieldNotFound` for another option, `TypeMismatch` for parameters that are no object.
 */
export function innerParameters(parameters: JsonObject, options: ObjectLiteral | null): JsonObject {
  const given = new Operands(parameters).options(options);
  for (const name of Object.keys(given)) {
    if (name === "parameters") continue;
    throw kipError("SchemaFieldNotFound", `VALIDATE has no option ${JSON.stringify(name)}`, {
      hint: "The only option is parameters: the values of the validated command's own parameters.",
      details: { field: name, allowed: ["parameters"] },
    });
  }
  const { parameters: own = {} } = given;
  if (isJsonObject(own)) return { ...parameters, ...own };
  throw kipError("TypeMismatch", "the option parameters must be an object of values by name", {
    details: { field: "parameters", expected: "object" },
  });
}

/**
 * What VALIDATE answers when `check` throws, or returns what there is to remark. Defects of the engine are not findings
 * about the input.
 */
export function validation(
  target: string,
  check: () => readonly Warning[],
  diagnostics: readonly Diagnostic[] = [],
): Validation {
  const warnings = warningsAmong(diagnostics) as unknown as readonly JsonObject[];
  try {
    const remarks = check() as unknown as readonly JsonObject[];
    return { target, valid: true, errors: [], warnings: [...warnings, ...remarks] };
  } catch (thrown) {
    if (!(thrown instanceof KipError) || thrown.code === "InternalError") throw thrown;
    return { target, valid: false, errors: [asError(thrown)], warnings };
  }
}

/**
 * Everything that is wrong with a command's text (§69.2): its syntax, its static checks and the language it is in. Null
 * when the text is a command of that language, which can then be checked against the memory.
 */
export function textFindings(target: string, text: string, language: "KQL" | "KML"): Validation | null {
  const { command, diagnostics } = parse(text, { regexProblem });
  if (command === null) {
    const errors = errorsAmong(diagnostics).map((error) => asError(diagnosticError(error)));
    const warnings = warningsAmong(diagnostics) as unknown as readonly JsonObject[];
    return { target, valid: false, errors, warnings };
  }
  const actual = languageOf(command);
  if (actual === language) return null;
  return validation(target, () => {
    throw kipError("LanguageMismatch", `the command is ${actual}, not ${language}`, {
      details: { declared: language, actual },
    });
  });
}

/**
 * Validates a KML command without carrying it out (§69.2): its text, and what `rehearse` throws for it.
 */
export function validateMutation(text: string, rehearse: () => void): Validation {
  const refused = textFindings("KML", text, "KML");
  const check = () => {
    rehearse();
    return [];
  };
  return refused ?? validation("KML", check, parse(text, { regexProblem }).diagnostics);
}

/** What a validated query is read with. */
export interface QueryContext {
  readonly parameters: JsonObject;
  readonly now: Timestamp;
  readonly cursorKey: CursorKey;
  /** The epistemic policies on offer; the standard ones without it. */
  readonly policies?: PolicyRegistry;
}

/**
 * Validates a FIND without answering it (§69.2): its text, its parameters, and its symbols in the Schema Environment in
 * force. Evaluated on an empty memory it costs nothing, and no limit of real data is met; the contexts of its settings
 * are those of the present memory, whatever AS OF SEQ names.
 */
export function validateQuery(view: SpaceView, text: string, context: QueryContext): Validation {
  const refused = textFindings("KQL", text, "KQL");
  if (refused) return refused;
  const { command, diagnostics } = parse(text, { regexProblem });
  if (command?.type !== "Find") throw new TypeError("the only command of KQL is FIND");
  return validation(
    "KQL",
    () => {
      const { parameters, now, cursorKey, policies } = context;
      readFindCursor(command, parameters, cursorKey, view.spaceId);
      readAsOf(command.asOf, parameters);
      const empty = new SpaceState(view.spaceId, view.environment);
      // Empty, but of the present: what is in force now is what the query may name.
      empty.restore({ seq: view.seq, elements: [], clientKeys: [], identity: [], identityVersion: 0 });
      const search = { seq: empty.seq, search: () => [] };
      const { remarks } = evaluateFind(
        empty,
        { ...command, cursor: null, asOf: null },
        { parameters, now, search, contextsIn: view, ...(policies ? { policies } : {}) },
      );
      return remarks;
    },
    diagnostics,
  );
}

/**
 * Validates a package artifact against what is in force (§69.2): its form, its definitions, what it rests on, and
 * whether it could be activated here. Nothing is installed.
 */
export function validatePackage(environment: SchemaEnvironment, artifact: JsonObject): Validation {
  return validation("SCHEMA PACKAGE", () => {
    const held = environment.packages.map(({ package: item }) => item);
    const loaded = loadPackage(artifact, {
      packages: [...builtInPackages(), ...held],
      schemas: builtInSchemas(),
    });
    environment.activate([loaded]);
    return [];
  });
}

function asError(error: KipError): JsonObject {
  return error.toShape() as unknown as Record<string, JsonValue>;
}
