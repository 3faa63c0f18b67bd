import { kipError } from "../model/index.js";
import type { SymbolKind } from "./definitions.js";
import { DRAFT_PACKAGE_ID, type DraftKind, isDraft } from "./draft-package.js";
import type { SchemaEnvironment } from "./environment.js";
import { lineageOf } from "./refs.js";
import { KIND_WORDS, type LineageMap } from "./symbol-table.js";

/** A draft symbol and the symbol of an installed package it turned out to be (§20.16). */
export interface Promotion {
  readonly kind: DraftKind;
  /** The draft symbol: its name, its lineage or its exact reference. */
  readonly from: string;
  /** The symbol it becomes: an exact reference, a lineage, or a name that one installed package exports. */
  readonly to: string;
}

/**
 * Checks promotions against an environment and gives the lineage maps they add to it (§20.16). All of them, or none.
 * @throws `SchemaSymbolNotFound` for a draft symbol or a target that is not here, `SchemaSymbolAmbiguous` for a target
 * name that several packages export; `ConstraintViolation` for a draft symbol that was promoted before, and for a target
 * that is itself a draft symbol, is of another kind or takes no writes.
 */
export function planPromotions(
  environment: SchemaEnvironment,
  promotions: readonly Promotion[],
): readonly LineageMap[] {
  const planned: LineageMap[] = [];
  for (const promotion of promotions) {
    const { kind } = promotion;
    const from = draftLineage(environment, promotion);
    const earlier = [...environment.lineageMaps, ...planned].find(
      (map) => map.kind === kind && map.from === from,
    );
    if (earlier) {
      throw violation(
        promotion,
        `was promoted to ${earlier.to} already`,
        "A draft symbol is promoted once only.",
      );
    }
    planned.push({ kind, from, to: targetLineage(environment, promotion) });
  }
  return planned;
}

function draftLineage(environment: SchemaEnvironment, { kind, from }: Promotion): string {
  const lineage = from.startsWith("kip://") ? lineageOf(from) : `${DRAFT_PACKAGE_ID}/${from}`;
  const known = environment.all(kind).filter((definition) => isDraft(definition.ref));
  if (known.some((definition) => definition.lineage === lineage)) return lineage;
  const names = known.map(({ name }) => name).join(", ");
  throw kipError(
    "SchemaSymbolNotFound",
    `${JSON.stringify(from)} is no draft ${KIND_WORDS[kind]} of this Space`,
    {
      hint:
        names === "" ? `This Space has defined no ${KIND_WORDS[kind]}.` : `Its draft symbols are ${names}.`,
      details: { symbol: from, symbol_kind: kind },
    },
  );
}

function targetLineage(environment: SchemaEnvironment, promotion: Promotion): string {
  const { kind, to } = promotion;
  requireKind(environment, promotion);
  // The draft symbol may be what makes the name ambiguous; it cannot be meant.
  const [only, ...others] = environment.refsNamed(kind, to).filter((ref) => !isDraft(ref));
  const target = environment.resolve(kind, only !== undefined && others.length === 0 ? only : to);
  if (isDraft(target.ref)) {
    throw violation(
      promotion,
      `cannot become ${to}, a draft symbol`,
      "Promote it to a symbol of an installed package.",
    );
  }
  if (!environment.takesWrites(target)) {
    throw violation(
      promotion,
      `cannot become ${to}, which takes no more writes`,
      "Activate the package version that defines the symbol first.",
    );
  }
  return environment.canonicalLineage(kind, target.ref);
}

/** A text that names a symbol of another kind only is a mistake of its own. */
function requireKind(environment: SchemaEnvironment, promotion: Promotion): void {
  const { kind, to } = promotion;
  const kinds: readonly SymbolKind[] = environment.kindsNamed(to);
  if (kinds.length === 0 || kinds.includes(kind)) return;
  throw violation(
    promotion,
    `cannot become ${to}, which is a ${kinds.map((other) => KIND_WORDS[other]).join(" and a ")}`,
    `Promote it to a ${KIND_WORDS[kind]}.`,
  );
}

function violation({ kind, from, to }: Promotion, reason: string, hint: string) {
  return kipError("ConstraintViolation", `the draft ${KIND_WORDS[kind]} ${from} ${reason}`, {
    hint,
    details: { symbol_kind: kind, from, to },
  });
}
