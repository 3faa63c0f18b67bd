import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { browserProcesses, haveEnded, signal } from "../../harness/browser/processes.js";
import { loadResponseCheck } from "../../harness/conformance/response-check.js";
import { projectRoot, publishedSchemas } from "../../harness/paths.js";
import type { JsonObject, RequestEnvelope, ResponseEnvelope } from "../../src/model/index.js";

type Command = "kip" | "conformance" | "bench" | "durability";
type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** How a command ended, with everything it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// Not through npm, so that a signal reaches the command itself and not a shell that npm put before it.
function start(command: Command, args: readonly string[]): Child {
  return spawn(process.execPath, ["--import", "tsx", `harness/${command}.ts`, ...args], {
    cwd: projectRoot,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

function startThroughNpm(args: readonly string[]): Child {
  return spawn("npm", ["run", "kip", "--", ...args], { cwd: projectRoot, stdio: ["pipe", "pipe", "pipe"] });
}

/** Runs a command to its end. */
export async function runToEnd(
  command: Command,
  args: readonly string[],
  input: string | Buffer = "",
): Promise<Ended> {
  const child = start(command, args);
  child.stdin.on("error", () => undefined); // It may end before it has read everything.
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "exit"),
  ]);
  return { code, stdout, stderr };
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The responses among the lines of a command's standard output. Throws for a line that is none. */
export function responsesIn({ stdout }: Ended): readonly ResponseEnvelope[] {
  return stdout.split("\n").filter(Boolean).map(readResponse);
}

const checkResponse = loadResponseCheck(publishedSchemas);

/** Parses a response and, where the published schemas are at hand, holds it against them. */
function readResponse(line: string): ResponseEnvelope {
  const response = JSON.parse(line);
  const violations = checkResponse?.(response) ?? [];
  if (violations.length > 0) throw new Error(`${line}\nviolates the schemas: ${violations.join("; ")}`);
  return response;
}

/** `npm run kip` with a person at the keyboard: one line, one answer, and a power switch. */
export class KipProcess {
  readonly #child: Child;
  readonly #lines: AsyncIterator<string>;
  #stderr = "";

  constructor(args: readonly string[], through: "node" | "npm" = "node") {
    this.#child = through === "node" ? start("kip", args) : startThroughNpm(args);
    this.#child.stdin.on("error", () => undefined);
    this.#child.stderr.on("data", (chunk) => {
      this.#stderr += chunk;
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Writes a line and does not wait. */
  send(request: object): void {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
  }

  /** The next response, or null when there will be none. */
  async receive(): Promise<ResponseEnvelope | null> {
    const { done, value } = await this.#lines.next();
    return done ? null : readResponse(value);
  }

  /** Writes a line and waits for its response. */
  async ask(request: object): Promise<ResponseEnvelope> {
    this.send(request);
    const response = await this.receive();
    if (!response) throw new Error(`no response: ${this.#stderr}`);
    return response;
  }

  /** Ends the input and waits for the process. */
  async end(): Promise<number | null> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, "exit");
    return this.#child.exitCode;
  }

  /** A signal to the process that was started, and to none that it started; returns how that one ended. */
  async kill(name: NodeJS.Signals): Promise<number | null> {
    const exited = once(this.#child, "exit");
    this.#child.kill(name);
    const [code] = await exited;
    return code;
  }

  /** SIGKILL for the command and for every process of its browser, at once. */
  async killEverything(profile: string): Promise<void> {
    const browser = browserProcesses(profile);
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    signal(browser, "SIGKILL");
    await exited;
    if (!(await haveEnded(browser, 10_000))) throw new Error("a killed browser still runs");
  }
}

/** A request of one command. */
export function request(command: string, parameters: JsonObject = {}): RequestEnvelope {
  return { kip: "2.0", operations: [{ command, parameters }] };
}

/** JSON Lines. */
export function lines(...values: readonly (object | string)[]): string {
  return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
}
