import { SchemaEnvironment } from "../schema/index.js";

/** An environment without packages: enough for tests that never resolve a symbol. */
export const emptyEnvironment = (): SchemaEnvironment => SchemaEnvironment.core;
