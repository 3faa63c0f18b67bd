import { inUnit, type Unit } from "./rows.js";

/** What a section promised itself, and what it measured. */
export interface Goal {
  readonly what: string;
  readonly unit: Unit;
  readonly measured: number;
  readonly atMost: number;
  readonly met: boolean;
}

/** A goal that a number must not exceed. A number that was not measured (NaN) meets none. */
export function atMost(what: string, measured: number, limit: number, unit: Unit): Goal {
  return { what, unit, measured, atMost: limit, met: measured <= limit };
}

/** How a goal ended, in a line: `goal ≤ 2.00×: met (…)` or `goal ≤ 2.00×: missed by 0.31× (…)`. */
export function goalLine({ what, unit, measured, atMost: limit, met }: Goal): string {
  const outcome = met ? "met" : `missed by ${inUnit(measured - limit, unit)}`;
  return `goal ≤ ${inUnit(limit, unit)}: ${outcome} (${what}: ${inUnit(measured, unit)})`;
}
