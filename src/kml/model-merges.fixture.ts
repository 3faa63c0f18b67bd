import type { JsonObject } from "../model/index.js";
import type { Command } from "./model-command.fixture.js";
import { type Content, isGone, isOutOfRecall } from "./model-items.fixture.js";
import type { Guard, ModelId, Ref } from "./model-statements.fixture.js";

interface Merging {
  readonly source: Ref;
  readonly into: Ref;
  readonly guards: readonly Guard[];
}

/** What a Concept was merged into, or null. */
export function mergedInto(content: Content | undefined): ModelId | null {
  const target = content?.lifecycle.merged_into as JsonObject | null | undefined;
  return target ? String(target.id) : null;
}

/** The merges of one command (§61). All are decided first, since they hold for every reference of it (§11.3, §53.4). */
export class Merges {
  readonly #command: Command;
  readonly #decided = new Map<ModelId, ModelId>();

  constructor(command: Command) {
    this.#command = command;
  }

  /** Where the command itself makes an element lead, or null. */
  targetOf(id: ModelId): ModelId | null {
    return this.#decided.get(id) ?? null;
  }

  decide(statements: readonly Merging[]): void {
    const pairs = statements.map((statement) => this.#read(statement));
    for (const pair of pairs) if (pair !== null) this.#decide(pair);
  }

  /** The sources lead to their targets, and nothing else is touched. */
  carryOut(): void {
    for (const [source, target] of this.#decided) {
      const draft = this.#command.draftOf(source);
      if (!draft) continue;
      const { content } = draft;
      draft.content = {
        ...content,
        lifecycle: { ...content.lifecycle, merged_into: { id: target } },
        state: isOutOfRecall(content.state) ? content.state : "merged",
      };
    }
  }

  #read({ source: from, into, guards }: Merging): readonly [ModelId, ModelId] | null {
    const { refuse, factsOf } = this.#command;
    const [source, target] = [this.#command.suppliedBy(from), this.#command.suppliedBy(into)];
    if (source === null || target === null) return null;
    this.#command.checkGuards(source, guards);
    for (const id of [source, target]) {
      if (factsOf(id)?.kind !== "concept") refuse("TypeMismatch");
      if (this.#isGone(id)) refuse("NotFoundOrNotVisible");
    }
    const areConcepts = [source, target].every((id) => factsOf(id)?.kind === "concept");
    return areConcepts ? [source, target] : null;
  }

  #decide([source, target]: readonly [ModelId, ModelId]): void {
    const { refuse, factsOf, canonical, found } = this.#command;
    const other = this.#decided.get(source);
    if (other !== undefined && other !== target) refuse("IdentityMergeConflict");
    const end = canonical(target);
    if (source === target || (canonical(source) === end && end !== source)) return;
    const isLed = mergedInto(found.items.get(source)?.content) !== null || other !== undefined;
    const isRefused = end === source || isLed || factsOf(source)?.type !== factsOf(target)?.type;
    if (isRefused) refuse("IdentityMergeConflict");
    if (this.#isGone(end)) refuse("NotFoundOrNotVisible");
    // A circle must not come to be, not even in what is thrown away.
    if (!isRefused) this.#decided.set(source, target);
  }

  #isGone(id: ModelId): boolean {
    return isGone(this.#command.found.items.get(id)?.content.state ?? "");
  }
}
