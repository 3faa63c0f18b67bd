import type { Completion } from "@codemirror/autocomplete";
import type { SyntaxNode } from "@lezer/common";
import type { SymbolOutline } from "../../schema-outline.js";
import { CORE_FIELDS } from "../docs/core-fields.js";
import type { Documentation } from "../docs/documentation.js";
import {
  documentCoreField,
  documentFacet,
  documentPredicate,
  documentStructuralField,
  documentType,
  signatureOf,
  structuralSignatureOf,
} from "../docs/symbols.js";
import { typesOfPattern } from "../reading/bindings.js";
import { ancestor, operandsOf, textOf } from "../reading/nodes.js";
import { symbolSortOf } from "../reading/symbol-place.js";
import type { Asked } from "./asked.js";
import { type OptionParts, quoted } from "./options.js";
import { type Target, targetOf } from "./target.js";

/** Symbols come before variables and parameters, which are legal in most of the same places. */
const FIRST = 50;

/** The schema's symbols that are legal at a place, best first; none where it takes no symbol. */
export function symbolOptions(asked: Asked): readonly Completion[] {
  const { node, text } = asked.place;
  switch (symbolSortOf(node, text)) {
    case "type":
      return typeOptions(asked);
    case "facet":
      return facetOptions(asked);
    case "predicate":
      return predicateOptions(asked, ancestor(node, "Triple", "BeliefSlotPattern"));
    case "structural":
      return structuralOptions(asked);
    case "package":
      return packageOptions(asked);
    case "policy":
      return policyOptions(asked);
    default:
      return [];
  }
}

/** The types of the schema. */
function typeOptions(asked: Asked): readonly Completion[] {
  return named(asked, asked.schema?.types ?? [], (type) => ({
    type: "class",
    documentation: documentType(type),
  }));
}

/** The Facets of the schema. */
function facetOptions(asked: Asked): readonly Completion[] {
  return named(asked, asked.schema?.facets ?? [], (facet) => ({
    type: "interface",
    documentation: documentFacet(facet),
  }));
}

/** The ids of the projection policies. */
function policyOptions(asked: Asked): readonly Completion[] {
  return (asked.schema?.policies ?? []).map((id) =>
    quoted(id, asked.place.token, { type: "constant", boost: FIRST }),
  );
}

/** The predicates, those that fit the subject first: a slot prefers those whose values compete. */
function predicateOptions(asked: Asked, tuple: SyntaxNode | null): readonly Completion[] {
  const subject = tuple ? typesOfTerm(operandsOf(tuple)[0] ?? null, asked) : [];
  const slot = tuple?.name === "BeliefSlotPattern";
  return named(asked, asked.schema?.predicates ?? [], (predicate) => {
    const competes = predicate.functional || predicate.functionalBy !== null;
    const fits = subject.length > 0 && predicate.subject.some((type) => subject.includes(type));
    return {
      type: "function",
      detail: signatureOf(predicate),
      documentation: documentPredicate(predicate),
      boost: FIRST + (fits ? 20 : 0) + (slot && competes ? 10 : 0),
    };
  });
}

function typesOfTerm(term: SyntaxNode | null, asked: Asked): readonly string[] {
  if (term?.name === "ObjectPattern") return typesOfPattern(term, asked.place.text);
  if (term?.name === "Variable") return asked.variable(textOf(term, asked.place.text).slice(1)).types;
  return [];
}

/** The Structural Fields: for a clause that writes them, those its element can hold. */
function structuralOptions(asked: Asked): readonly Completion[] {
  const entry = ancestor(asked.place.node, "StructuralEntry", "StructuralRemoval");
  const holder = entry && targetOf(entry, asked);
  const core = CORE_FIELDS.filter((field) => holder === null || field.holder === holder.kind);
  const ofPackages = named(
    asked,
    (asked.schema?.structuralFields ?? []).filter(
      ({ source, computed }) => holder === null || (!computed && canHold(source, holder)),
    ),
    (field) => ({
      type: "property",
      detail: structuralSignatureOf(field),
      documentation: documentStructuralField(field),
    }),
  );
  return [
    ...ofPackages,
    ...core.map((field) =>
      quoted(field.name, asked.place.token, {
        type: "property",
        boost: FIRST,
        detail: `→ ${field.target}`,
        documentation: documentCoreField(field),
      }),
    ),
  ];
}

function canHold(source: readonly string[], { kind, types }: Target): boolean {
  if (source.length === 0 || kind === null) return true;
  if (source.some((end) => end.toLowerCase() === kind)) return true;
  return kind === "concept" && (types.length === 0 || source.some((end) => types.includes(end)));
}

/** The packages that the schema's symbols come from. */
function packageOptions(asked: Asked): readonly Completion[] {
  const { types = [], predicates = [], facets = [], structuralFields = [] } = asked.schema ?? {};
  const refs = [...types, ...predicates, ...facets, ...structuralFields].map(({ ref }) => ref);
  const packages = new Set(refs.map((ref) => ref.slice(0, ref.lastIndexOf("/"))));
  return [...packages]
    .sort()
    .map((ref) => quoted(ref, asked.place.token, { type: "namespace", boost: FIRST }));
}

/** Symbols by local name; by exact reference where two packages share the name, which alone would be ambiguous. */
function named<S extends SymbolOutline>(
  asked: Asked,
  symbols: readonly S[],
  parts: (symbol: S) => OptionParts & { readonly documentation: Documentation },
): readonly Completion[] {
  const count = new Map<string, number>();
  for (const { name } of symbols) count.set(name, (count.get(name) ?? 0) + 1);
  return symbols.map((symbol) => {
    const label = (count.get(symbol.name) ?? 0) > 1 ? symbol.ref : symbol.name;
    return quoted(label, asked.place.token, { boost: FIRST, ...parts(symbol) });
  });
}
