import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
  readTimestamp,
  type TimeBound,
  type Timestamp,
  type ValidTime,
  type ValidTimeEndpoint,
} from "../model/index.js";
import { describeType } from "./describe.js";

/**
 * Reads the world interval an Assertion claims (§13.2, §25.2). Each end is an exact timestamp, null, or a bound
 * `{earliest, latest}` (§25.5); what was not written stays unwritten.
 * @throws `TypeMismatch` for a value of another shape, `ConstraintViolation` for a malformed timestamp, an unknown
 * member, or an interval whose earliest possible start is not before its latest possible end.
 */
export function readValidTime(value: JsonValue, where = "valid_time"): ValidTime {
  if (!isJsonObject(value)) {
    throw kipError("TypeMismatch", `${where} must be an object, not ${describeType(value)}`, {
      hint: `Write ${where} as {from: "2026-08-14T03:00:00.000Z", until: null}; leave out what is not known.`,
      details: { field: where, expected: "object", found: describeType(value) },
    });
  }
  requireOnly(value, ["from", "until"], where);
  const interval: ValidTime = {
    ...(value.from === undefined ? {} : { from: readEndpoint(value.from, `${where}.from`) }),
    ...(value.until === undefined ? {} : { until: readEndpoint(value.until, `${where}.until`) }),
  };
  requireOrder(interval, where);
  return interval;
}

function readEndpoint(value: JsonValue, where: string): ValidTimeEndpoint {
  if (value === null) return null;
  if (!isJsonObject(value)) return readTimestamp(value, where);
  requireOnly(value, ["earliest", "latest"], where);
  const bound: TimeBound = {
    ...(value.earliest === undefined ? {} : { earliest: readTimestamp(value.earliest, `${where}.earliest`) }),
    ...(value.latest === undefined ? {} : { latest: readTimestamp(value.latest, `${where}.latest`) }),
  };
  if (bound.earliest === undefined && bound.latest === undefined) {
    throw kipError("ConstraintViolation", `${where} is a time bound without a side`, {
      hint: `Give ${where} an earliest, a latest or both; leave it out when nothing is known.`,
      details: { field: where },
    });
  }
  if (bound.earliest !== undefined && bound.latest !== undefined && bound.earliest > bound.latest) {
    throw kipError("ConstraintViolation", `${where} has its earliest after its latest instant`, {
      hint: "Swap earliest and latest.",
      details: { field: where, earliest: bound.earliest, latest: bound.latest },
    });
  }
  return bound;
}

/** Only written, finite sides can contradict: a missing start may lie arbitrarily early, a missing end late (§25.5). */
function requireOrder(interval: ValidTime, where: string): void {
  const start = side(interval.from, "earliest");
  const end = side(interval.until, "latest");
  if (start === undefined || end === undefined || start < end) return;
  throw kipError("ConstraintViolation", `${where} ends before it can have begun`, {
    hint: "An interval is half-open: until must be later than from. Leave until out when no end is known.",
    details: { field: where, from: start, until: end },
  });
}

function side(endpoint: ValidTimeEndpoint | undefined, of: "earliest" | "latest"): Timestamp | undefined {
  if (endpoint === undefined || endpoint === null) return undefined;
  return typeof endpoint === "string" ? endpoint : endpoint[of];
}

function requireOnly(value: JsonObject, allowed: readonly string[], where: string): void {
  const unknown = Object.keys(value).find((key) => !allowed.includes(key));
  if (unknown === undefined) return;
  throw kipError("ConstraintViolation", `${where} has no member ${JSON.stringify(unknown)}`, {
    hint: `Use only ${allowed.join(" and ")} in ${where}.`,
    details: { field: `${where}.${unknown}`, allowed },
  });
}
