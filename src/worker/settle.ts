import { reportedShape } from "../runtime/index.js";
import type { Settled } from "./settled.js";

/** Runs the work and captures whatever it throws as a registry error. The page's half is `unsettle`. */
export async function settle<T>(work: () => Promise<T> | T): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, error: reportedShape(thrown) };
  }
}
