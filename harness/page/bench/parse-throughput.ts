import { parser } from "../../../grammar/index.js";
import { parse } from "../../../src/lang/index.js";
import type { OpenedNexus } from "../bench.js";
import { interleaved, type Rounds } from "./interleaved.js";

/** What to parse. */
export interface ParsePlan extends Rounds {
  /** KIP commands. Those that the grammar refuses are left out: an early end is not speed. */
  readonly commands: readonly string[];
  /** JSON texts of about as many bytes as the commands. */
  readonly documents: readonly string[];
}

/** Milliseconds of each round, and how much each round read. */
export interface ParseSamples {
  /** Commands to checked trees. */
  readonly parseMs: readonly number[];
  /** The same commands through the parser tables alone. */
  readonly lezerMs: readonly number[];
  /** `JSON.parse` of the documents. */
  readonly documentsMs: readonly number[];
  /** `JSON.parse` of what the commands mean: their syntax trees. */
  readonly treesMs: readonly number[];
  /** How often each round parses the JSON: so often that it takes about as long as the commands. */
  readonly jsonPasses: number;
  readonly commands: number;
  readonly commandBytes: number;
  readonly documentBytes: number;
  readonly treeBytes: number;
}

/** A machine that is busy interrupts what takes long. So JSON, which is quick, is parsed again and again meanwhile. */
const JSON_PASSES = 50;

/** Measures how fast command text becomes a checked tree, beside `JSON.parse` of about as many bytes. */
export async function measure(_: OpenedNexus, plan: ParsePlan): Promise<ParseSamples> {
  const strict = parser.configure({ strict: true });
  const parsed = plan.commands.map((text) => ({ text, command: parse(text).command }));
  const commands = parsed.flatMap(({ text, command }) => (command === null ? [] : [text]));
  const commandBytes = bytesOf(commands);
  const trees = upTo(
    commandBytes,
    parsed.flatMap(({ command }) => (command === null ? [] : [JSON.stringify(command)])),
  );
  const documents = upTo(commandBytes, plan.documents);
  const samples = await interleaved(plan, {
    parseMs: () => {
      for (const text of commands) parse(text);
    },
    lezerMs: () => {
      for (const text of commands) strict.parse(text);
    },
    documentsMs: () => {
      for (let pass = 0; pass < JSON_PASSES; pass += 1) for (const text of documents) JSON.parse(text);
    },
    treesMs: () => {
      for (let pass = 0; pass < JSON_PASSES; pass += 1) for (const text of trees) JSON.parse(text);
    },
  });
  return {
    ...samples,
    jsonPasses: JSON_PASSES,
    commands: commands.length,
    commandBytes,
    documentBytes: bytesOf(documents),
    treeBytes: bytesOf(trees),
  };
}

/** As many of the texts, from the first again where they end, as hold the given bytes. */
function upTo(bytes: number, texts: readonly string[]): readonly string[] {
  const chosen: string[] = [];
  let held = 0;
  while (held < bytes) {
    for (const text of texts) {
      if (held >= bytes) break;
      chosen.push(text);
      held += text.length;
    }
    if (held === 0) throw new Error("there is no JSON to measure");
  }
  return chosen;
}

/** Bytes as UTF-8. */
function bytesOf(texts: readonly string[]): number {
  const encoder = new TextEncoder();
  return texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}
