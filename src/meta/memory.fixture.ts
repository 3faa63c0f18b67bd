import { executeMutation } from "../kml/index.js";
import { type Command, type KmlCommand, parse } from "../lang/index.js";
import { asSpaceId, commitTxId, type JsonObject, NO_IDS, timestampAt } from "../model/index.js";
import { builtInPackages, SchemaEnvironment } from "../schema/index.js";
import { SpaceState, StateOverlay } from "../state/index.js";

const environment = SchemaEnvironment.core.activate(builtInPackages());

export const CURSOR_KEY = { secret: "a secret of this host", holder: "anybody", view: "view:any" };
export const START = Date.parse("2026-10-01T00:00:00.000Z");

/** A Space in memory with the standard packages, and the commands that were carried out in it, one commit each. */
export function memoryOf(...commands: readonly string[]): SpaceState {
  const state = new SpaceState(asSpaceId("kip:space:test"), environment);
  let counters = NO_IDS;
  for (const text of commands) {
    const overlay = new StateOverlay(state, counters);
    executeMutation(overlay, commandOf(text) as KmlCommand, {
      parameters: {},
      now: timestampAt(START + state.seq * 60_000),
      txId: commitTxId(state.spaceId, state.seq + 1),
      nextSeq: state.seq + 1,
      origin: { principal_id: "principal:test", channel: "test", import_id: null },
    });
    counters = overlay.counters;
    state.apply({
      seq: state.seq + 1,
      elements: overlay.written(),
      clientKeys: overlay.boundClientKeys(),
    });
  }
  return state;
}

/** A statement that is legal. */
export function commandOf(text: string): Command {
  const { command, diagnostics } = parse(text);
  if (command) return command;
  throw new Error(`${text}: ${diagnostics[0]?.message}`);
}

/** The error a call throws, as far as tests look at it. */
export function errorOf(call: () => unknown): { readonly code: string; readonly details: JsonObject } | null {
  try {
    call();
    return null;
  } catch (thrown) {
    const { code, details } = thrown as { code: string; details: JsonObject };
    return { code, details };
  }
}
