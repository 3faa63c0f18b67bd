/** The prefix of every Schema reference (§20.2). */
const SCHEME = "kip://";

/** What the ids of Space-local packages begin with; no installed package may (§20.16). */
export const LOCAL_PREFIX = `${SCHEME}local/`;

const SEGMENT = "[a-z0-9][a-z0-9-]*";
const PATH = `${SEGMENT}(?:/${SEGMENT})*`;
// A version is opaque here: it is compared for equality only, never ordered.
const VERSION = "[A-Za-z0-9][A-Za-z0-9.+-]*";
const SYMBOL = "[A-Za-z_][A-Za-z0-9_]*";

const PACKAGE_ID = new RegExp(`^${SCHEME}${PATH}$`);
const PACKAGE_REF = new RegExp(`^(${SCHEME}${PATH})@(${VERSION})$`);
const EXACT_REF = new RegExp(`^(${SCHEME}${PATH})@(${VERSION})/(${SYMBOL})$`);
const LINEAGE_REF = new RegExp(`^(${SCHEME}${PATH})/(${SYMBOL})$`);
const LOCAL_NAME = new RegExp(`^${SYMBOL}$`);

/** The exact identity of a Schema symbol, taken apart (§20.14). */
export interface ExactRef {
  /** The package's id, for example `kip://profiles/cognitive-memory`. */
  readonly packageId: string;
  readonly version: string;
  /** The symbol's local name, for example `Person`. */
  readonly name: string;
}

/** Takes `kip://<path>@<version>/<symbol>` apart, or returns null for any other text (§20.2). */
export function parseExactRef(text: string): ExactRef | null {
  const match = EXACT_REF.exec(text);
  if (!match) return null;
  const [, packageId = "", version = "", name = ""] = match;
  return { packageId, version, name };
}

/** Takes `kip://<path>/<symbol>` apart, or returns null for any other text (§20.14). */
export function parseLineage(text: string): { readonly packageId: string; readonly name: string } | null {
  const match = LINEAGE_REF.exec(text);
  if (!match) return null;
  const [, packageId = "", name = ""] = match;
  return { packageId, name };
}

/** Takes `kip://<path>@<version>` apart, or returns null for any other text (§20.2). */
export function parsePackageRef(
  text: string,
): { readonly packageId: string; readonly version: string } | null {
  const match = PACKAGE_REF.exec(text);
  if (!match) return null;
  const [, packageId = "", version = ""] = match;
  return { packageId, version };
}

/** Whether a text is a package id, `kip://` and a lower-case path without a version (§20.3). */
export function isPackageId(text: string): boolean {
  return PACKAGE_ID.test(text);
}

/** Whether a text can be a symbol's local name (§20.6). */
export function isLocalName(text: string): boolean {
  return LOCAL_NAME.test(text);
}

/** The exact reference of a package version, `kip://<path>@<version>`. */
export function packageRef(packageId: string, version: string): string {
  return `${packageId}@${version}`;
}

/** The exact reference of a symbol in one package version. */
export function exactRef(packageId: string, version: string, name: string): string {
  return `${packageId}@${version}/${name}`;
}

/**
 * The lineage identity of an exact reference: the same text without its version (§20.14). Any other text, such as a
 * reserved Core field name, is its own lineage. It follows no rename: `SchemaEnvironment.canonicalLineage` does.
 */
export function lineageOf(ref: string): string {
  const at = ref.indexOf("@");
  if (at === -1 || !ref.startsWith(SCHEME)) return ref;
  const slash = ref.indexOf("/", at);
  return slash === -1 ? ref.slice(0, at) : ref.slice(0, at) + ref.slice(slash);
}

/** The local name of an exact reference or a lineage; any other text is its own name. */
export function localNameOf(ref: string): string {
  return ref.startsWith(SCHEME) ? ref.slice(ref.lastIndexOf("/") + 1) : ref;
}
