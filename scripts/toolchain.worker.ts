import { expose } from "comlink";

/** Stores a value in a fresh IndexedDB database and reads it back through another connection. */
async function storeAndRead(name: string, value: unknown): Promise<unknown> {
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore("values");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const first = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = first.transaction("values", "readwrite", { durability: "strict" });
    transaction.objectStore("values").put(value, "only");
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  first.close();
  const second = await open();
  return new Promise((resolve, reject) => {
    const request = second.transaction("values").objectStore("values").get("only");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const api = { storeAndRead };
export type ToolchainWorker = typeof api;

expose(api);
