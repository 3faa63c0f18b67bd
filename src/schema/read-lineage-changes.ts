import type { ArtifactReader } from "./artifact-reader.js";
import {
  SYMBOL_KINDS,
  type SymbolKind,
  type SymbolRetirement,
  type SymbolSuccession,
  type Symbols,
} from "./definitions.js";
import { isLocalName, LOCAL_PREFIX, parseLineage } from "./refs.js";

/** What the migrations of a package version say about lineages (§20.14). */
export interface LineageChanges {
  readonly successions: readonly SymbolSuccession[];
  readonly retirements: readonly SymbolRetirement[];
}

/**
 * Reads what migrations say about lineages (§20.14). The specification names no shape for it; here it is
 * `{"op": "rename", "symbol_kind", "from", "to"}`, where `from` and `to` are local names of this package line or whole
 * lineages, and `{"op": "retire", "symbol_kind", "symbol"}`. Entries with another `op` describe work on data, are kept
 * with the artifact, and change no lineage. A symbol that a version no longer defines is retired, declared or not.
 * @throws `ConstraintViolation` for a change of another package's symbol, of one this version still defines, or to one
 * it does not define.
 */
export function readLineageChanges(migrations: ArtifactReader, id: string, symbols: Symbols): LineageChanges {
  const successions: SymbolSuccession[] = [];
  const retirements: SymbolRetirement[] = [];
  for (const entry of migrations.items()) {
    const op = entry.member("op").value;
    if (op === "rename") {
      const kind = readKind(entry);
      const from = endedLineage(entry.member("from"), kind, id, symbols);
      successions.push({ kind, from, to: readLineage(entry.member("to"), id) });
    } else if (op === "retire") {
      const kind = readKind(entry);
      retirements.push({ kind, lineage: endedLineage(entry.member("symbol"), kind, id, symbols) });
    }
  }
  for (const succession of successions) requireSuccessor(migrations, succession, successions, id, symbols);
  return { successions, retirements };
}

function readKind(entry: ArtifactReader): SymbolKind {
  const kind = entry.member("symbol_kind").wordOr(SYMBOL_KINDS, null);
  if (kind !== null) return kind;
  throw entry.illegal("it needs a symbol_kind", `Name the kind of the symbol: ${SYMBOL_KINDS.join(", ")}.`);
}

function readLineage(at: ArtifactReader, id: string): string {
  const text = at.string();
  if (text.startsWith(LOCAL_PREFIX)) {
    throw at.illegal(
      "a package cannot name a draft symbol of some Space",
      "Promote draft symbols in the Space that has them, as a host operation.",
    );
  }
  if (parseLineage(text)) return text;
  if (isLocalName(text)) return `${id}/${text}`;
  throw at.illegal(`${JSON.stringify(text)} names no symbol`, "Write a local name or kip://<path>/<symbol>.");
}

/** A lineage of this package line that its new version ends: it cannot go on defining it. */
function endedLineage(at: ArtifactReader, kind: SymbolKind, id: string, symbols: Symbols): string {
  const lineage = readLineage(at, id);
  const parsed = parseLineage(lineage);
  if (parsed?.packageId !== id) {
    throw at.illegal("a package renames and retires its own symbols only", `Name a symbol of ${id}.`);
  }
  if (symbols[kind].has(parsed.name)) {
    throw at.illegal(
      `${parsed.name} is both ended and defined by this version`,
      "Leave its definition out, or leave it as it is.",
    );
  }
  return lineage;
}

/** A rename must lead, over any number of renames of the same artifact, to a symbol this version defines. */
function requireSuccessor(
  at: ArtifactReader,
  { kind, from, to }: SymbolSuccession,
  all: readonly SymbolSuccession[],
  id: string,
  symbols: Symbols,
): void {
  const passed = new Set([from]);
  for (let current = to; ; ) {
    const parsed = parseLineage(current);
    // The successor may live in another package; whether it is there is known when this one is activated.
    if (parsed?.packageId !== id || symbols[kind].has(parsed.name)) return;
    const next = all.find((other) => other.kind === kind && other.from === current);
    if (!next || passed.has(current)) {
      throw at.illegal(
        `the rename of ${from} leads to ${current}, which this version does not define`,
        "Define the successor in this version.",
      );
    }
    passed.add(current);
    current = next.to;
  }
}
