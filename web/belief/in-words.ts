import { dayOf } from "../dates.js";
import { sentences } from "../sentences.js";
import type { BeliefFacts, SetAside, Voice } from "./facts.js";

/**
 * Why a belief has its status, in plain words: a verdict, who stands behind it, and the rule that decided.
 * Pure: the same facts give the same words. It never says more than the projection does; in particular, `insufficient`
 * is never worded as a no (§24).
 */
export function beliefInWords(facts: BeliefFacts): string {
  return sentences(...verdict(facts));
}

function verdict(facts: BeliefFacts): (string | null)[] {
  switch (facts.status) {
    case "accepted":
      return [`Accepted: ${voicesInWords(facts.support, "said so")}`, acceptedBecause(facts)];
    case "rejected":
      return rejected(facts);
    case "contested":
      return contested(facts);
    case "uncertain":
      return uncertain(facts);
    case "insufficient":
      return insufficient(facts);
  }
}

function acceptedBecause(facts: BeliefFacts): string {
  if (facts.rule === null) {
    return facts.opposition.length === 0
      ? "Nobody disagrees"
      : `${voicesInWords(facts.opposition, "disagreed")}, which does not outweigh it`;
  }
  return `${rivalClaim(facts.rivals)}, but ${ruleInWords(facts.rule)}`;
}

function rejected(facts: BeliefFacts): (string | null)[] {
  if (facts.opposition.length > 0) {
    return [
      `Rejected: ${voicesInWords(facts.opposition, "denied it")}`,
      facts.support.length === 0 ? "Nobody claims it" : null,
    ];
  }
  if (facts.decidedBy === "closed_world") {
    return ["Rejected: nothing counts for it, and of this predicate whatever is not on record is false"];
  }
  const accepted = facts.rivals.length > 0 ? list(facts.rivals) : "another value";
  return [`Rejected: ${accepted} is accepted, which rules this out`];
}

function contested(facts: BeliefFacts): (string | null)[] {
  const lead = facts.leading === "none" ? "Neither side settles it" : leadInWords(facts);
  if (facts.opposition.length > 0) {
    return [
      `Contested: ${voicesInWords(facts.support, "said so")}; ${voicesInWords(facts.opposition, "denied it")}`,
      facts.rivals.length > 0 ? rivalClaim(facts.rivals) : null,
      lead,
    ];
  }
  const others = facts.rivals.length > 0 ? list(facts.rivals) : "another value";
  return [
    `Contested: ${voicesInWords(facts.support, "said so")}; ${others} ${facts.rivals.length > 1 ? "are" : "is"} claimed too, and only one can hold`,
    lead,
  ];
}

function leadInWords({ leading }: BeliefFacts): string {
  return `More weighs ${leading === "support" ? "for" : "against"} it, but that is not a verdict`;
}

function uncertain(facts: BeliefFacts): (string | null)[] {
  const who = facts.support.length > 0 ? facts.support : facts.opposition;
  const said = voicesInWords(who, facts.support.length > 0 ? "said so" : "denied it");
  if (facts.uncertaintyReasons.includes("outranked")) {
    const by = facts.outrankedBy ?? (facts.rivals.length > 0 ? list(facts.rivals) : "another value");
    const rule = facts.rule === null ? "another rule prefers it" : ruleInWords(facts.rule);
    return [
      `Uncertain: ${said}, but ${by} prevails`,
      capitalise(rule),
      "It is not rejected: nobody denied it",
    ];
  }
  if (facts.uncertaintyReasons.includes("temporal_indeterminate")) {
    return [
      `Uncertain: ${said}, but whether that held on ${dayOf(facts.validAt)} is not known`,
      "The dates on record leave it open",
    ];
  }
  const because =
    facts.uncertaintyReasons.length > 0
      ? `what is on record ${reasonsInWords(facts.uncertaintyReasons)}`
      : "it is too weak to commit to";
  return who.length === 0 ? [`Uncertain: ${because}`] : [`Uncertain: ${said}, but ${because}`];
}

