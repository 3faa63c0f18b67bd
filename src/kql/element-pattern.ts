import type {
  ArrayPattern,
  ObjectPattern,
  PatternMember,
  PatternValue,
  Scalar,
  SourceRange,
} from "../lang/index.js";
import {
  asElementId,
  type ElementId,
  type ElementKind,
  isJsonObject,
  type JsonValue,
} from "../model/index.js";
import { CORE_STRUCTURAL_FIELDS } from "../schema/index.js";
import { byCost, type Constraint, type Test } from "./constraints.js";
import { REFERENCE_FIELDS, REFERENCE_LISTS, requireField } from "./element-fields.js";
import { ElementMatch } from "./element-match.js";
import { itemShapes, type Known, membersAt } from "./known.js";
import { remarkOn, requireValue } from "./members.js";
import { wrongType } from "./parameters.js";
import type { Step } from "./paths.js";
import type { Pattern } from "./pattern.js";
import type { Place } from "./place.js";
import type { Slot } from "./scope.js";
import { ELEMENT_SHAPES } from "./shapes.js";
import type { Lineages } from "./symbols.js";
import { compileElementTerm, idOf } from "./terms.js";
import { unknownMember } from "./unknown-member.js";
import { within } from "./within.js";

/**
 * Compiles an element pattern on a slot (§43.1, §43.4–§43.6). `kind` null matches any kind.
 * @throws `SchemaFieldNotFound` for a field the kind does not have, symbol errors for `type` and Facet names,
 * `TypeMismatch` for a value the field can never hold.
 */
export function compileElement(
  place: Place,
  kind: ElementKind | null,
  slot: Slot,
  pattern: ObjectPattern,
): Pattern {
  const compiler = new ElementCompiler(place, kind, slot);
  // The type says which attributes there are, wherever it is written.
  const typeFirst = [...pattern.members].sort(
    (left, right) => Number(right.name === "type") - Number(left.name === "type"),
  );
  for (const member of typeFirst) compiler.field(member);
  place.constrained.add(slot);
  return new ElementMatch({
    kind: compiler.kind,
    slot,
    id: compiler.id,
    addressed: compiler.addressed || place.scope.asksState(slot),
    constraints: byCost(compiler.constraints),
    constrained: place.constrained,
    source: pattern,
  });
}

class ElementCompiler {
  readonly #place: Place;
  readonly #slot: Slot;
  #types: readonly Lineages[] | null = null;
  readonly constraints: Constraint[] = [];
  kind: ElementKind | null;
  /** The element the pattern addresses by id. */
  id: ElementId | null = null;
  /** Whether it asks for what ordinary recall leaves out: by id, or by naming a state (§60); a FILTER may ask, too. */
  addressed = false;

  constructor(place: Place, kind: ElementKind | null, slot: Slot) {
    this.#place = place;
    this.#slot = slot;
    this.kind = kind;
  }

  field({ name, value, nameRange }: PatternMember): void {
    requireField(this.kind, name, nameRange);
    if (name === "id") this.#identity(value);
    else if (name === "type") this.#conceptType(value);
    else if (name === "state") this.#value(["_system", "state"], value, this.#known("_system", "state"));
    else this.#value([name], value, this.#known(name));
  }

  /** What is known of a place of the element, before anything is read. */
  #known(...names: readonly string[]): Known {
    const shapes = this.kind === null ? Object.values(ELEMENT_SHAPES) : [ELEMENT_SHAPES[this.kind]];
    let known: Known | null = { shapes, types: this.#types, symbols: this.#place.symbols };
    for (const name of names) known = known && membersAt(known, name);
    return known ?? { shapes: [], types: null, symbols: this.#place.symbols };
  }

  #identity(value: PatternValue): void {
    this.addressed = true;
    const id = idOf(this.#place, value);
    if (id !== null) this.id = asElementId(id);
    else this.#value(["id"], value, this.#known("id"));
  }

  /** `type` names a lineage: every readable version of the Concept Type matches (§43.1, §20.14). */
  #conceptType(value: PatternValue): void {
    this.kind = "concept";
    if (value.type === "Variable") {
      this.#value(["schema_ref"], value, this.#known("schema_ref"));
      return;
    }
    const name = isScalar(value) ? this.#place.parameters.scalar(value) : {};
    if (typeof name !== "string") {
      throw wrongType("type", "a Concept Type", name, value, 'Write type as a quoted name such as "Person".');
    }
    const lineages = within(value, () => this.#place.symbols.conceptType(name));
    this.#types = [lineages];
    this.#place.scope.referents.narrow(this.#slot, lineages);
    this.#add(["schema_ref"], { is: "symbol", lineages });
  }

  #value(steps: readonly Step[], value: PatternValue, known: Known): void {
    const path = steps.join(".");
    if (path === "_system.state") this.addressed = true;
    if (value.type === "Variable" && !REFERENCE_FIELDS.has(path)) {
      this.#add(steps, { is: "variable", slot: this.#place.scope.declare(value.name, "value") });
    } else if (value.type === "ArrayPattern") this.#list(steps, value, known);
    else if (REFERENCE_FIELDS.has(path)) this.#reference(steps, value, REFERENCE_FIELDS.get(path) ?? null);
    else if (value.type === "ObjectPattern") this.#object(steps, value, known);
    else if (isScalar(value)) this.#data(steps, this.#place.parameters.scalar(value), value, known);
    else this.#reference(steps, value, "proposition");
  }

