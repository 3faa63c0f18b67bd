import { Dexie, type Table } from "dexie";

interface Record {
  readonly seq: number;
  readonly body: string;
}

/** The least that a durable commit and a durable read cost on this machine: Dexie alone, without an engine around it. */
export interface BareStore {
  /** Puts one record and the head that counts it, in one readwrite transaction. */
  append(body: string): Promise<void>;
  /** Gets the record of a sequence. */
  read(seq: number): Promise<string | undefined>;
  /** Deletes everything. */
  drop(): Promise<void>;
}

/** Opens a bare store with the durability the engine asks for. */
export async function openBareStore(name: string): Promise<BareStore> {
  const database = new Dexie(name, { chromeTransactionDurability: "strict" });
  database.version(1).stores({ log: "seq", heads: "id" });
  await database.open();
  const log: Table<Record, number> = database.table("log");
  const heads: Table<{ id: string; seq: number }, string> = database.table("heads");
  let seq = 0;
  return {
    append: async (body) => {
      await database.transaction("rw", log, heads, async () => {
        seq += 1;
        await log.put({ seq, body });
        await heads.put({ id: "head", seq });
      });
    },
    read: async (wanted) => (await log.get(wanted))?.body,
    drop: () => database.delete(),
  };
}

/**
 * The bytes of the newest record in the log of a database, or null where there is no such thing to look at. It opens the
 * database as it finds it, so it needs to know no more of the engine's tables than that one is called `log`.
 */
export async function newestLogBytes(isIt: (name: string) => boolean): Promise<number | null> {
  const name = (await Dexie.getDatabaseNames()).find(isIt);
  if (name === undefined) return null;
  const database = await new Dexie(name).open();
  try {
    if (!database.tables.some((table) => table.name === "log")) return null;
    const newest: unknown = await database.table("log").toCollection().last();
    return newest === undefined ? null : bytesOf(newest);
  } finally {
    database.close();
  }
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + bytesOf(item), 0);
}
