import type { JsonValue } from "../model/index.js";
import type { Command, Draft } from "./model-command.fixture.js";
import { type Content, type Held, same } from "./model-items.fixture.js";
import { CORE_EDGES, PACKAGE_EDGES } from "./model-schema.fixture.js";
import type { Edge, ModelId } from "./model-statements.fixture.js";
import { requireOneOf } from "./model-values.fixture.js";

/** Says that a part of an element ends with a value. */
export type Say = (part: string, value: JsonValue) => void;

/** What a removed part ends with. */
export const REMOVED = "removed";

/** What a command does to the references of one package field of one element. */
interface EdgeChange {
  readonly id: ModelId;
  readonly field: string;
  readonly added: { readonly target: ModelId; readonly index: number | undefined }[];
  readonly removed: Set<ModelId>;
}

/** The Structural References a command writes (§17). Those in package fields are put in order when all are known. */
export class Edges {
  readonly #command: Command;
  readonly #changes: EdgeChange[] = [];

  constructor(command: Command) {
    this.#command = command;
  }

  /** The element a reference is to, checked against its field; `supplied` is the one it was written with (§11.3). */
  read({ field, target, index, role }: Edge): { readonly id: ModelId; readonly supplied: ModelId } | null {
    const { refuse } = this.#command;
    const rule = PACKAGE_EDGES[field] ?? CORE_EDGES[field];
    const supplied = this.#command.suppliedBy(target);
    const id = supplied === null ? null : this.#command.canonical(supplied);
    if (index !== undefined && !rule?.ordered) refuse("ConstraintViolation");
    if (role !== undefined) requireOneOf(role, ["support", "challenge", "context"], refuse);
    const kind = id === null ? undefined : this.#command.factsOf(id)?.kind;
    if (kind !== undefined && rule && !rule.targets.includes(kind)) refuse("StructuralReferenceInvalid");
    return id === null || supplied === null ? null : { id, supplied };
  }

  /** Adds references to an element, and says so. */
  add(draft: Draft, edges: readonly Edge[], say: Say): void {
    for (const edge of edges) {
      const target = this.read(edge);
      for (const [part, value] of edgeParts(edge, target?.supplied ?? "")) say(part, value);
      if (target !== null) this.hold(draft, edge, target.id);
    }
  }

  /** Puts a reference that was read onto an element. */
  hold(draft: Draft, edge: Edge, target: ModelId): void {
    if (Object.hasOwn(CORE_EDGES, edge.field))
      draft.content = withHeld(draft.content, edge.field, heldBy(edge, target));
    else {
      // Two that lead to one element are one reference, which has one place.
      const place = edge.index === undefined ? {} : { index: edge.index };
      this.#command.claim(draft.id, `edges.${edge.field}.${target}`, place);
      this.#change(draft.id, edge.field).added.push({ target, index: edge.index });
    }
  }

  /** Removes references from an element. Removing what is not there changes nothing, whatever it is (§58.3). */
  remove(draft: Draft, edges: readonly Edge[], say: Say): void {
    for (const { field, target } of edges) {
      const supplied = this.#command.suppliedBy(target);
      if (supplied === null) continue;
      say(`edges.${field}.${supplied}`, REMOVED);
      // What was stored before a merge still names the source (§11.2).
      this.#change(draft.id, field).removed.add(supplied).add(this.#command.canonical(supplied));
    }
  }

  /** How many references in package fields an element has or will have, by what the command did so far. */
  countOf({ id, content }: Draft): number {
    const added = this.#changes.filter((change) => change.id === id);
    const all = [
      ...Object.entries(content.edges).flatMap(([field, targets]) =>
        targets.map((held) => `${field} ${held.id}`),
      ),
      ...added.flatMap((change) => change.added.map(({ target }) => `${change.field} ${target}`)),
    ];
    return new Set(all.filter((held) => Object.hasOwn(PACKAGE_EDGES, held.split(" ")[0] ?? ""))).size;
  }

  settle(): void {
    for (const change of this.#changes) this.#settle(change);
  }

  #change(id: ModelId, field: string): EdgeChange {
    const known = this.#changes.find((change) => change.id === id && change.field === field);
    const change = known ?? { id, field, added: [], removed: new Set<ModelId>() };
    if (!known) this.#changes.push(change);
    return change;
  }

  /** Removals, then additions at the end, then the positions that were asked for: always dense (§17.4). */
  #settle({ id, field, added, removed }: EdgeChange): void {
    const draft = this.#command.draftOf(id);
    if (!draft) return;
    const present = (draft.content.edges[field] ?? []).map((held) => held.id);
    const isReplaced = PACKAGE_EDGES[field]?.max === 1 && added.length > 0;
    const kept = isReplaced ? [] : present.filter((target) => !removed.has(target));
    const members = [...new Set([...kept, ...added.map(({ target }) => target)])];
    const placed = new Map(
      added.flatMap(({ target, index }) => (index === undefined ? [] : [[target, index] as const])),
    );
    if ([...placed.values()].some((index) => index >= members.length))
      this.#command.refuse("ConstraintViolation");
    const order = members.filter((target) => !placed.has(target));
    for (const [target, index] of [...placed].sort(([, left], [, right]) => left - right)) {
      order.splice(index, 0, target);
    }
    const { [field]: _, ...others } = draft.content.edges;
    const edges =
      order.length === 0 ? others : { ...others, [field]: order.map((target) => ({ id: target })) };
    draft.content = { ...draft.content, edges };
  }
}

/** What adding a reference says: a field that holds one says which, and a position says whose it is. */
export function edgeParts(
  { field, index, role }: Omit<Edge, "target">,
  target: ModelId,
): readonly (readonly [string, JsonValue])[] {
  const rule = PACKAGE_EDGES[field] ?? CORE_EDGES[field];
  const cited = field === "evidence" ? `.${role ?? "support"}` : "";
  return [
    [`edges.${field}.${target}${cited}`, index === undefined ? {} : { index }],
    ...(rule?.max === 1 ? [[`edges.${field}`, target] as const] : []),
    ...(index === undefined ? [] : [[`edges.${field}#${index}`, target] as const]),
  ];
}

function heldBy({ field, role }: Edge, id: ModelId): Held {
  return field === "evidence" ? { id, role: role ?? "support" } : { id };
}

/** Content with one more reference in a Core field, each once. */
function withHeld(content: Content, field: string, held: Held): Content {
  const present = CORE_EDGES[field]?.max === 1 ? [] : (content.edges[field] ?? []);
  if (present.some((each) => same(each, held))) return content;
  return { ...content, edges: { ...content.edges, [field]: [...present, held] } };
}
