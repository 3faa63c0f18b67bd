import type { JsonObject } from "../model/index.js";
import type { SchemaPackage, SymbolKind } from "./definitions.js";
import {
  artifactDigest,
  DEFINITION_MEMBERS,
  DIGEST_PROFILE,
  PACKAGE_FORMAT,
  readPackage,
} from "./read-package.js";
import { exactRef, packageRef } from "./refs.js";

/** The reserved path of a Space's own vocabulary (§20.16). */
export const DRAFT_PACKAGE_ID = "kip://local/draft";

/** Its one version: a draft symbol never changes, so a version number would carry no information (§20.16). */
export const DRAFT_VERSION = "0.0.0";

/** The exact reference of the draft package, `kip://local/draft@0.0.0`. */
export const DRAFT_PACKAGE_REF = packageRef(DRAFT_PACKAGE_ID, DRAFT_VERSION);

/** The kinds of symbol DEFINE adds (§20.16). */
export type DraftKind = Extract<SymbolKind, "ConceptType" | "PredicateType">;

/** One symbol of a Space's draft vocabulary, as the environment version that added it keeps it. */
export interface DraftSymbol {
  readonly kind: DraftKind;
  readonly name: string;
  /** The body of the definition, its types named by exact reference. */
  readonly definition: JsonObject;
}

/** Whether a lineage or an exact reference names a draft symbol. */
export function isDraft(ref: string): boolean {
  return ref.startsWith(`${DRAFT_PACKAGE_ID}/`) || ref.startsWith(`${DRAFT_PACKAGE_REF}/`);
}

/**
 * The draft package of a Space with these symbols, in the order of their definition (§20.16). It is synthesized, with a
 * digest of its content so far; nobody installs it.
 */
export function draftPackage(symbols: readonly DraftSymbol[]): SchemaPackage {
  const ofKind = (kind: DraftKind): JsonObject =>
    Object.fromEntries(
      symbols
        .filter((symbol) => symbol.kind === kind)
        .map(({ name, definition }) => [
          name,
          { ref: exactRef(DRAFT_PACKAGE_ID, DRAFT_VERSION, name), kind, ...definition },
        ]),
    );
  const content: JsonObject = {
    format: PACKAGE_FORMAT,
    format_version: "2.0-draft",
    manifest: {
      package_id: DRAFT_PACKAGE_ID,
      version: DRAFT_VERSION,
      package_ref: DRAFT_PACKAGE_REF,
      description: "What this memory has named itself, until an installed package names it.",
      purpose: "draft_vocabulary",
      executable: false,
    },
    dependencies: [],
    definitions: {
      [DEFINITION_MEMBERS.ConceptType]: ofKind("ConceptType"),
      [DEFINITION_MEMBERS.PredicateType]: ofKind("PredicateType"),
    },
  };
  const integrity = { digest_profile: DIGEST_PROFILE, content_digest: artifactDigest(content) };
  return readPackage({ ...content, integrity }, {});
}

/** The symbols of a draft package, in the order of their definition within each kind. */
export function draftSymbols({ symbols }: SchemaPackage): readonly DraftSymbol[] {
  return [...symbols.ConceptType.values(), ...symbols.PredicateType.values()].map(
    ({ kind, name, source }) => {
      const { ref: _ref, kind: _kind, ...definition } = source;
      return { kind, name, definition };
    },
  );
}
