import { type NexusApi, openNexus } from "../../src/client/index.js";
import { answerLine } from "../lines/answer-line.js";
import { thrownError } from "../lines/responses.js";
import type { HarnessPage, OpenOutcome } from "./protocol.js";

let nexus: NexusApi | undefined;
let parts: string[] = [];

const open = async (options: string): Promise<OpenOutcome> => {
  try {
    nexus = await openNexus(JSON.parse(options));
    return { opened: true };
  } catch (thrown) {
    return { opened: false, error: thrownError(thrown).toShape() };
  }
};

const append = (part: string): void => {
  parts.push(part);
};

const answer = async (): Promise<string> => {
  const line = parts.join("");
  parts = [];
  if (!nexus) throw new Error("no Nexus is open on this page");
  return JSON.stringify(await answerLine(nexus, line));
};

const page: HarnessPage = { open, append, answer };
Object.assign(globalThis, { harness: page });
