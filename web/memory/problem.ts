import { sentences } from "../sentences.js";

/** Why a memory could not be opened, in words a person can act on. */
export interface OpeningProblem {
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
  /** What the button says that loads the page again. */
  readonly retry: string;
}

/** What to tell a person whose memory was forgotten, perhaps from another tab. */
export const FORGOTTEN: OpeningProblem = {
  title: "This memory was forgotten",
  explanation: "Everything in it was deleted. Nothing of it is left in this browser.",
  advice: "You can start again under the same name, with an empty memory.",
  retry: "Start again",
};

const BLOCKED: OpeningProblem = {
  title: "This browser does not let the page keep anything",
  explanation:
    "The memory lives in this browser, in IndexedDB. In a private window, or where site data is blocked, there is no place for it, and a memory that forgets everything would only pretend to work.",
  advice: "Open this page in an ordinary window, or allow site data for it, and reload.",
  retry: "Try again",
};

/** Opens and deletes a throw-away database: the only way to learn whether storage is allowed is to use it. */
export async function storageProblem(factory: IDBFactory | undefined): Promise<OpeningProblem | null> {
  if (!factory) return BLOCKED;
  const probe = `kip-workbench-probe-${Math.random().toString(36).slice(2)}`;
  try {
    const database = await settled(factory.open(probe));
    database.close();
    await settled(factory.deleteDatabase(probe));
    return null;
  } catch {
    return BLOCKED;
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** What to tell a person when the engine itself could not open the memory. */
export function openingProblem(thrown: unknown): OpeningProblem {
  const { message, hint } = readError(thrown);
  return {
    title: "The memory could not be opened",
    explanation: message,
    advice: hint ?? "Reload the page. Nothing that was committed is lost.",
    retry: "Try again",
  };
}

/** Anything that was thrown, in words: the registry's code where there is one, what is wrong, and what to do next. */
export function problemInWords(thrown: unknown): string {
  const { code, message, hint } = readError(thrown);
  return sentences(code === null ? message : `${code}: ${message}`, hint);
}

function readError(thrown: unknown): {
  readonly code: string | null;
  readonly message: string;
  readonly hint: string | null;
} {
  if (typeof thrown !== "object" || thrown === null)
    return { code: null, message: String(thrown), hint: null };
  const { code, message, hint } = thrown as { code?: unknown; message?: unknown; hint?: unknown };
  return {
    code: typeof code === "string" ? code : null,
    message: typeof message === "string" && message !== "" ? message : "The engine did not say why.",
    hint: typeof hint === "string" ? hint : null,
  };
}
