import { ASSERTION_MODES, STANCES } from "../../../model/index.js";
import { VALID_TIME_MEMBERS } from "./element-members.js";
import { type Member, membersOf } from "./member.js";

// The members of the objects that clauses take. The tests hold them to what the checks accept.

/** What ASSERT takes (§55.1). */
export function assertMembers(): readonly Member[] {
  return membersOf(
    {
      by: ["Concept", "Whose claim it is. Required."],
      mode: ["string", "How the actor knows. Required.", ASSERTION_MODES],
      stance: ["string", "Support unless you say otherwise; reject to deny.", STANCES],
      confidence: ["number", "How firmly the actor holds this, from 0 to 1."],
      evidence: ["Evidence | array", "What the claim rests on."],
      at: ["timestamp", "When the actor made the claim; the time of the write when left out."],
      valid: ["object", "From when until when it holds in the world."],
      context: ["array of Concept", "The tasks or contexts it is limited to."],
      key: ["string", "A name of yours for this claim, so that sending it twice records it once."],
    },
    { valid: () => VALID_TIME_MEMBERS },
  );
}

/** What WITH EPISTEMIC sets (§49). */
export function epistemicSettings(): readonly Member[] {
  return membersOf({
    policy: ["string", "The policy that judges; without one every conflict stands."],
    purpose: ["string", 'What the answer is for, for example "answer_user".'],
    risk: ["string", "How much hangs on the answer.", ["low", "medium", "high"]],
    context_refs: ["array of Concept", "The contexts whose claims count."],
    include_historical: ["boolean", "Let archived claims count, and list ended ones."],
    include_hypothetical: ["boolean", "Let predictions and hypotheses count."],
    explanation: ["string", "How much of the reasoning to return.", ["none", "summary", "ledger"]],
  });
}

/** What EXPORT CAPSULE takes after WITH (§63.4). */
export function exportOptions(): readonly Member[] {
  return membersOf({
    closure: ["string", "How far references are followed from the roots.", ["referential"]],
    provenance_depth: ["integer", "How many steps of provenance come along."],
    include_schema: ["boolean", "Pack the schema packages in."],
    include_blobs: ["boolean", "Pack the payloads in."],
    proof_profile: ["string", "How the capsule is signed."],
  });
}

/** What DESCRIBE ACCESS takes after WITH. */
export function accessOptions(): readonly Member[] {
  return membersOf({
    operation: ["string", "The operation you would like to do."],
    resource: ["element", "What you would like to do it to."],
  });
}

/** What DEFINE CONCEPT TYPE takes (§20.16). */
export function typeDefinition(): readonly Member[] {
  return membersOf(
    {
      description: ["string", "What the type is for. Required."],
      attributes: ["object", "Its fields, which stay open and optional."],
    },
    {
      attributes: () =>
        membersOf({ fields: ["object", 'Field names, each with {type: "string"} or the like.'] }),
    },
  );
}

/** What DEFINE PREDICATE takes (§20.16). */
export function predicateDefinition(): readonly Member[] {
  return membersOf(
    {
      description: ["string", "What the predicate says of its subject. Required."],
      subject: ["object", "What may be its subject."],
      object: ["object", "What may be its object."],
      functional: ["boolean", "One value at a time."],
      functional_by: ["string", "One value at a time among objects of one type.", ["object_type"]],
    },
    { subject: () => membersOf(ENDS), object: () => membersOf({ ...ENDS, ...LITERALS }) },
  );
}

const KINDS = ["Concept", "Proposition", "Assertion", "Evidence", "Activity"];
const ENDS = {
  concept_types: ["array of types", "Concepts of these types."],
  kinds: ["array", "Elements of these kinds.", KINDS],
} as const;
const LITERALS = {
  literal_types: ["array", "Literals of these types.", ["string", "number", "boolean"]],
  nullable: ["boolean", "Whether null is a value."],
  format: ["string", "The form its strings have.", ["timestamp", "uri"]],
} as const;

/** What a reference of an ordered field takes (§17.4). */
export function referenceOptions(): readonly Member[] {
  return membersOf({ index: ["integer", "Its place in an ordered field, from zero."] });
}
