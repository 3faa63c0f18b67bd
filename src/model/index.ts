/** The values KIP is about: elements, literals, timestamps, ids, envelopes, errors. Pure, without I/O. */
export * from "./canonical-json.js";
export * from "./elements.js";
export * from "./envelope.js";
export * from "./error-registry.js";
export * from "./errors.js";
export * from "./ids.js";
export * from "./json.js";
export * from "./literals.js";
export * from "./projection.js";
export * from "./stream.js";
export * from "./strict-json.js";
export * from "./stubs.js";
export * from "./timestamps.js";
export * from "./transactions.js";
