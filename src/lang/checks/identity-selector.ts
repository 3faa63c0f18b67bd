import type { UpsertConceptCommand } from "../ast.js";
import type { ProblemSink } from "../problem.js";

/** Reports an UPSERT whose MATCH names no stable identity: a name is none (§54.3). */
export function checkIdentitySelector({ match }: UpsertConceptCommand, report: ProblemSink): void {
  // An absent MATCH has been reported already, and stands in as an empty one.
  if (match.members.length === 0 && match.from === 0) return;
  if (match.members.some(({ name }) => name === "id" || name === "key")) return;
  const byName = match.members.find(({ name }) => name === "name");
  report({
    // A name is refused by the language itself; a MATCH that identifies nothing has a code of its own (§87).
    ...(byName === undefined ? { code: "IdentitySelectorRequired" as const } : {}),
    from: match.from,
    to: match.to,
    message:
      byName === undefined
        ? "MATCH has to name an id or a key."
        : "A name is not an identity: MATCH has to name an id or a key.",
    expected: ["id", "key"],
    hint: 'Write MATCH {type: "Person", key: "alice"}, and the name under SET FIELDS {name: …}.',
  });
}