  #data(steps: readonly Step[], value: JsonValue, at: SourceRange, known: Known): void {
    const path = steps.join(".");
    if (REFERENCE_LISTS.has(path) && !Array.isArray(value)) throw listWanted(path, value, at);
    requireValue(known, path, value, at, this.#place.remarks);
    if (path === "schema_ref" && typeof value === "string" && value.startsWith("kip://")) {
      // A ref is compared as the symbol it names, here as in a FILTER (§20.14).
      this.#add(steps, { is: "symbol", lineages: this.#place.symbols.versionsOf("ConceptType", value) });
      return;
    }
    this.#add(steps, { is: path === "aliases" && !Array.isArray(value) ? "holding" : "equal", value });
  }

  #reference(
    steps: readonly Step[],
    value: Exclude<PatternValue, ArrayPattern>,
    kind: ElementKind | null,
  ): void {
    const given = isScalar(value) ? this.#place.parameters.scalar(value) : undefined;
    if (steps.length === 1 && steps[0] === "object" && typeof given === "string") {
      this.#add(steps, { is: "object text", text: given });
      return;
    }
    // Only an object may be a Literal; elsewhere a text names an element by id, and null asks for an explicit null.
    if (given === null || (steps[0] === "object" && given !== undefined && !isJsonObject(given))) {
      this.#add(steps, { is: "equal", value: given });
    } else {
      const endpoint = compileElementTerm(this.#place, value, steps.join("."), kind);
      this.#add(steps, { is: "reference", endpoint });
    }
  }

  /** Nested patterns constrain what they name, and leave the rest of the object free (§43.1). */
  #object(steps: readonly Step[], pattern: ObjectPattern, known: Known): void {
    const path = steps.join(".");
    if (REFERENCE_LISTS.has(path)) throw listWanted(path, {}, pattern);
    if (pattern.members.length === 0) this.#add(steps, { is: "object" });
    for (const { name, value, nameRange } of pattern.members) {
      const member = within(nameRange, () => membersAt(known, name));
      if (member === null) throw unknownMember(known, path, name, nameRange);
      this.#value([...steps, within(nameRange, () => this.#step(path, name))], value, member);
    }
  }

  #step(path: string, name: string): Step {
    if (path === "facets") return { lineages: this.#place.symbols.facet(name) };
    if (path === "structural") return { lineages: this.#place.symbols.packageField(name) };
    return name;
  }

  #list(steps: readonly Step[], pattern: ArrayPattern, known: Known): void {
    const path = steps.join(".");
    this.#add(steps, { is: "list", length: pattern.items.length });
    remarkOn(known, path, [], pattern, this.#place.remarks);
    const each = { ...known, shapes: itemShapes(known.shapes) };
    for (const [index, item] of pattern.items.entries()) {
      const at = [...steps, index];
      if (!REFERENCE_LISTS.has(path) || item.type === "ArrayPattern") this.#value(at, item, each);
      else if (path === "evidence" && item.type === "ObjectPattern") this.#citation(at, item, each);
      else this.#reference(at, item, REFERENCE_LISTS.get(path) ?? null);
    }
  }

  /** A citation has a role besides the Evidence it refers to (§15.6); whatever else is named is the Evidence's own. */
  #citation(steps: readonly Step[], pattern: ObjectPattern, known: Known): void {
    const [roles, others] = [true, false].map((isRole) =>
      pattern.members.filter(({ name }) => (name === "role") === isRole),
    );
    for (const { value, nameRange } of roles ?? []) {
      this.#value([...steps, "role"], value, within(nameRange, () => membersAt(known, "role")) ?? known);
    }
    this.#reference(steps, { ...pattern, members: others ?? [] }, "evidence");
  }

  #add(steps: readonly Step[], test: Test): void {
    this.constraints.push({ steps, test });
  }
}

function isScalar(value: PatternValue): value is Scalar {
  return value.type === "Literal" || value.type === "Parameter";
}

/** A list is matched whole; only the Core fields of §20.13 can also be matched reference by reference. */
function listWanted(path: string, value: JsonValue, at: SourceRange) {
  const whole = `Write ${path}: [ … ] to match the whole list, or ${path}: ?list to bind it.`;
  const hint = CORE_STRUCTURAL_FIELDS.some(({ name }) => name === path)
    ? `Write STRUCTURAL (?x, ${JSON.stringify(path)}, ?y) to match one of its references. ${whole}`
    : whole;
  return wrongType(path, "a list or a ?variable", value, at, hint);
}
