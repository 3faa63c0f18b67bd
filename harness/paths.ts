import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** The published schemas, where this checkout has them beside it. */
export const publishedSchemas = join(projectRoot, "../shared/spec/schemas");

/** The engine built for the harness. */
export const builtPage = join(projectRoot, "dist/harness");

/** The shared conformance fixtures, where this checkout has them beside it. */
export const sharedFixtures = join(projectRoot, "../shared/conformance/engine-suite");
