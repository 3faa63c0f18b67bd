import { ELEMENT_KINDS, type LiteralType } from "../model/index.js";
import type { ArtifactReader } from "./artifact-reader.js";
import { coreKind, coreStructuralField, isCoreKindName } from "./core-package.js";
import type {
  Attachment,
  ConceptTypeDefinition,
  DefinitionOf,
  ElementConstraint,
  FacetDefinition,
  ObjectConstraint,
  PredicateDefinition,
  StructuralFieldDefinition,
  SymbolDefinition,
  SymbolKind,
} from "./definitions.js";
import { type FieldContext, fieldsOf, readFieldSet, readReferencePaths } from "./read-fields.js";
import {
  exactRef,
  isLocalName,
  LOCAL_PREFIX,
  lineageOf,
  packageRef,
  parseExactRef,
  parseLineage,
} from "./refs.js";
import { readFormat } from "./string-formats.js";

/** What reading a definition depends on besides its own text. */
export interface DefinitionContext extends FieldContext {
  readonly packageId: string;
  readonly version: string;
  /** The lineages a bare Concept Type name may mean inside the package: its own, else its dependencies'. */
  readonly typesNamed: (name: string) => readonly string[];
}

/** The types a Literal can have (§9.2). */
export const LITERAL_TYPES: readonly LiteralType[] = ["string", "number", "boolean", "null"];

/** How each kind's definitions are read. */
export const READERS: {
  readonly [K in SymbolKind]: (
    name: string,
    at: ArtifactReader,
    context: DefinitionContext,
  ) => DefinitionOf[K];
} = {
  ConceptType: readConceptType,
  PredicateType: readPredicate,
  FacetDefinition: readFacet,
  StructuralFieldDefinition: readStructuralField,
};

function readConceptType(
  name: string,
  at: ArtifactReader,
  context: DefinitionContext,
): ConceptTypeDefinition {
  const attributes = at.member("attributes");
  attributes.requireOnly(["open", "fields", "value_schema"]);
  const set = readFieldSet(fieldsOf(at), attributes.member("open").booleanOr(true), context, [
    attributes.member("value_schema"),
    at.member("value_schema"),
  ]);
  return {
    ...readSymbol("ConceptType", name, at, context),
    attributes: set,
    referencePaths: readReferencePaths(at.member("reference_paths"), set),
  };
}

function readPredicate(name: string, at: ArtifactReader, context: DefinitionContext): PredicateDefinition {
  const functional = at.member("functional").booleanOr(false);
  const functionalBy = at.member("functional_by").wordOr(["object_type"], null);
  const object = readObject(at.member("object"), context);
  if (functionalBy !== null && functional) {
    throw at.illegal("functional and functional_by exclude each other", "Keep one of the two.");
  }
  if (functionalBy !== null && !takesConceptsOnly(object)) {
    throw at.illegal(
      "functional_by needs objects that are Concepts, because it partitions by their type",
      'Declare the object as {"kinds": ["Concept"]} or with concept_types.',
    );
  }
  return {
    ...readSymbol("PredicateType", name, at, context),
    subject: readConstraint(at.member("subject"), context),
    object,
    functional,
    functionalBy,
    openWorld: at.member("open_world").booleanOr(true),
    complete: at.member("complete").booleanOr(false),
    booleanCompleteness: at.member("boolean_completeness").booleanOr(false),
    temporalConflict: at
      .member("temporal_conflict")
      .wordOr(["overlapping_valid_time", "none"], "overlapping_valid_time"),
  };
}

function takesConceptsOnly(object: ObjectConstraint | null): boolean {
  if (!object?.elements || object.literalTypes.length > 0 || object.nullable) return false;
  return object.elements.kinds.every((kind) => kind === "concept");
}

function readObject(at: ArtifactReader, context: DefinitionContext): ObjectConstraint | null {
  if (at.isAbsent) return null;
  at.requireOnly([...ELEMENT_MEMBERS, "literal_types", "nullable", "format"]);
  const literalTypes = at
    .member("literal_types")
    .items()
    .map((type) => {
      const known = LITERAL_TYPES.find((candidate) => candidate === type.value);
      if (known) return known;
      throw type.illegal(
        `${JSON.stringify(type.value)} is no Literal type`,
        `Use ${LITERAL_TYPES.join(", ")}.`,
      );
    });
  const elements = readElements(at, context);
  const nullable = at.member("nullable").booleanOr(false);
  const format = readFormat(at.member("format"), context.formats);
  if (format !== null && !literalTypes.includes("string")) {
    throw at.illegal(
      "a format constrains string Literals only",
      'Add "string" to literal_types, or drop the format.',
    );
  }
  // Only `nullable` stated, or nothing at all: the value itself stays unconstrained.
  if (!elements && literalTypes.length === 0) {
    return nullable ? { elements: anyElement, literalTypes: LITERAL_TYPES, nullable, format } : null;
  }
  return { elements, literalTypes, nullable, format };
}

const anyElement: ElementConstraint = { kinds: ELEMENT_KINDS, conceptTypes: [] };

const ELEMENT_MEMBERS = ["kinds", "concept_types"];

/** Which elements a place takes; null when it says nothing about them. */
function readConstraint(at: ArtifactReader, context: DefinitionContext): ElementConstraint | null {
  at.requireOnly(ELEMENT_MEMBERS);
  return readElements(at, context);
}

