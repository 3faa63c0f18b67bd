import type { ControlChange } from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import type { NewEnvironment, PackageRow } from "../store/index.js";

/** The control change of a commit that puts an environment in force, and none where it changes nothing (§36.1). */
export function schemaChange(before: SchemaEnvironment, after: SchemaEnvironment): readonly ControlChange[] {
  return before === after ? [] : [{ kind: "schema", version: String(after.version) }];
}

/** An environment as a commit puts it in force; null where the commit leaves it as it was. */
export function activationOf(
  { spaceId, environment: before }: SpaceView,
  after: SchemaEnvironment,
  packages: readonly PackageRow[],
): NewEnvironment | null {
  if (before === after) return null;
  return { space: spaceId, version: after.version, record: after.record, packages };
}
