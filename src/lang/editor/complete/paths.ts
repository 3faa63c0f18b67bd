import type { Completion } from "@codemirror/autocomplete";
import type { SyntaxNode } from "@lezer/common";
import type { Member } from "../docs/member.js";
import { membersOfVariable } from "../reading/known-members.js";
import { decoded, textOf } from "../reading/nodes.js";
import type { Asked } from "./asked.js";
import { memberNames } from "./options.js";

/** The steps a path can take next, after `.` or in `["…"]`. */
export function stepOptions(step: SyntaxNode, asked: Asked): readonly Completion[] {
  const path = step.parent;
  if (path === null) return [];
  const members = membersAlong(path, asked, step.from);
  const { token } = asked.place;
  const options = memberNames(members, token);
  if (step.firstChild?.name !== "[" || token.kind === "string") return options;
  // Between brackets a name is a string, also where it could be an identifier.
  const close = asked.state.sliceDoc(token.to, token.to + 1) === "]" ? "" : "]";
  return options.map((known) => ({ ...known, apply: `${JSON.stringify(known.label)}${close}` }));
}

/** What is inside the value that a path leads to, up to an offset. */
function membersAlong(path: SyntaxNode, asked: Asked, before: number): readonly Member[] {
  const root = path.getChild("Variable");
  if (root === null) return [];
  const { text } = asked.place;
  let members = membersOfVariable(asked.variable(textOf(root, text).slice(1)), asked.schema);
  for (const step of path.getChildren("PathStep")) {
    if (step.from >= before) break;
    members = stepInto(members, step, text)?.members?.() ?? [];
  }
  return members;
}

/** The member that a path names, or that one of its steps does; null when nobody knows it. */
export function memberOfPath(path: SyntaxNode, asked: Asked, step = lastStep(path)): Member | null {
  if (step === null) return null;
  return stepInto(membersAlong(path, asked, step.from), step, asked.place.text) ?? null;
}

function lastStep(path: SyntaxNode): SyntaxNode | null {
  return path.getChildren("PathStep").at(-1) ?? null;
}

function stepInto(members: readonly Member[], step: SyntaxNode, text: string): Member | undefined {
  const name = step.getChild("Identifier") ?? step.getChild("String");
  if (name === null) return undefined;
  const key = decoded(name, text);
  return members.find((member) => member.name === key || member.ref === key);
}
