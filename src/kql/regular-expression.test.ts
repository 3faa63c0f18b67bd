import { describe, expect, test } from "vitest";
import type { KipError } from "../model/index.js";
import { regularExpression } from "./regular-expression.js";

function refusal(pattern: string): KipError {
  try {
    regularExpression(pattern, { from: 3, to: 9 });
  } catch (error) {
    return error as KipError;
  }
  throw new Error(`compiled: ${pattern}`);
}

describe("a wrong regular expression", () => {
  test.each([
    ["(", "balanced ( and )", "CONTAINS"],
    ["a)", "balanced ( and )", "CONTAINS"],
    ["[a", "a closing ]", "character class"],
    ["*a", "something to repeat", '".*"'],
    ["a**", "something to repeat", '".*"'],
    ["(?=a)", "a group RE2 knows", "lookaround"],
    ["(a)\\1", "an escape RE2 knows", "backreferences"],
    ["a\\", "an escape RE2 knows", "twice"],
    ["[z-a]", "from low to high", "lower"],
  ])("says what belongs there: %s", (pattern, expected, advice) => {
    const { code, hint, details } = refusal(pattern);
    expect(code).toBe("InvalidSyntax");
    expect(details).toMatchObject({ from: 3, to: 9, found: JSON.stringify(pattern) });
    expect(String(details.expected)).toContain(expected);
    expect(hint).toContain(advice);
  });
});
