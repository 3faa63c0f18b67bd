import { isJsonObject, type JsonObject, type JsonValue, type Operation } from "../../src/model/index.js";

/** What a case promises of its answer; none of the three asks for success only. */
export interface Expectation {
  readonly result?: JsonValue;
  readonly result_contains?: JsonValue;
  readonly error?: string;
}

/** What is sent as one request: a command or several operations, with parameters and other members of the envelope. */
export interface Step {
  readonly command?: string;
  readonly operations?: readonly Operation[];
  readonly params?: JsonObject;
  readonly envelope?: JsonObject;
}

/** A step before the cases, and the values it hands on: a JSON Pointer into its result for each parameter's name. */
export interface SetupStep extends Step {
  readonly capture?: Readonly<Record<string, string>>;
}

/** One step that is judged. */
export interface Case extends Step {
  readonly name: string;
  readonly ordered?: boolean;
  readonly expect: Expectation;
}

/** Cases that share one fresh Space, in the format of the conformance README. */
export interface Fixture {
  readonly name: string;
  readonly packages: readonly JsonValue[];
  readonly setup: readonly SetupStep[];
  readonly cases: readonly Case[];
}

/**
 * Reads a fixture from the text of its file.
 * @throws `Error` saying what is wrong with it and where.
 */
export function readFixture(text: string, fallbackName: string): Fixture {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error("a fixture is a JSON object");
  const { name = fallbackName, packages = [], setup = [], cases } = value;
  if (typeof name !== "string") throw new Error("name is not a string");
  return {
    name,
    packages: arrayOf(packages, "packages"),
    setup: arrayOf(setup, "setup").map((entry, index) => readSetup(entry, `setup[${index}]`)),
    cases: arrayOf(cases, "cases").map((entry, index) => readCase(entry, `cases[${index}]`)),
  };
}

function readSetup(entry: JsonValue, where: string): SetupStep {
  if (typeof entry === "string") return { command: entry };
  const object = objectOf(entry, where);
  const { capture } = object;
  if (capture === undefined) return readStep(object, where);
  const pointers = Object.entries(objectOf(capture, `${where}.capture`)).map(([name, pointer]) => {
    return [name, stringOf(pointer, `${where}.capture.${name}`)] as const;
  });
  return { ...readStep(object, where), capture: Object.fromEntries(pointers) };
}

function readCase(entry: JsonValue, where: string): Case {
  const object = objectOf(entry, where);
  const { name, ordered = false, expect } = object;
  if (typeof ordered !== "boolean") throw new Error(`${where}.ordered is not true or false`);
  return {
    ...readStep(object, where),
    name: stringOf(name, `${where}.name`),
    ordered,
    expect: readExpectation(objectOf(expect, `${where}.expect`), `${where}.expect`),
  };
}

function readStep(object: JsonObject, where: string): Step {
  const { command, operations, params, envelope } = object;
  if ((command === undefined) === (operations === undefined)) {
    throw new Error(`${where} needs either a command or operations`);
  }
  return {
    ...(command === undefined ? {} : { command: stringOf(command, `${where}.command`) }),
    ...(operations === undefined ? {} : { operations: readOperations(operations, `${where}.operations`) }),
    ...(params === undefined ? {} : { params: objectOf(params, `${where}.params`) }),
    ...(envelope === undefined ? {} : { envelope: objectOf(envelope, `${where}.envelope`) }),
  };
}

function readOperations(value: JsonValue, where: string): Operation[] {
  return arrayOf(value, where).map((entry, index) => {
    const operation = objectOf(entry, `${where}[${index}]`);
    return { ...operation, command: stringOf(operation.command, `${where}[${index}].command`) };
  });
}

function readExpectation(value: JsonObject, where: string): Expectation {
  // A member that this runner does not know would otherwise be a check that silently never runs.
  const stranger = Object.keys(value).find((key) => !["result", "result_contains", "error"].includes(key));
  if (stranger !== undefined) throw new Error(`${where} has the unknown member ${stranger}`);
  if (Object.keys(value).length > 1)
    throw new Error(`${where} asks for ${Object.keys(value).join(" and ")} at once`);
  return value.error === undefined ? value : { error: stringOf(value.error, `${where}.error`) };
}

function arrayOf(value: JsonValue | undefined, where: string): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new Error(`${where} is not an array`);
  return value as readonly JsonValue[];
}

function objectOf(value: JsonValue | undefined, where: string): JsonObject {
  if (!isJsonObject(value)) throw new Error(`${where} is not an object`);
  return value;
}

function stringOf(value: JsonValue | undefined, where: string): string {
  if (typeof value !== "string") throw new Error(`${where} is not a string`);
  return value;
}
