import { dayOf } from "../dates.js";
import { sentences } from "../sentences.js";
import type { BeliefFacts, SetAside, Voice } from "./facts.js";
import { reasonInWords, ruleInWords } from "./reasons.js";

/**
 * Why a belief has its status, in plain words: a verdict, who stands behind it, and the rule that decided.
 * Pure: the same facts give the same words. It never says more than the projection does; in particular, `insufficient`
 * is never worded as a no (§24), and that nobody said otherwise is said only where a ledger lists every claim.
 */
export function beliefInWords(facts: BeliefFacts): string {
  return sentences(...verdict(facts));
}

function verdict(facts: BeliefFacts): (string | null)[] {
  switch (facts.status) {
    case "accepted":
      return [`Accepted: ${saidSo(facts)}`, acceptedBecause(facts)];
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
  if (facts.rule !== null) return `${rivalClaim(facts.rivals)}, but ${precedenceInWords(facts.rule)}`;
  if (facts.opposition.length > 0) {
    return `${voicesInWords(facts.opposition, "denied it")}, which decides nothing`;
  }
  return facts.listsAll && !facts.aside.some(({ stance }) => stance !== "support")
    ? "Nobody disagrees"
    : "Nothing that counts is against it";
}

function rejected(facts: BeliefFacts): (string | null)[] {
  if (facts.decidedBy === "closed_world") {
    return ["Rejected: nothing counts for it, and of this predicate whatever is not on record is false"];
  }
  const denied = facts.opposition.length > 0 ? deniedIt(facts) : null;
  if (facts.decidedBy === "exclusive_value" || denied === null) {
    const accepted = facts.rivals.length > 0 ? few(facts.rivals) : "another value";
    return [`Rejected: ${accepted} is accepted, which rules this out`, denied];
  }
  return [`Rejected: ${denied}`, nobodyClaimsIt(facts)];
}

function nobodyClaimsIt({ support, aside, listsAll }: BeliefFacts): string {
  if (support.length > 0) return `${voicesInWords(support, "said so")}, which decides nothing`;
  return listsAll && !aside.some(({ stance }) => stance !== "reject")
    ? "Nobody claims it"
    : "Nothing that counts is for it";
}

function contested(facts: BeliefFacts): (string | null)[] {
  const lead = facts.leading === "none" ? "Neither side settles it" : leadInWords(facts);
  const own = facts.rule === null ? null : `It comes before other values: ${precedenceInWords(facts.rule)}`;
  if (facts.opposition.length > 0) {
    return [
      `Contested: ${saidSo(facts)}; ${deniedIt(facts)}`,
      facts.rivals.length > 0 ? rivalClaim(facts.rivals) : null,
      lead,
      own,
    ];
  }
  const others = facts.rivals.length > 0 ? few(facts.rivals) : "another value";
  return [
    `Contested: ${saidSo(facts)}; ${others} ${facts.rivals.length > 1 ? "are" : "is"} claimed too, and only one can hold`,
    lead,
  ];
}

function leadInWords({ leading }: BeliefFacts): string {
  return `More weighs ${leading === "support" ? "for" : "against"} it, but that is not a verdict`;
}

function uncertain(facts: BeliefFacts): (string | null)[] {
  const who = whoInWords(facts);
  if (facts.uncertaintyReasons.includes("outranked")) {
    const by = facts.outrankedBy ?? (facts.rivals.length > 0 ? few(facts.rivals) : "another value");
    const rule = facts.rule === null ? "another rule prefers it" : precedenceInWords(facts.rule);
    return [
      `Uncertain: ${who ?? "it is claimed"}, but ${by} prevails`,
      capitalise(rule),
      facts.opposition.length === 0 ? "It is not rejected: nothing counts against it" : "It is not rejected",
    ];
  }
  if (facts.uncertaintyReasons.length === 1 && facts.uncertaintyReasons[0] === "temporal_indeterminate") {
    const open = `whether that held on ${dayOf(facts.validAt)} is not known`;
    return [`Uncertain: ${who === null ? open : `${who}, but ${open}`}`, "The dates on record leave it open"];
  }
  const because =
    facts.uncertaintyReasons.length > 0
      ? `what is on record ${reasonsInWords(facts.uncertaintyReasons)}`
      : "it is too weak to commit to";
  return [`Uncertain: ${who === null ? because : `${who}, but ${because}`}`];
}

/** Who is on record about something uncertain; null where only claims that take no side are. */
function whoInWords({ support, opposition }: BeliefFacts): string | null {
  const sides = [
    ...(support.length > 0 ? [voicesInWords(support, "said so")] : []),
    ...(opposition.length > 0 ? [voicesInWords(opposition, "denied it")] : []),
  ];
  return sides.length === 0 ? null : sides.join("; ");
}

function insufficient(facts: BeliefFacts): (string | null)[] {
  const open = "That is not a no";
  if (facts.setAside.length > 0) {
    return [
      `Insufficient: nothing on record counts on ${dayOf(facts.validAt)}`,
      capitalise(setAsideInWords(facts.setAside)),
      open,
    ];
  }
  // Without an explanation there may be claims that do not count.
  return [
    facts.decidedBy === null
      ? `Insufficient: nothing counts on ${dayOf(facts.validAt)}`
      : "Insufficient: nothing on record",
    open,
  ];
}

function reasonsInWords(reasons: readonly string[]): string {
  return list([...new Set(reasons)].map(reasonInWords));
}

function setAsideInWords(setAside: readonly SetAside[]): string {
  return list(
    setAside.map(
      ({ reason, claims }) =>
        `${claims === 1 ? "one claim" : `${claims} claims, each of which`} ${reasonsInWords([reason])}`,
    ),
  );
}

function precedenceInWords(rule: string): string {
  return ruleInWords(rule) ?? `the rule ${rule} decides`;
}

/** A value begins the sentence as it is: "de" is not "De". */
function rivalClaim(rivals: readonly string[]): string {
  if (rivals.length === 0) return "Another value was claimed too";
  return `${few(rivals)} ${rivals.length > 1 ? "were" : "was"} claimed too`;
}

function saidSo({ support, sources }: BeliefFacts): string {
  return `${voicesInWords(counting(support), "said so")}${fromOneSource(counting(support), sources.support)}`;
}

function deniedIt({ opposition, sources }: BeliefFacts): string {
  const denying = counting(opposition);
  return `${voicesInWords(denying, "denied it")}${fromOneSource(denying, sources.opposition)}`;
}

/** Several claims that go back to one source are one voice (§23.4). */
function fromOneSource(voices: readonly Voice[], sources: number): string {
  return voices.length > 1 && sources === 1 ? ", from one and the same source" : "";
}

/** The claims of a side that decide; all of them where nothing tells, or where none does. */
function counting(voices: readonly Voice[]): readonly Voice[] {
  const full = voices.filter(({ standing }) => standing === null || standing === "counts");
  return full.length > 0 ? full : voices;
}

/** "Ben said so on 5 March 2026 and Carol on 6 March 2026", with what kind of account each was. */
function voicesInWords(voices: readonly Voice[], verb: Verb): string {
  if (voices.length === 0) return `someone ${verb}`;
  return few(voices.map((voice) => voiceInWords(voice, verb)));
}

type Verb = "said so" | "denied it";

function voiceInWords({ actor, isSubject, mode, assertedAt }: Voice, verb: Verb): string {
  const when = assertedAt === null ? "at a time withheld from you" : `on ${dayOf(assertedAt)}`;
  const says = verb === "said so";
  switch (mode) {
    case "stated":
      return isSubject ? `${actor} ${verb} first-hand ${when}` : `${actor} ${verb} ${when}`;
    case "observed":
      return `${actor} ${says ? "saw it" : "saw otherwise"} ${when}`;
    case "inferred":
      return `${actor} ${says ? "concluded so" : "concluded otherwise"} ${when}`;
    case "predicted":
      return `${actor} ${says ? "predicted it" : "predicted otherwise"} ${when}`;
    case "hypothetical":
      return `${actor} supposed ${says ? "so" : "otherwise"} ${when}`;
    case "imported":
      return `${actor} ${verb} elsewhere ${when}, as imported`;
    case null:
      return `${actor} ${verb} ${when}`;
  }
}

/** At most three of them as a sentence says them, and how many more there are. */
export function few(parts: readonly string[]): string {
  return parts.length > 4 ? list([...parts.slice(0, 3), `${parts.length - 3} more`]) : list(parts);
}

/** Joins parts as a sentence does: "a, b and c". */
export function list(parts: readonly string[], word = "and"): string {
  if (parts.length < 2) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
