import { isMemoryConcept, memoryReferences } from "../derive/index.js";
import type { Element, ElementId } from "../model/index.js";
import type { ControlState } from "./control-state.js";
import type { ElementRecord } from "./records.js";
import type { Writing } from "./write-needs.js";

/**
 * The digest of the behaviour an element stands for (§31.3): a SkillRevision's own, and for a Skill that of the revision
 * it has selected. Null for every other element: without an exact behaviour there is nothing that procedural influence
 * could be bound to.
 */
export function behaviorOf(find: (id: ElementId) => Element | undefined, element: Element): string | null {
  if (isMemoryConcept(element, "SkillRevision")) {
    const digest = element.attributes.behavior_digest;
    return typeof digest === "string" ? digest : null;
  }
  if (!isMemoryConcept(element, "Skill")) return null;
  const [selected] = memoryReferences(element, "current_revision");
  const revision = selected === undefined ? undefined : find(selected);
  return revision !== undefined && isMemoryConcept(revision, "SkillRevision")
    ? behaviorOf(find, revision)
    : null;
}

/**
 * What Governance has decided about elements whose behaviour a transaction replaced: their authority was given to the
 * behaviour before, so they are `descriptive` again, in the same commit (§31.3). Selecting the reviewed behaviour once
 * more brings nothing back: whoever elevates looks at it again.
 */
export function lapsedAuthority(
  { before, whole, written }: Writing,
  control: ControlState,
): readonly Omit<ElementRecord, "decided_by" | "decided_at">[] {
  const find = (id: ElementId) => whole.element(id);
  const touched = new Set<ElementId>();
  for (const { id } of written) {
    touched.add(id);
    // A revision that was purged says no longer whose it was.
    const known = before.element(id);
    if (known !== undefined && isMemoryConcept(known, "SkillRevision")) {
      for (const skill of memoryReferences(known, "revision_of")) touched.add(skill);
    }
  }
  return [...touched].flatMap((id) => {
    const decided = control.element(id);
    const element = find(id);
    if (!decided || decided.behavior_digest === null || !element) return [];
    if (behaviorOf(find, element) === decided.behavior_digest) return [];
    return [{ ...decided, authority_class: "descriptive" as const, behavior_digest: null }];
  });
}
