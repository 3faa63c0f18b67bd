import type { JsonObject, JsonValue } from "../model/index.js";
import type { Command } from "./model-command.fixture.js";
import { type Item, newContent, PURGED, same } from "./model-items.fixture.js";
import { PREDICATES } from "./model-schema.fixture.js";
import type { Guard, ModelId, Statement, Tuple } from "./model-statements.fixture.js";
import { canonical, isInstant } from "./model-values.fixture.js";

type Ensuring = Extract<Statement, { do: "ensure" | "assert" }>;

/** The Propositions of a command's ENSURE and ASSERT statements, by the handles of these: found, or made (§55). */
export class Propositions {
  readonly #command: Command;
  readonly #statements = new Map<string, Ensuring>();
  readonly #inProgress = new Set<string>();
  readonly ids = new Map<string, ModelId>();

  constructor(command: Command, statements: readonly Statement[]) {
    this.#command = command;
    for (const statement of statements) {
      if (statement.do === "ensure" || statement.do === "assert")
        this.#statements.set(statement.handle, statement);
    }
  }

  /** Whether a handle stands for a Proposition. */
  declares(handle: string): boolean {
    return this.#statements.get(handle)?.do === "ensure";
  }

  ensureAll(): void {
    for (const handle of this.#statements.keys()) this.of(handle);
  }

  /** The Proposition of a statement. One tuple may be about another's, but not in a circle. */
  of(handle: string): ModelId | null {
    const known = this.ids.get(handle);
    const statement = this.#statements.get(handle);
    if (known !== undefined || !statement) return known ?? null;
    if (this.#inProgress.has(handle)) {
      this.#command.refuse("ReferenceError");
      return null;
    }
    this.#inProgress.add(handle);
    const id = this.#ensure(statement.tuple, statement.do === "ensure" ? statement.guards : []);
    this.#inProgress.delete(handle);
    if (id !== null) this.ids.set(handle, id);
    return id;
  }

  #ensure({ subject, predicate, object }: Tuple, guards: readonly Guard[]): ModelId | null {
    const command = this.#command;
    const from = command.resolve(subject);
    const to = "element" in object ? command.resolve(object.element) : "";
    if (from === null || to === null) return null;
    const end: JsonValue = "literal" in object ? canonical(object.literal) : { id: to };
    const fields = { subject: { id: from }, object: end };
    const isSame = ({ kind, type, content }: Pick<Item, "kind" | "type" | "content">) =>
      kind === "proposition" &&
      type === predicate &&
      content.state !== PURGED &&
      same(this.#canonical(content.fields), fields);
    // Merges may have made several tuples one: the oldest stands for it (§11.4).
    const [stored] = [...command.found.items.values()]
      .filter(isSame)
      .sort((left, right) => seqOf(left) - seqOf(right) || command.found.order(left.id, right.id));
    command.checkGuards(stored?.id ?? null, guards);
    const known = stored ?? [...command.drafts.values()].find(isSame);
    if (known) return known.id;
    if (!Object.hasOwn(PREDICATES, predicate)) command.refuse("SchemaSymbolNotFound");
    this.#judge(predicate, from, "literal" in object ? { literal: end } : { element: to });
    return command.make("proposition", predicate, newContent({ fields }));
  }

  /** A stored tuple with its ends resolved through merges; it is never rewritten (§12.3). */
  #canonical(fields: JsonObject): JsonObject {
    const resolved = Object.entries(fields).map(([end, value]) => {
      const isElement = typeof value === "object" && value !== null && "id" in value;
      return [end, isElement ? { id: this.#command.canonical(String(value.id)) } : value] as const;
    });
    return Object.fromEntries(resolved);
  }

  /** Whether the ends are what the Predicate takes (§20.15). */
  #judge(
    predicate: string,
    subject: ModelId,
    object: { readonly literal: JsonValue } | { readonly element: ModelId },
  ): void {
    const { refuse, factsOf } = this.#command;
    const rule = PREDICATES[predicate];
    const typeOf = (id: ModelId) => factsOf(id)?.type ?? "";
    if (rule?.subject && !rule.subject.includes(typeOf(subject))) refuse("TypeMismatch");
    if ("element" in object) {
      if (rule?.object && !rule.object.concepts?.includes(typeOf(object.element))) refuse("TypeMismatch");
      return;
    }
    const { literal } = object;
    const isAllowed =
      literal === null
        ? rule?.nullable === true
        : rule?.object === undefined || rule.object.literals?.includes(typeof literal) === true;
    if (!isAllowed) refuse("TypeMismatch");
    else if (rule?.format && typeof literal === "string" && !isInstant(literal))
      refuse("ConstraintViolation");
  }
}

const seqOf = ({ createdTx }: Item): number => Number(createdTx.split("#")[1]);