function readElements(at: ArtifactReader, context: DefinitionContext): ElementConstraint | null {
  const kinds = at
    .member("kinds")
    .items()
    .map((entry) => {
      const kind = coreKind(entry.string());
      if (kind) return kind;
      throw entry.illegal(
        `${JSON.stringify(entry.value)} is no element kind`,
        "Use Concept, Proposition, Assertion, Evidence or Activity.",
      );
    });
  const types = at
    .member("concept_types")
    .items()
    .map((entry) => readTypeRef(entry, context));
  if (at.member("kinds").isAbsent && at.member("concept_types").isAbsent) return null;
  return { kinds, conceptTypes: types };
}

function readTypeRef(entry: ArtifactReader, context: DefinitionContext): string {
  const text = entry.string();
  if (text.startsWith(LOCAL_PREFIX) && context.packageId !== parseLineage(lineageOf(text))?.packageId) {
    throw entry.illegal(
      `${text} is a draft symbol of some Space, which a portable package cannot name`,
      "Refer to types of this package and of installed packages only.",
    );
  }
  if (parseExactRef(text)) return lineageOf(text);
  if (parseLineage(text)) return text;
  const lineages = isLocalName(text) ? context.typesNamed(text) : [];
  const [lineage] = lineages;
  if (lineages.length > 1) {
    throw entry.ambiguous(
      `${text} is exported by ${lineages.length} dependencies`,
      `Write the exact reference of one of them: ${lineages.join(" or ")}.`,
    );
  }
  if (lineage !== undefined) return lineage;
  throw entry.illegal(
    `${JSON.stringify(text)} names no Concept Type of this package or its dependencies`,
    "Write the exact reference of the type, kip://<package>@<version>/<Type>.",
  );
}

function readFacet(name: string, at: ArtifactReader, context: DefinitionContext): FacetDefinition {
  const set = readFieldSet(fieldsOf(at), !at.member("closed").booleanOr(false), context, [
    at.member("value_schema"),
  ]);
  return {
    ...readSymbol("FacetDefinition", name, at, context),
    value: set,
    applicableTo: readConstraint(at.member("applicable_to"), context),
    attachment: readAttachment(at.member("attachment")),
    computed: at.member("computed").booleanOr(false),
    referencePaths: readReferencePaths(at.member("reference_paths"), set),
  };
}

function readAttachment(at: ArtifactReader): Attachment | null {
  if (at.isAbsent) return null;
  at.requireOnly(["activity_classes", "terminal_only"]);
  const classes = at.member("activity_classes");
  return {
    activityClasses: classes.isAbsent ? null : classes.strings(),
    terminalOnly: at.member("terminal_only").booleanOr(false),
  };
}

function readStructuralField(
  name: string,
  at: ArtifactReader,
  context: DefinitionContext,
): StructuralFieldDefinition {
  const cardinality = at.member("cardinality");
  cardinality.requireOnly(["min", "max"]);
  const min = cardinality.member("min").numberOr(0);
  const max = cardinality.member("max").value === null ? null : cardinality.member("max").numberOr(null);
  if (!Number.isSafeInteger(min) || min < 0 || (max !== null && (!Number.isSafeInteger(max) || max < min))) {
    throw cardinality.illegal(
      "min and max must be whole numbers with 0 <= min <= max",
      "Use null for no upper bound.",
    );
  }
  const holders = readConstraint(at.member("source"), context);
  const shadowed = (holders?.kinds ?? ELEMENT_KINDS).find((kind) => coreStructuralField(name, kind));
  if (shadowed) {
    throw at.reserved(
      `${name} is a Core field of every ${shadowed}, which a package must not shadow`,
      "Choose another name, or let only Concepts hold the field.",
    );
  }
  return {
    ...readSymbol("StructuralFieldDefinition", name, at, context),
    holders,
    target: readConstraint(at.member("target"), context),
    min,
    max,
    ordered: at.member("ordered").booleanOr(false),
    unique: at.member("unique").booleanOr(false),
    computed: at.member("computed").booleanOr(false),
    reserved: false,
  };
}

function readSymbol<K extends SymbolKind>(
  kind: K,
  name: string,
  at: ArtifactReader,
  { packageId, version }: DefinitionContext,
): SymbolDefinition & { readonly kind: K } {
  if (!isLocalName(name)) {
    throw at.illegal(`${JSON.stringify(name)} is no symbol name`, "Use letters, digits and underscores.");
  }
  if (isCoreKindName(name)) {
    throw at.reserved(
      `${name} is reserved by Core`,
      "A package must not define a symbol under a Core kind's name.",
    );
  }
  const ref = exactRef(packageId, version, name);
  if (at.member("ref").stringOr(ref) !== ref) {
    throw at.illegal(`its ref must be ${ref}`, "Leave ref out; it follows from the package and the name.");
  }
  if (at.member("kind").stringOr(kind) !== kind) {
    throw at.illegal(
      `its kind must be ${kind}`,
      "Leave kind out; it follows from where the definition stands.",
    );
  }
  return {
    kind,
    ref,
    lineage: lineageOf(ref),
    name,
    packageRef: packageRef(packageId, version),
    description: at.member("description").stringOr(""),
    source: at.object(),
  };
}
