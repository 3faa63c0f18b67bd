import type { ErrorCode, JsonObject } from "../model/index.js";
import { Command } from "./model-command.fixture.js";
import type { Binding } from "./model-creations.fixture.js";
import {
  type Content,
  type Item,
  type Planes,
  PURGED,
  STANDARD_RETENTION,
  same,
} from "./model-items.fixture.js";
import type { ModelId, Statement } from "./model-statements.fixture.js";

/** What a command came to: reasons to refuse it, or what its handles stand for. */
export interface Outcome {
  readonly refusals: ReadonlySet<ErrorCode>;
  readonly handles: ReadonlyMap<string, ModelId>;
  /** The Proposition of each ENSURE and ASSERT, by the handle of its statement. */
  readonly propositions: ReadonlyMap<string, ModelId>;
}

/** A reference implementation of writing, in maps and arrays: what a Space holds after each transaction. */
export class ModelSpace {
  items: ReadonlyMap<ModelId, Item> = new Map();
  bindings: readonly Binding[] = [];
  seq = 0;
  #made = 0;

  newId(): ModelId {
    this.#made += 1;
    return `m${this.#made}`;
  }

  begin(now: string): ModelTransaction {
    return new ModelTransaction(this, now);
  }
}

/** One transaction: commands that read each other's writes, and one commit or none (§32). */
export class ModelTransaction {
  readonly #space: ModelSpace;
  readonly #now: string;
  #items: ReadonlyMap<ModelId, Item>;
  #bindings: readonly Binding[];

  constructor(space: ModelSpace, now: string) {
    this.#space = space;
    this.#now = now;
    this.#items = space.items;
    this.#bindings = space.bindings;
  }

  /** Elements as the transaction has them so far. */
  get items(): ReadonlyMap<ModelId, Item> {
    return this.#items;
  }

  run(statements: readonly Statement[], order: (left: ModelId, right: ModelId) => number): Outcome {
    const found = {
      items: this.#items,
      bindings: this.#bindings,
      now: this.#now,
      newId: () => this.#space.newId(),
      order,
    };
    const command = new Command(found, statements);
    command.run();
    const { refusals, handles } = command;
    const propositions = command.propositions.ids;
    if (refusals.size === 0) {
      const items = new Map(this.#items);
      for (const { id, kind, type, content } of command.drafts.values()) {
        items.set(id, this.#stamped({ id, kind, type }, content));
      }
      this.#items = this.#withCaptures(items);
      this.#bindings = [...this.#bindings, ...command.bindings];
    }
    return { refusals, handles, propositions };
  }

  /** Whether anything is different from what the transaction began with (§32.8). */
  get hasEffect(): boolean {
    return [...this.#items].some(([id, item]) => !same(item, this.#space.items.get(id)));
  }

  commit(): void {
    this.#space.items = this.#items;
    this.#space.bindings = this.#bindings;
    this.#space.seq += 1;
  }

  /** The element with its counters, which move once for the whole transaction (§6.3, §35.5). */
  #stamped(element: Pick<Item, "id" | "kind" | "type">, content: Content): Item {
    const committed = this.#space.items.get(element.id);
    if (committed && same(committed.content, content)) return committed;
    const seq = this.#space.seq + 1;
    const tx = `kip:space:test#${seq}`;
    return {
      ...element,
      content,
      version: (committed?.version ?? 0) + 1,
      planes: planesAfter(committed, content),
      createdAt: committed?.createdAt ?? this.#now,
      updatedAt: this.#now,
      createdTx: committed?.createdTx ?? tx,
      updatedTx: tx,
      seq,
      captured: committed?.captured ?? null,
    };
  }

  /** Activities that finish in this transaction, with the versions of what went in and came out (§16.6). */
  #withCaptures(items: ReadonlyMap<ModelId, Item>): ReadonlyMap<ModelId, Item> {
    const isFinished = (item: Item | undefined) =>
      ["completed", "failed", "cancelled"].includes(String(item?.content.lifecycle.status));
    return new Map(
      [...items].map(([id, item]) => {
        const finishes =
          item.kind === "activity" && isFinished(item) && !isFinished(this.#space.items.get(id));
        return [id, finishes ? { ...item, captured: capturedBy(item, items) } : item];
      }),
    );
  }
}

function planesAfter(before: Item | undefined, content: Content): Planes {
  const then = before?.planes ?? { attributes: 0, structural: 0, retention: 0, facets: {} };
  // A stub has no planes left to be written, and its counters stand still.
  if (content.state === PURGED) return then;
  // A new element always has fields, and a retention nobody decided about is nobody's write (§35.2).
  const old = before?.content ?? {
    fields: null,
    attributes: {},
    edges: {},
    retention: STANDARD_RETENTION,
    facets: {},
  };
  const moved = (isMoved: boolean) => (isMoved ? 1 : 0);
  const facets: Record<string, number> = { ...then.facets };
  for (const name of new Set([...Object.keys(old.facets), ...Object.keys(content.facets)])) {
    const facet = (old.facets as Content["facets"])[name];
    if (!same(facet, content.facets[name])) facets[name] = (facets[name] ?? 0) + 1;
  }
  return {
    attributes:
      then.attributes + moved(!same([old.fields, old.attributes], [content.fields, content.attributes])),
    structural: then.structural + moved(!same(old.edges, content.edges)),
    retention: then.retention + moved(!same(old.retention, content.retention)),
    facets,
  };
}

function capturedBy({ content }: Item, items: ReadonlyMap<ModelId, Item>): JsonObject {
  const listed = (field: string) =>
    (content.edges[field] ?? []).flatMap(({ id }) => {
      const item = items.get(id);
      return item ? [item] : [];
    });
  const versions = (of: readonly Item[]) => Object.fromEntries(of.map(({ id, version }) => [id, version]));
  // How long an element is kept is nothing that its making vouches for (§57.6).
  const planes = ({ planes: { facets, retention: _, ...others } }: Item) => ({
    ...Object.fromEntries(Object.entries(others).filter(([, count]) => count > 0)),
    ...Object.fromEntries(Object.entries(facets).map(([name, count]) => [`facets.${name}`, count])),
  });
  return {
    input_versions: versions(listed("inputs")),
    output_versions: versions(listed("outputs")),
    output_plane_versions: Object.fromEntries(listed("outputs").map((item) => [item.id, planes(item)])),
  };
}
