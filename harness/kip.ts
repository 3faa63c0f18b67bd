import { readFileSync } from "node:fs";
import { ensureBuilt } from "../scripts/build.mjs";
import type { OpenNexusOptions } from "../src/client/index.js";
import { kipError } from "../src/model/index.js";
import { launchEngineBrowser } from "./browser/launch.js";
import { readArguments, runCommand, UsageError } from "./command-line.js";
import { type InputLine, MAX_LINE_BYTES, readLines } from "./lines/byte-lines.js";
import { refusedResponse } from "./lines/responses.js";
import { Session } from "./lines/session.js";

const HELP = `Usage: npm run kip -- [options] < requests.jsonl > responses.jsonl

Runs KIP requests on the engine in a headless browser: JSON Lines on standard input, one request a line, one response a
line on standard output, in order. A line is a full request envelope, or a tool's call:

  {"kip": "2.0", "operations": [{"command": "DESCRIBE PRIMER"}]}
  {"tool": "execute_kip" | "execute_kip_readonly" | "recall", "arguments": {…}}

Options:
  --profile DIR   keep the memory in a browser profile at DIR; without it, it lasts as long as the process
  --memory NAME   the name of the memory within the profile (default: "default")
  --space NAME    the Space of requests that name none (default: kip:space:default)
  --package FILE  a Schema Package (JSON) to activate beside the built-in ones; may be repeated
  --schema FILE   a JSON Schema document that such a package pins; may be repeated
  --help          this text

The exit code is 0 when every line got a response, failed or not; 1 when one did not; 2 when nothing could be started.
`;

interface Request {
  readonly profile: string | undefined;
  readonly nexus: OpenNexusOptions;
}

function readRequest(): Request {
  const { values } = readArguments(HELP, {
    profile: { type: "string" },
    memory: { type: "string", default: "default" },
    space: { type: "string" },
    package: { type: "string", multiple: true, default: [] },
    schema: { type: "string", multiple: true, default: [] },
  });
  const { profile, memory, space } = values;
  for (const [option, value] of Object.entries({ profile, memory, space })) {
    if (value === "") throw new UsageError(`--${option} needs a value`);
  }
  return {
    profile,
    nexus: {
      name: memory,
      ...(space === undefined ? {} : { space }),
      packages: values.package.map((file) => readArtifact("package", file)),
      schemas: values.schema.map((file) => readArtifact("schema", file)),
    },
  };
}

function readArtifact(option: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (thrown) {
    throw new UsageError(`--${option} ${file}: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}

function refuse({ refused }: Extract<InputLine, { refused: string }>): string {
  const error =
    refused === "too long"
      ? kipError("ResourceExhausted", `the line is longer than ${MAX_LINE_BYTES} bytes`)
      : kipError("InvalidRequestEnvelope", "the line is not UTF-8", { hint: "Send JSON encoded as UTF-8." });
  return JSON.stringify(refusedResponse(error));
}

/** Resolves once the line is handed to the reader, so that a slow reader slows the engine instead of filling memory. */
function writeLine(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

async function answerLines(session: Session): Promise<number> {
  // A reader that went away is reported where the line is written, not as an event that nobody expects.
  process.stdout.on("error", () => undefined);
  for await (const line of readLines(process.stdin)) {
    try {
      await writeLine("text" in line ? await session.answer(line.text) : refuse(line));
    } catch (thrown) {
      process.stderr.write(`no response: ${thrown instanceof Error ? thrown.message : thrown}\n`);
      return 1;
    }
  }
  return 0;
}

await runCommand(async () => {
  const { profile, nexus } = readRequest();
  ensureBuilt(["harness"]);
  const session = new Session(async () => {
    const browser = await launchEngineBrowser({ profile });
    try {
      const page = await browser.open(nexus);
      return { ...page, close: browser.close };
    } catch (thrown) {
      await browser.close();
      throw thrown;
    }
  });
  try {
    await session.start();
    return await answerLines(session);
  } finally {
    await session.close();
  }
});
