import { type NexusApi, type OpenNexusOptions, openNexus } from "../../src/client/index.js";
import { answerLine } from "../lines/answer-line.js";
import { thrownError } from "../lines/responses.js";
import type { HarnessPage } from "./protocol.js";
import { storedLog } from "./stored-log.js";

let opened: { readonly nexus: NexusApi; readonly name: string } | undefined;
let parts: string[] = [];

function requireOpened(): { readonly nexus: NexusApi; readonly name: string } {
  if (!opened) throw new Error("no Nexus is open on this page");
  return opened;
}

const page: HarnessPage = {
  open: async (text) => {
    try {
      const options: OpenNexusOptions = JSON.parse(text);
      opened = { nexus: await openNexus(options), name: options.name };
      return { opened: true };
    } catch (thrown) {
      return { opened: false, error: thrownError(thrown).toShape() };
    }
  },
  append: (part) => {
    parts.push(part);
  },
  answer: async (lastPart) => {
    const line = parts.join("") + lastPart;
    parts = [];
    return JSON.stringify(await answerLine(requireOpened().nexus, line));
  },
  logAfter: async (seq) => JSON.stringify(await storedLog(requireOpened().name, seq)),
  verifyLog: async () => JSON.stringify(await requireOpened().nexus.verifyLog()),
  status: async () => JSON.stringify(await requireOpened().nexus.status()),
  // Loaded only when it is wanted, so that no other command carries it.
  bench: (name, plan) => import("./bench.js").then(({ measure }) => measure(requireOpened(), name, plan)),
};

Object.assign(globalThis, { harness: page });
