import { isMemoryConcept } from "../../derive/index.js";
import { isPurged } from "../../model/index.js";
import type { MutationPlan } from "../plan.js";
import { sameContent } from "../stamp.js";
import { requireRecords } from "./records.js";
import { requireSkill } from "./skill.js";
import { requireRevision } from "./skill-revision.js";

/**
 * Checks what the Cognitive Memory Profile asks of its own types and records beyond their schema (Profile §5.8, §6,
 * §14): the standing of Skills, the behavior of their revisions, and the records of decisions, attempts, trials and
 * derivations. It looks at elements of the Profile alone, so a Space without it has none of this.
 * @throws `ConstraintViolation` and `VersionConflict` for a standing that is not earned, `ImmutableField`,
 * `ActivityTerminal` and `NotFoundOrNotVisible` as the rules say.
 */
export function validateProfile(plan: MutationPlan): void {
  for (const draft of plan.drafts()) {
    const before = plan.before.element(draft.id);
    if (isPurged(draft) || (before && sameContent(draft, before))) continue;
    requireRecords(plan, draft, before);
    if (isMemoryConcept(draft, "Skill"))
      requireSkill(plan, draft, before?.kind === "concept" ? before : null);
    if (isMemoryConcept(draft, "SkillRevision")) {
      requireRevision(draft, before?.kind === "concept" ? before : null);
    }
  }
}
