import { isJsonObject, type JsonValue, type ProjectionBasis } from "../model/index.js";

/** The members of a basis that say where and when an answer was read, and not what it is. */
const MOVING: ReadonlySet<string> = new Set<keyof ProjectionBasis>([
  "snapshot_seq",
  "schema_environment_version",
  "identity_version",
  "authorization_view",
  "valid_at",
  "next_invalid_at",
]);

/** What every basis has (§21.12), and next to nothing else. */
const MARKS: readonly (keyof ProjectionBasis)[] = ["snapshot_seq", "trust_version", "valid_at", "policy"];

/**
 * A result without the coordinates of the projections in it: two that differ only there are the same answer, read at
 * another time or of a state with other things in it.
 */
export function withoutCoordinates(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutCoordinates);
  if (!isJsonObject(value)) return value;
  const isBasis = MARKS.every((mark) => Object.hasOwn(value, mark));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      isBasis && MOVING.has(name) ? [] : [[name, withoutCoordinates(member)]],
    ),
  );
}
