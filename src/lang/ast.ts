import type { KmlCommand } from "./ast/kml.js";
import type { FindCommand } from "./ast/kql.js";
import type { MetaCommand } from "./ast/meta.js";

export type * from "./ast/kml.js";
export type * from "./ast/kql.js";
export type * from "./ast/meta.js";
export type * from "./ast/patterns.js";
export type * from "./ast/values.js";

/**
 * One KIP command. Every node has a `type` tag and a source range; the unions are closed, so a `switch` over `type` is
 * checked for completeness by the compiler. Absent clauses are `null`, repeated ones arrays. A node that `parse`
 * returned has passed every check that needs neither parameters nor state.
 */
export type Command = FindCommand | KmlCommand | MetaCommand;
