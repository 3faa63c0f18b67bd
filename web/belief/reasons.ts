/** What each reason for not counting in full says of a claim. A reason without words here is shown by its name. */
const REASONS: Readonly<Record<string, string>> = {
  superseded: "was corrected by its own author",
  retracted: "was withdrawn",
  archived: "is archived",
  tombstoned: "was deleted",
  purged: "was erased",
  expired: "had ended by that time",
  not_yet_valid: "had not begun by that time",
  temporal_indeterminate: "cannot be placed before or after that time",
  context_mismatch: "holds only in another context",
  hypothetical: "is a hypothesis",
  predicted: "is a forecast",
  imported: "was imported, and nobody here vouches for it",
  stance_uncertain: "says itself that it is unsure",
  evidence_corrected: "rests on evidence that no longer carries it",
  dependency_needs_review: "is a conclusion whose sources have changed since",
  dependency_unverifiable: "is a conclusion whose sources cannot be checked",
  circular_provenance: "rests on nothing but itself",
  quarantined: "is quarantined",
  withheld: "is withheld from you",
  recording_invalidated: "was recorded by mistake",
};

/** What a reason of the ledger says of a claim, as the rest of a sentence about it (§27.4). */
export function reasonInWords(reason: string): string {
  return REASONS[reason] ?? `is set aside (${reason.replaceAll("_", " ")})`;
}

/** The rules a projection can be decided by: those of the baseline, and the precedence rules of policies (§21.13). */
const RULES: Readonly<Record<string, string>> = {
  unopposed_support: "something counts for it, and nothing against it",
  unanswered_opposition: "something counts against it, and nothing for it",
  stance_conflict: "something counts for it, and something against it",
  slot_conflict: "only one value can hold, and more than one is supported",
  exclusive_value: "another value is accepted, which rules this one out",
  closed_world: "nothing counts for it, and of this predicate whatever is not on record is false",
  undecided_material: "what is on record is not certain enough to decide",
  no_basis: "nothing counts for it or against it",
  context_specificity: "a claim made for this very context outranks a general one",
  first_person_testimony: "a person's own word about themselves outranks hearsay",
  recency: "the value most recently claimed to hold prevails",
  mode_order: "the policy ranks the ways in which claims are come by",
  corroboration: "the value with more independent sources behind it prevails",
};

/** What a rule says, or null for one that is not known here: the name then has to do. */
export function ruleInWords(rule: string): string | null {
  return RULES[rule] ?? null;
}