function insufficient(facts: BeliefFacts): (string | null)[] {
  const open = "That is not a no";
  if (facts.setAside.length === 0) return ["Insufficient: nothing on record", open];
  return [
    `Insufficient: nothing on record counts on ${dayOf(facts.validAt)}`,
    capitalise(setAsideInWords(facts.setAside)),
    open,
  ];
}

/** What each reason for not counting says of a claim. A reason without words here is shown by its name. */
const REASONS: Readonly<Record<string, string>> = {
  superseded: "was corrected by its own author",
  retracted: "was withdrawn",
  archived: "is archived",
  tombstoned: "was deleted",
  expired: "had ended by then",
  not_yet_valid: "had not begun yet",
  temporal_indeterminate: "cannot be placed before or after that day",
  context_mismatch: "holds only in another context",
  hypothetical: "is a hypothesis",
  predicted: "is a forecast",
  imported: "was imported, and nobody here vouches for it",
  stance_uncertain: "says itself that it is unsure",
  evidence_corrected: "rests on evidence that was corrected",
  dependency_needs_review: "is a conclusion whose sources have changed since",
  dependency_unverifiable: "is a conclusion whose sources cannot be checked",
  circular_provenance: "rests on nothing but itself",
  quarantined: "is quarantined",
  recording_invalidated: "was recorded by mistake",
};

function reasonsInWords(reasons: readonly string[]): string {
  return list(
    [...new Set(reasons)].map((reason) => REASONS[reason] ?? `is set aside (${reason.replaceAll("_", " ")})`),
  );
}

function setAsideInWords(setAside: readonly SetAside[]): string {
  return list(
    setAside.map(
      ({ reason, claims }) =>
        `${claims === 1 ? "one claim" : `${claims} claims, each of which`} ${reasonsInWords([reason])}`,
    ),
  );
}

/** The precedence rules of the standard memory policy (§21.13), as a reader would say them. */
export function ruleInWords(rule: string): string {
  switch (rule) {
    case "context_specificity":
      return "a claim made for this very context outranks a general one";
    case "first_person_testimony":
      return "a person's own word about themselves outranks hearsay";
    case "recency":
      return "the value most recently claimed to hold prevails";
    default:
      return `the rule ${rule} decides`;
  }
}

function rivalClaim(rivals: readonly string[]): string {
  if (rivals.length === 0) return "Another value was claimed too";
  return `${capitalise(list(rivals))} ${rivals.length > 1 ? "were" : "was"} claimed too`;
}

/** "Ben said so on 5 March 2026 and Carol on 6 March 2026", with what kind of account each was. */
function voicesInWords(voices: readonly Voice[], verb: string): string {
  if (voices.length === 0) return verb === "said so" ? "someone said so" : "someone denied it";
  const shown = voices.slice(0, 3).map((voice) => voiceInWords(voice, verb));
  const rest = voices.length - shown.length;
  return list(rest > 0 ? [...shown, `${rest} more`] : shown);
}

function voiceInWords({ actor, isSubject, mode, assertedAt }: Voice, verb: string): string {
  const when = assertedAt === null ? "at a time you may not see" : `on ${dayOf(assertedAt)}`;
  switch (mode) {
    case "stated":
      return isSubject ? `${actor} ${verb} first-hand ${when}` : `${actor} ${verb} ${when}`;
    case "observed":
      return `${actor} ${verb === "said so" ? "saw it" : "saw otherwise"} ${when}`;
    case "inferred":
      return `${actor} ${verb === "said so" ? "concluded so" : "concluded otherwise"} ${when}`;
    case "predicted":
      return `${actor} ${verb === "said so" ? "predicted it" : "predicted otherwise"} ${when}`;
    case "hypothetical":
      return `${actor} supposed ${verb === "said so" ? "so" : "otherwise"} ${when}`;
    case "imported":
      return `${actor} ${verb} elsewhere ${when}, as imported`;
  }
}

/** Joins parts as a sentence does: "a, b and c". */
export function list(parts: readonly string[], word = "and"): string {
  if (parts.length < 2) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
