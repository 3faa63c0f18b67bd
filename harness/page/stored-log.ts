import type { ChangeEntry, Receipt } from "../../src/model/index.js";

/** One record of a Space's log, as far as somebody outside the engine may judge it. */
export interface LogRecord {
  readonly seq: number;
  readonly receipt: Receipt;
  readonly changes: readonly ChangeEntry[];
}

/** The Space of a Nexus that was opened without naming one. */
const SPACE = "kip:space:default";

/**
 * The records of a Nexus's log after a sequence, in its order. They are read past the engine, from its database as it
 * is: what the engine says of its log is what is being judged.
 */
export async function storedLog(name: string, after: number): Promise<readonly LogRecord[]> {
  const database = await settled(indexedDB.open(`kip-nexus:${name}`));
  try {
    const log = database.transaction("log", "readonly").objectStore("log");
    const range = IDBKeyRange.bound([SPACE, after], [SPACE, Number.POSITIVE_INFINITY], true);
    const rows: readonly StoredRow[] = await settled(log.getAll(range));
    return rows.map(({ seq, receipt, envelope }) => ({ seq, receipt, changes: envelope.changes }));
  } finally {
    database.close();
  }
}

interface StoredRow {
  readonly seq: number;
  readonly receipt: Receipt;
  readonly envelope: { readonly changes: readonly ChangeEntry[] };
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed without a reason"));
  });
}
