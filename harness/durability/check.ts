import { digestOf, type Element } from "../../src/model/index.js";
import type { LogRecord } from "../page/stored-log.js";
import type { Fate, History } from "./history.js";
import type { Intent, Mark } from "./intents.js";
import { marksIn } from "./marks.js";
import type { Observation } from "./observation.js";

/** What a look at a memory showed. */
export interface Verdict {
  /** Each broken promise, in words. Empty when all of them were kept. */
  readonly violations: readonly string[];
  /** The open intents that turned out to be committed, and those that left nothing. One without marks is in neither. */
  readonly found: readonly Intent[];
  readonly absent: readonly Intent[];
}

/**
 * Holds what is in a memory against what was asked of it: every acknowledged commit is there, none is there in part or
 * twice, nothing is there that nobody asked for, the sequence has no gap and no repeat, receipts verify, and the state
 * is the one its log tells of.
 */
export function check(history: History, observation: Observation): Verdict {
  const seen: Seen = {
    ...observation,
    marks: marksIn(observation.elements),
    records: new Map(observation.log.map((record) => [record.receipt.tx_id, record])),
  };
  const effects = [...history.fates()].map(([intent, fate]) => effectOf(intent, fate, seen));
  const open = effects.filter(({ fate }) => fate.known === "nothing");
  return {
    violations: [
      ...history.refusals,
      ...observation.problems.map((problem) => `the log does not verify: ${problem}`),
      ...brokenSequence(seen),
      ...brokenReceipts(seen),
      ...effects.flatMap(({ violations }) => violations),
      ...unaccountedCommits(effects, seen),
      ...wrongTallies(effects, seen),
      ...brokenVersions(seen),
    ],
    found: open.filter(({ there }) => there === true).map(({ intent }) => intent),
    absent: open.filter(({ there }) => there === false).map(({ intent }) => intent),
  };
}

interface Seen extends Observation {
  readonly marks: ReadonlyMap<Mark, readonly Element[]>;
  readonly records: ReadonlyMap<string, LogRecord>;
}

/** What one intent came to, as far as the memory shows it. */
interface Effect {
  readonly intent: Intent;
  readonly fate: Fate;
  /** Null where only a retry can tell, because the intent leaves no mark. */
  readonly there: boolean | null;
  /** The commit it came with, as far as that is known. */
  readonly transaction: string | null;
  readonly violations: readonly string[];
}

function effectOf(intent: Intent, fate: Fate, seen: Seen): Effect {
  const carriers = intent.marks.map((mark) => seen.marks.get(mark) ?? []);
  const commits = new Set(carriers.flat().map(({ _system }) => _system.created_tx));
  const isPresent = commits.size > 0;
  const acknowledged = fate.known === "acknowledged";
  const [created] = commits;
  const violations = [...brokenWhole(intent, carriers, commits), ...brokenFate(intent, fate, commits, seen)];
  return {
    intent,
    fate,
    there: acknowledged || (intent.marks.length === 0 && fate.known === "nothing" ? null : isPresent),
    transaction: acknowledged ? fate.receipt.tx_id : (created ?? null),
    violations: violations.map((what) => `${intent.id} ${what}`),
  };
}

/** An intent is there once and whole, out of one commit, or not at all. */
function brokenWhole(
  { marks }: Intent,
  carriers: readonly (readonly Element[])[],
  commits: ReadonlySet<string>,
): readonly string[] {
  const missing = marks.filter((_, at) => carriers[at]?.length === 0);
  const repeated = marks.filter((_, at) => (carriers[at]?.length ?? 0) > 1);
  return [
    ...repeated.map((mark) => `is there more than once: ${mark}`),
    ...(missing.length > 0 && missing.length < marks.length
      ? [`is there in part, without ${missing.join(", ")}`]
      : []),
    ...(commits.size > 1 ? [`is spread over the commits ${[...commits].join(", ")}`] : []),
  ];
}

/** What was known of an intent before is still so. */
function brokenFate(
  { marks }: Intent,
  fate: Fate,
  commits: ReadonlySet<string>,
  { records }: Seen,
): readonly string[] {
  switch (fate.known) {
    case "nothing":
      return [];
    case "found":
      return commits.size > 0 ? [] : ["was there and is gone"];
    case "absent":
      return commits.size > 0 ? ["is there after it had left nothing"] : [];
    case "acknowledged": {
      const { tx_id, space_seq, receipt_digest } = fate.receipt;
      const record = records.get(tx_id);
      if (!record) return [`was acknowledged as ${tx_id}, which is not in the log`];
      return [
        ...(record.seq === space_seq
          ? []
          : [`was acknowledged at sequence ${space_seq} and lies at ${record.seq}`]),
        ...(record.receipt.receipt_digest === receipt_digest
          ? []
          : ["was acknowledged with another receipt than the one in the log"]),
        ...(marks.length === 0 || commits.has(tx_id)
          ? []
          : [`was acknowledged as ${tx_id} and is not there`]),
      ];
    }
  }
}

