import { isJsonObject, type JsonObject } from "../../src/model/index.js";

/** A file a person chose. */
export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

/** What the chosen files hold, as the engine takes it. */
export interface PackageFiles {
  readonly packages: readonly JsonObject[];
  /** JSON Schema documents that a package pins. */
  readonly schemas: readonly JsonObject[];
}

/** What tells a Schema Package from any other JSON (§20.2). */
const PACKAGE_FORMAT = "KIP-Schema-Package";

/**
 * Sorts chosen files into packages and the JSON Schemas they pin. Whether a package is sound is for the engine to say.
 * @throws `Error` naming the file that is no JSON object, and when there is no package among them.
 */
export function readPackageFiles(files: readonly ChosenFile[]): PackageFiles {
  const artifacts = files.map(readFile);
  const packages = artifacts.filter(({ format }) => format === PACKAGE_FORMAT);
  if (packages.length === 0) {
    const names = files.map(({ name }) => name).join(", ");
    throw new Error(
      `There is no Schema Package in ${names}: it is a JSON object whose format is "${PACKAGE_FORMAT}".`,
    );
  }
  return { packages, schemas: artifacts.filter(({ format }) => format !== PACKAGE_FORMAT) };
}

function readFile({ name, text }: ChosenFile): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new Error(`${name} is no JSON: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
  if (!isJsonObject(value)) throw new Error(`${name} holds no JSON object.`);
  return value;
}

/** What packages are called, with their versions: `kip://domains/general@1.0.0`. */
export function packageNames({ packages }: PackageFiles): readonly string[] {
  return packages.map(({ manifest }) =>
    isJsonObject(manifest) ? `${manifest.package_id}@${manifest.version}` : "a package without a name",
  );
}
