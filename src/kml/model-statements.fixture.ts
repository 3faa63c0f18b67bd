import type { ElementKind, JsonObject, JsonValue } from "../model/index.js";

/** An element as the model calls it. */
export type ModelId = string;

/** How a statement refers to an element. */
export type Ref =
  | { readonly by: "id"; readonly id: ModelId }
  | { readonly by: "handle"; readonly handle: string }
  | { readonly by: "key"; readonly type: string | null; readonly key: string }
  | { readonly by: "nothing" };

/** An operand of an update expression (§59): a constant, or a path on the target. */
export type Operand = JsonValue | { readonly path: readonly string[] };

/** What an assignment gives a key: a value, or an update expression. */
export type Assigned =
  | { readonly value: JsonValue }
  | { readonly call: "ADD" | "MUL" | "CLAMP" | "COALESCE"; readonly args: readonly Operand[] };

export type Assignments = Readonly<Record<string, Assigned>>;

export interface FacetWrite {
  readonly facet: string;
  readonly set: Assignments;
}

export interface Edge {
  readonly field: string;
  readonly target: Ref;
  readonly index?: number;
  readonly role?: string;
}

export interface Guard {
  readonly version: number;
  readonly plane: "attributes" | "structural" | "retention" | { readonly facet: string } | null;
}

export interface Tuple {
  readonly subject: Ref;
  readonly predicate: string;
  readonly object: { readonly element: Ref } | { readonly literal: JsonValue };
}

/** What a selecting statement acts on: an element it names, one its WHERE finds by id, or all of a kind. */
export type Target =
  | { readonly at: "one"; readonly ref: Ref }
  | { readonly at: "found"; readonly kind: Exclude<ElementKind, "proposition">; readonly id: ModelId }
  | { readonly at: "all"; readonly kind: Exclude<ElementKind, "proposition">; readonly type?: string };

interface Claim {
  readonly handle: string;
  readonly by: Ref;
  readonly mode: string;
  readonly stance?: string;
  readonly confidence?: number;
  readonly at?: string;
  readonly valid?: JsonObject;
  readonly context?: readonly Ref[];
  readonly clientKey?: string;
}

interface Record_ {
  readonly handle: string;
  readonly fields: JsonObject;
  readonly facet?: FacetWrite;
  readonly edges: readonly Edge[];
  readonly clientKey?: string;
}

interface Selecting {
  readonly target: Target;
  readonly limit?: number;
  readonly guards: readonly Guard[];
}

export interface Edits {
  readonly fields?: Assignments;
  readonly attributes?: Assignments;
  readonly unset?: readonly string[];
  readonly facet?: FacetWrite;
  readonly unsetFacet?: { readonly facet: string; readonly names: readonly string[] };
  readonly add?: readonly Edge[];
  readonly remove?: readonly Edge[];
}

/** The statements of KML as plain data (§54–§60). */
export type Statement =
  | ({ readonly do: "create concept"; readonly type: string; readonly attributes?: JsonObject } & Record_)
  | ({ readonly do: "create evidence" | "create activity" } & Record_)
  | ({
      readonly do: "create assertion";
      readonly proposition: Ref;
      readonly facet?: FacetWrite;
      readonly edges: readonly Edge[];
    } & Claim)
  | ({
      readonly do: "assert";
      readonly tuple: Tuple;
      readonly evidence?: readonly Ref[];
      readonly superseding?: Ref;
    } & Claim)
  | ({
      readonly do: "upsert";
      readonly handle: string;
      readonly match: { readonly type?: string; readonly key?: string; readonly id?: Ref };
      readonly guards: readonly Guard[];
    } & Edits)
  | {
      readonly do: "ensure";
      readonly handle: string;
      readonly tuple: Tuple;
      readonly guards: readonly Guard[];
    }
  | ({ readonly do: "update" } & Selecting & Edits)
  | ({
      readonly do: "move";
      readonly to: string;
      readonly successor?: Ref;
      readonly fields?: JsonObject;
      readonly add?: readonly Edge[];
    } & Selecting)
  | ({ readonly do: "retain"; readonly members: JsonObject } & Selecting)
  | { readonly do: "merge"; readonly source: Ref; readonly into: Ref; readonly guards: readonly Guard[] }
  | ({ readonly do: "purge payload" } & Selecting)
  | ({ readonly do: "purge"; readonly policy?: string } & Selecting);

/** The KML text of statements: one alone, or several in a MUTATE. `idOf` gives the engine's id of an element. */
export function textOf(statements: readonly Statement[], idOf: (id: ModelId) => string): string {
  const write = new Writer(idOf);
  const texts = statements.map((statement) => write.statement(statement));
  return texts.length === 1 ? (texts[0] ?? "") : `MUTATE {\n${texts.join("\n")}\n}`;
}

