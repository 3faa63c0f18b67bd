/** What a browser tells when it creates a database: Chromium adds whether it had to delete a damaged one before. */
interface CreationEvent extends IDBVersionChangeEvent {
  readonly dataLoss?: "none" | "total";
}

/**
 * The browser's IndexedDB, calling `onLoss` when a database is created in place of one that the browser found damaged
 * and deleted; undefined where there is none. Only Chromium tells, and only at that moment.
 */
export function watchedIndexedDb(onLoss: () => void): IDBFactory | undefined {
  const factory = globalThis.indexedDB;
  if (!factory) return undefined;
  return new Proxy(factory, {
    get: (target, name) => {
      if (name !== "open") {
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? member.bind(target) : member;
      }
      return (database: string, version?: number) => {
        const request = target.open(database, version);
        request.addEventListener("upgradeneeded", (event) => {
          if ((event as CreationEvent).dataLoss === "total") onLoss();
        });
        return request;
      };
    },
  });
}
