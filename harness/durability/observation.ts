import type {
  Element,
  ElementKind,
  JsonObject,
  OperationResult,
  ResponseEnvelope,
} from "../../src/model/index.js";
import type { EnginePage } from "../browser/engine-page.js";
import type { LogRecord } from "../page/stored-log.js";

/** What a tab sees of a memory that it has just opened: the log as it is stored, and the state read from it. */
export interface Observation {
  /** The sequence the engine says it is at. */
  readonly headSeq: number;
  readonly log: readonly LogRecord[];
  /** What the engine finds wrong when it verifies its log, in its words. */
  readonly problems: readonly string[];
  /** Every element of all five kinds, each kind in the order of ids. */
  readonly elements: readonly Element[];
}

/** A pattern for every element of a kind that ordinary recall reaches, or of those it passes by (§60.1). */
const PATTERNS: Readonly<Record<ElementKind, (state: string | null) => string | null>> = {
  concept: (state) => `?x CONCEPT ${only(state)}`,
  // A tuple pattern has no place for a state.
  proposition: (state) => (state === null ? "?x (?subject, ?predicate, ?object)" : null),
  assertion: (state) => `?x ASSERTION ${only(state)}`,
  evidence: (state) => `?x EVIDENCE ${only(state)}`,
  activity: (state) => `?x ACTIVITY ${only(state)}`,
};

const only = (state: string | null): string => (state === null ? "{}" : `{state: "${state}"}`);

/** Reads a memory that nobody writes to meanwhile: its log past the engine, and its state through it. */
export async function observe(tab: EnginePage): Promise<Observation> {
  const [state, log] = [await stateOf(tab), await tab.logAfter(0)];
  const { problems } = await tab.verifyLog();
  return { ...state, log, problems: problems.map(({ seq, problem }) => `sequence ${seq}: ${problem}`) };
}

/** The whole state a tab answers with: every element by FIND, page by page, and the sequence it was read at. */
export async function stateOf(tab: EnginePage): Promise<Omit<Observation, "log" | "problems">> {
  const elements: Element[] = [];
  let headSeq = 0;
  for (const pattern of Object.values(PATTERNS)) {
    for (const state of [null, "archived", "tombstoned"]) {
      const clause = pattern(state);
      if (clause === null) continue;
      const found = await findAll(tab, clause);
      elements.push(...found.elements);
      headSeq = found.seq;
    }
  }
  return { headSeq, elements };
}

async function findAll(
  tab: EnginePage,
  clause: string,
): Promise<{ elements: readonly Element[]; seq: number }> {
  const elements: Element[] = [];
  let cursor: string | undefined;
  for (;;) {
    const paging = cursor === undefined ? "" : " CURSOR :cursor";
    const parameters = cursor === undefined ? {} : { cursor };
    const command = `FIND(?x) WHERE { ${clause} } ORDER BY ?x.id LIMIT 1000${paging}`;
    const { result, next_cursor, context } = await ask(tab, command, parameters);
    elements.push(...(result as unknown as readonly Element[]));
    if (next_cursor === undefined) return { elements, seq: context?.snapshot_seq ?? 0 };
    cursor = next_cursor;
  }
}

/** The answer to one command. @throws `Error` with the registry's code when it fails. */
export async function ask(
  tab: EnginePage,
  command: string,
  parameters: JsonObject = {},
): Promise<OperationResult> {
  const line = JSON.stringify({ kip: "2.0", operations: [{ command, parameters }] });
  const response: ResponseEnvelope = JSON.parse(await tab.answer(line));
  const [operation] = response.results;
  const error = response.error ?? operation?.error;
  if (error || !operation) throw new Error(`${command} failed: ${error?.code}: ${error?.message}`);
  return operation;
}
