import type { AssertCommand } from "../ast.js";
import { nearest } from "../nearest.js";
import type { ProblemSink } from "../problem.js";

const MEMBERS = ["by", "mode", "stance", "confidence", "at", "valid", "context", "evidence", "key"];

/** What the members of ASSERT are called where they are fields of an Assertion. */
const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ["asserted_by", "by"],
  ["asserted_at", "at"],
  ["valid_time", "valid"],
  ["context_refs", "context"],
  ["client_key", "key"],
  ["source", "evidence"],
]);

/** Where what is no member of ASSERT stands. */
function elsewhere(name: string): string | null {
  if (/^supersed/.test(name)) return "What it replaces follows the braces: {…} SUPERSEDING :old.";
  return /^(?:subject|predicate|object|value|proposition)$/.test(name)
    ? 'What is claimed stands in parentheses: ASSERT (:s, "predicate", :o) {…}.'
    : null;
}

/** Reports members ASSERT does not have, and the two it cannot do without (§55.1). */
export function checkAssertMembers({ members, from, to }: AssertCommand, report: ProblemSink): void {
  for (const { name, nameRange } of members) {
    if (MEMBERS.includes(name)) continue;
    const similar = FIELD_NAMES.get(name) ?? nearest(name, MEMBERS);
    report({
      ...nameRange,
      message: `ASSERT has no member ${JSON.stringify(name)}.`,
      found: name,
      expected: MEMBERS,
      hint:
        elsewhere(name) ??
        (similar === null ? `Its members are ${MEMBERS.join(", ")}.` : `Did you mean ${similar}?`),
    });
  }
  for (const required of ["by", "mode"]) {
    if (members.some(({ name }) => name === required)) continue;
    report({
      from,
      to,
      message: `ASSERT needs ${required}.`,
      expected: [required],
      hint:
        required === "by"
          ? "Say whose claim it is: by: :actor."
          : 'Say how it is known: mode: "stated", "observed", "inferred", "predicted", "hypothetical" or "imported".',
    });
  }
}
