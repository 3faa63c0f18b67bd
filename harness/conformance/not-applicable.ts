import { isJsonObject } from "../../src/model/index.js";

/** The cases that cannot apply to this engine, each with its reason, by fixture and case name. */
export type NotApplicable = (fixture: string, caseName: string) => string | null;

/**
 * Reads the list that stands beside a folder of fixtures; null when there is none.
 * @throws `Error` when it is not an object of reasons by fixture and case.
 */
export function readNotApplicable(text: string | null): NotApplicable {
  const list: unknown = text === null ? {} : JSON.parse(text);
  if (!isJsonObject(list)) throw new Error("not-applicable.json is not an object");
  for (const [fixture, cases] of Object.entries(list)) {
    if (!isJsonObject(cases) || Object.values(cases).some((reason) => typeof reason !== "string")) {
      throw new Error(`not-applicable.json: ${fixture} is not an object of reasons by case`);
    }
  }
  return (fixture, caseName) => {
    const cases = Object.hasOwn(list, fixture) ? list[fixture] : undefined;
    const reason = isJsonObject(cases) && Object.hasOwn(cases, caseName) ? cases[caseName] : undefined;
    return typeof reason === "string" ? reason : null;
  };
}
