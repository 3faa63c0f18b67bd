import type { JsonObject } from "../model/index.js";
import memoryDefault from "./policies/memory-default-1.json" with { type: "json" };

/**
 * The artifact of the standard memory policy, `kip:memory-default` version 1, as data (§21.13). The belief engine
 * runs the rules it names; this is what they are called, in which order they apply, and what they mean.
 */
export const MEMORY_DEFAULT_ARTIFACT = memoryDefault as unknown as JsonObject;
