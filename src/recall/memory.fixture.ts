import { executeMutation } from "../kml/index.js";
import { isStateChanging, parse } from "../lang/index.js";
import {
  asSpaceId,
  commitTxId,
  type IdCounters,
  type JsonObject,
  NO_IDS,
  type Timestamp,
} from "../model/index.js";
import { builtInPackages, SchemaEnvironment } from "../schema/index.js";
import { KeywordIndex } from "../search/index.js";
import { SpaceState, StateOverlay } from "../state/index.js";
import type { RecallSource } from "./recall.js";

const space = asSpaceId("kip:space:test");

/** A memory that tests fill with KML, without a store beneath it. */
export class TestMemory implements RecallSource {
  readonly view = new SpaceState(space, SchemaEnvironment.core.activate(builtInPackages()));
  readonly search = new KeywordIndex();
  #counters: IdCounters = NO_IDS;

  /** Commits one command and returns its summary. */
  write(text: string, parameters: JsonObject = {}, now = "2026-06-01T00:00:00.000Z"): JsonObject {
    const { command, diagnostics } = parse(text);
    if (!command || !isStateChanging(command)) throw new Error(JSON.stringify(diagnostics));
    const seq = this.view.seq + 1;
    const overlay = new StateOverlay(this.view, this.#counters);
    const { summary } = executeMutation(overlay, command, {
      parameters,
      now: now as Timestamp,
      txId: commitTxId(space, seq),
      nextSeq: seq,
      origin: { principal_id: "principal:test", channel: "test", import_id: null },
    });
    this.#counters = overlay.counters;
    this.view.apply({ seq, elements: overlay.written(), clientKeys: overlay.boundClientKeys() });
    this.search.take(seq, overlay.written());
    return summary;
  }
}