function brokenSequence({ log, headSeq, records }: Seen): readonly string[] {
  const violations: string[] = [];
  let before = 0;
  for (const { seq } of log) {
    if (seq <= before) violations.push(`sequence ${seq} is there again after ${before}`);
    else if (seq > before + 1) violations.push(`sequence ${seq} follows ${before}`);
    before = seq;
  }
  if (before !== headSeq)
    violations.push(`the log ends at sequence ${before} and the engine stands at ${headSeq}`);
  if (records.size !== log.length) violations.push("several records have one transaction id");
  return violations;
}

function brokenReceipts({ log }: Seen): readonly string[] {
  return log.flatMap(({ seq, receipt, changes }) => {
    const { receipt_digest, ...content } = receipt;
    const wrong = [
      ...(digestOf(content) === receipt_digest ? [] : ["its receipt_digest"]),
      ...(digestOf(changes) === receipt.semantic_plan_digest ? [] : ["its semantic_plan_digest"]),
      ...(receipt.space_seq === seq ? [] : ["its space_seq"]),
    ];
    return wrong.map((what) => `the receipt at sequence ${seq} does not verify by ${what}`);
  });
}

/** Every cognitive commit of the log belongs to one intent, as far as intents leave marks. */
function unaccountedCommits(effects: readonly Effect[], { log }: Seen): readonly string[] {
  const violations: string[] = [];
  const owners = new Map<string, Intent>();
  for (const { intent, transaction } of effects) {
    if (transaction === null) continue;
    const owner = owners.get(transaction);
    if (owner) violations.push(`${intent.id} and ${owner.id} came with one commit ${transaction}`);
    owners.set(transaction, intent);
  }
  const strangers = log
    .map(({ receipt }) => receipt)
    .filter(({ tx_id, transaction_class }) => transaction_class === "cognitive" && !owners.has(tx_id));
  const untold = effects.filter(({ there }) => there === null).length;
  if (strangers.length > untold) {
    const ids = strangers.map(({ tx_id }) => tx_id).join(", ");
    violations.push(`${strangers.length} commits belong to no intent, where ${untold} may: ${ids}`);
  }
  return violations;
}

/** Counters stand where the intents that are there moved them, and where those that cannot be told may have. */
function wrongTallies(effects: readonly Effect[], { marks }: Seen): readonly string[] {
  const counters = new Set(effects.flatMap(({ intent: { counter } }) => (counter === null ? [] : [counter])));
  return [...counters].flatMap((counter) => {
    const moving = effects.filter(({ intent }) => intent.counter === counter);
    const least = moving.filter(({ there }) => there === true).length;
    const most = least + moving.filter(({ there }) => there === null).length;
    const [element] = marks.get(counter) ?? [];
    const tally = element?.kind === "concept" ? element.attributes.tally : undefined;
    if (typeof tally === "number" && tally >= least && tally <= most) return [];
    return [
      `${counter} stands at ${tally} where it was moved ${least === most ? least : `${least} to ${most}`} times`,
    ];
  });
}

/** Each element's versions run from 1 without a gap through the log, and end at the version it has. */
function brokenVersions({ log, elements }: Seen): readonly string[] {
  const violations: string[] = [];
  const versions = new Map<string, number>();
  for (const { seq, changes } of log) {
    for (const { id, old_version = 0, new_version } of changes) {
      const before = versions.get(id) ?? 0;
      if (old_version !== before || new_version !== before + 1) {
        violations.push(
          `sequence ${seq} moves ${id} from version ${old_version} to ${new_version}, and it stood at ${before}`,
        );
      }
      versions.set(id, new_version);
    }
  }
  const present = new Map<string, number>(elements.map(({ id, _system }) => [id, _system.version]));
  for (const id of new Set([...versions.keys(), ...present.keys()])) {
    const [told, found] = [versions.get(id) ?? "none", present.get(id) ?? "none"];
    if (told !== found) violations.push(`${id} is at version ${found} and by the log at ${told}`);
  }
  return violations;
}
