/** How many rows one read takes, which is what the engine's own hydration takes. */
const CHUNK = 256;

/**
 * Reads every row of a table of a Nexus's database in the order of its keys, past the engine, and gives them to `take`
 * one by one.
 */
export async function eachStoredRow(
  nexus: string,
  table: string,
  take: (row: StoredRow) => void,
): Promise<void> {
  const database = await settled(indexedDB.open(databaseOf(nexus)));
  try {
    let after: IDBValidKey | null = null;
    for (;;) {
      const store = database.transaction(table, "readonly").objectStore(table);
      const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true);
      const [rows, keys]: [StoredRow[], IDBValidKey[]] = await Promise.all([
        settled(store.getAll(range, CHUNK)),
        settled(store.getAllKeys(range, CHUNK)),
      ]);
      for (const row of rows) take(row);
      if (rows.length < CHUNK) return;
      after = keys.at(-1) ?? null;
    }
  } finally {
    database.close();
  }
}

/** Empties a table of a Nexus that nobody has open. */
export async function clearTable(nexus: string, table: string): Promise<void> {
  const database = await settled(indexedDB.open(databaseOf(nexus)));
  try {
    await settled(database.transaction(table, "readwrite").objectStore(table).clear());
  } finally {
    database.close();
  }
}

/** A row as it lies in IndexedDB. */
export type StoredRow = Readonly<Record<string, unknown>>;

const databaseOf = (nexus: string): string => `kip-nexus:${nexus}`;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed without a reason"));
  });
}
