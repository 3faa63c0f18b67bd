import { memoryReferences } from "../../derive/index.js";
import { type Concept, digestOf, kipError, sameJson } from "../../model/index.js";
import { refused } from "./errors.js";

/**
 * A SkillRevision is the behavior that was executed and evaluated, so it names that behavior by its digest and stays
 * with its Skill (Profile §5.8). The schema fixes its attributes.
 * @throws `ConstraintViolation` when the digest is of something else, `ImmutableField` for another Skill.
 */
export function requireRevision(draft: Concept, before: Concept | null): void {
  if (before === null) requireDigest(draft);
  else if (!sameJson(memoryReferences(draft, "revision_of"), memoryReferences(before, "revision_of"))) {
    throw kipError("ImmutableField", `${draft.id} stays a revision of the Skill it was made for`, {
      hint: "Create a SkillRevision of its own for the other Skill; what was graded must not change hands.",
      details: { id: draft.id, field: "revision_of" },
    });
  }
}

/** The digest is over the canonical JSON of every other behavior field (Profile §5.8, §37.7). */
function requireDigest({ id, attributes }: Concept): void {
  const { behavior_digest: stated, ...behavior } = attributes;
  const computed = digestOf(behavior);
  if (stated === computed) return;
  throw refused(
    id,
    "behavior_digest is not the digest of this behavior",
    `It is the SHA-256 of the canonical JSON of the other behavior fields: write behavior_digest: "${computed}".`,
    { field: "behavior_digest", stated: stated ?? null, computed },
  );
}