class Writer {
  readonly #idOf: (id: ModelId) => string;

  constructor(idOf: (id: ModelId) => string) {
    this.#idOf = idOf;
  }

  statement(statement: Statement): string {
    switch (statement.do) {
      case "create concept":
        return `CREATE CONCEPT ?${statement.handle} { TYPE "${statement.type}" ${this.#record(statement)} ${
          statement.attributes ? `SET ATTRIBUTES ${json(statement.attributes)}` : ""
        } }`;
      case "create evidence":
      case "create activity":
        return `${statement.do.toUpperCase()} ?${statement.handle} { ${this.#record(statement)} }`;
      case "create assertion":
        return `CREATE ASSERTION ?${statement.handle} { ${this.#clientKey(statement)} SET FIELDS {${[
          `proposition: ${this.#ref(statement.proposition)}`,
          ...this.#claim(statement, {
            by: "asserted_by",
            at: "asserted_at",
            valid: "valid_time",
            context: "context_refs",
          }),
        ].join(", ")}} ${this.#facet(statement.facet)} ${this.#edges("SET", statement.edges)} }`;
      case "assert":
        return `ASSERT ?${statement.handle} ${this.#tuple(statement.tuple)} {${[
          ...this.#claim(statement, { by: "by", at: "at", valid: "valid", context: "context" }),
          ...(statement.evidence
            ? [`evidence: [${statement.evidence.map((ref) => this.#ref(ref)).join(", ")}]`]
            : []),
          ...(statement.clientKey === undefined ? [] : [`key: ${json(statement.clientKey)}`]),
        ].join(", ")}}${statement.superseding ? ` SUPERSEDING ${this.#target(statement.superseding)}` : ""}`;
      case "upsert":
        return `UPSERT CONCEPT ?${statement.handle} { MATCH {${Object.entries(statement.match)
          .map(([name, value]) => `${name}: ${typeof value === "string" ? json(value) : this.#target(value)}`)
          .join(", ")}} ${this.#edits(statement, statement.handle)} }${this.#guards(statement.guards)}`;
      case "ensure":
        return `ENSURE PROPOSITION ?${statement.handle} ${this.#tuple(statement.tuple)}${this.#guards(statement.guards)}`;
      case "update":
        return `UPDATE ${this.#targetOf(statement)} ${this.#edits(statement, "x")}${this.#tail(statement)}`;
      case "move":
        return `TRANSITION ${this.#targetOf(statement)} TO "${statement.to}"${
          statement.successor ? ` BY ${this.#target(statement.successor)}` : ""
        } ${statement.fields ? `SET FIELDS ${json(statement.fields)}` : ""} ${this.#edges("SET", statement.add ?? [])}${this.#tail(statement)}`;
      case "retain":
        return `SET RETENTION ${this.#targetOf(statement)} ${json(statement.members)}${this.#tail(statement)}`;
      case "merge":
        return `MERGE CONCEPT ${this.#target(statement.source)} INTO ${this.#target(statement.into)}${this.#guards(statement.guards)}`;
      case "purge payload":
        return `PURGE PAYLOAD ${this.#targetOf(statement)}${this.#tail(statement)} CONFIRM "PURGE"`;
      case "purge":
        return `PURGE ${this.#targetOf(statement)}${this.#tail(statement)}${
          statement.policy === undefined ? "" : ` REFERENCE POLICY "${statement.policy}"`
        } CONFIRM "PURGE"`;
    }
  }

  #record({ clientKey, fields, facet, edges }: Record_): string {
    const set = Object.keys(fields).length === 0 ? "" : `SET FIELDS ${json(fields)}`;
    return `${this.#clientKey({ clientKey })} ${set} ${this.#facet(facet)} ${this.#edges("SET", edges)}`;
  }

  #clientKey({ clientKey }: { readonly clientKey?: string | undefined }): string {
    return clientKey === undefined ? "" : `CLIENT KEY ${json(clientKey)}`;
  }

  #claim(
    { by, mode, stance, confidence, at, valid, context }: Claim,
    names: { readonly by: string; readonly at: string; readonly valid: string; readonly context: string },
  ): readonly string[] {
    return [
      `${names.by}: ${this.#ref(by)}`,
      `mode: ${json(mode)}`,
      ...(stance === undefined ? [] : [`stance: ${json(stance)}`]),
      ...(confidence === undefined ? [] : [`confidence: ${json(confidence)}`]),
      ...(at === undefined ? [] : [`${names.at}: ${json(at)}`]),
      ...(valid === undefined ? [] : [`${names.valid}: ${json(valid)}`]),
      ...(context === undefined
        ? []
        : [`${names.context}: [${context.map((ref) => this.#ref(ref)).join(", ")}]`]),
    ];
  }

  #edits({ fields, attributes, unset, facet, unsetFacet, add, remove }: Edits, variable: string): string {
    return [
      ...(fields ? [`SET FIELDS ${this.#assignments(fields, variable)}`] : []),
      ...(attributes ? [`SET ATTRIBUTES ${this.#assignments(attributes, variable)}`] : []),
      ...(unset ? [`UNSET ATTRIBUTES {${unset.map((name) => json(name)).join(", ")}}`] : []),
      this.#facet(facet, variable),
      ...(unsetFacet ? [`UNSET FACET "${unsetFacet.facet}" {${unsetFacet.names.join(", ")}}`] : []),
      this.#edges("SET", add ?? []),
      this.#edges("UNSET", remove ?? []),
    ]
      .filter(Boolean)
      .join(" ");
  }

  #facet(write: FacetWrite | undefined, variable = "x"): string {
    return write === undefined ? "" : `SET FACET "${write.facet}" ${this.#assignments(write.set, variable)}`;
  }

  #assignments(assignments: Assignments, variable: string): string {
    const members = Object.entries(assignments).map(([name, assigned]) => {
      if ("value" in assigned) return `${json(name)}: ${json(assigned.value)}`;
      const args = assigned.args.map((operand) =>
        isPath(operand) ? `?${variable}${operand.path.map(step).join("")}` : json(operand),
      );
      return `${json(name)}: ${assigned.call}(${args.join(", ")})`;
    });
    return `{${members.join(", ")}}`;
  }

  #edges(word: "SET" | "UNSET", edges: readonly Edge[]): string {
    if (edges.length === 0) return "";
    const entries = edges.map(({ field, target, index, role }) => {
      const options = { ...(index === undefined ? {} : { index }), ...(role === undefined ? {} : { role }) };
      const written = word === "UNSET" || Object.keys(options).length === 0 ? "" : ` ${json(options)}`;
      return `("${field}", ${this.#ref(target)})${written}`;
    });
    return `${word} STRUCTURAL {${entries.join(" ")}}`;
  }

  #tuple({ subject, predicate, object }: Tuple): string {
    const end = "element" in object ? this.#ref(object.element) : json(object.literal);
    return `(${this.#ref(subject)}, "${predicate}", ${end})`;
  }

  #guards(guards: readonly Guard[]): string {
    return guards
      .map(({ version, plane }) => {
        if (plane === null) return ` EXPECT VERSION ${version}`;
        return ` EXPECT VERSION ${version} OF ${typeof plane === "string" ? plane.toUpperCase() : `FACET "${plane.facet}"`}`;
      })
      .join("");
  }

  #targetOf({ target }: Selecting): string {
    return target.at === "one" ? this.#target(target.ref) : "?x";
  }

  #tail({ target, limit, guards }: Selecting): string {
    const pattern =
      target.at === "one"
        ? null
        : target.at === "found"
          ? `{id: "${this.#idOf(target.id)}"}`
          : typed(target.type);
    const where = target.at === "one" ? "" : ` WHERE { ?x ${target.kind.toUpperCase()} ${pattern} }`;
    return `${where}${limit === undefined ? "" : ` LIMIT ${limit}`}${this.#guards(guards)}`;
  }

  /** A reference where a value may stand. */
  #ref(ref: Ref): string {
    switch (ref.by) {
      case "handle":
        return `?${ref.handle}`;
      case "id":
        return `{id: "${this.#idOf(ref.id)}"}`;
      case "key":
        return ref.type === null ? json({ key: ref.key }) : json({ type: ref.type, key: ref.key });
      case "nothing":
        return '{id: "C-99999"}';
    }
  }

  /** A reference where only a handle or an id may stand. */
  #target(ref: Ref): string {
    if (ref.by === "id") return `"${this.#idOf(ref.id)}"`;
    return ref.by === "handle" ? `?${ref.handle}` : '"C-99999"';
  }
}

export const isPath = (operand: Operand): operand is { readonly path: readonly string[] } =>
  typeof operand === "object" && operand !== null && !Array.isArray(operand) && "path" in operand;

const typed = (type: string | undefined): string => (type === undefined ? "{}" : json({ type }));
const step = (name: string): string => `.${name}`;

/** JSON as KIP writes it, with the zero that has a sign. */
function json(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map(json).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${json(item)}`)
    .join(", ")}}`;
}
