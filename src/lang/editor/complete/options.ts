import { type Completion, insertCompletionText, pickedCompletion } from "@codemirror/autocomplete";
import type { Documentation } from "../docs/documentation.js";
import type { Member } from "../docs/member.js";
import { renderDocumentation } from "../docs/render.js";
import { documentMember } from "../docs/symbols.js";
import type { CursorToken } from "../reading/cursor-token.js";

/** What an option is made of, besides its label. */
export interface OptionParts {
  /** One of CodeMirror's icons. */
  readonly type: string;
  readonly detail?: string;
  readonly documentation?: Documentation | null;
  readonly boost?: number;
}

/** An option that is written as it is listed, or as `apply` says. */
export function option(label: string, parts: OptionParts, apply?: Completion["apply"]): Completion {
  const { type, detail, documentation, boost } = parts;
  return {
    label,
    type,
    ...(detail ? { detail } : {}),
    ...(boost === undefined ? {} : { boost }),
    ...(documentation ? { info: () => renderDocumentation(documentation) } : {}),
    ...(apply === undefined ? {} : { apply }),
  };
}

/** An option that is listed bare and written as a string. In a string that is begun, it takes the place of the whole. */
export function quoted(label: string, token: CursorToken, parts: OptionParts): Completion {
  const written = JSON.stringify(label);
  return option(label, parts, token.kind === "string" ? restOfString(written.slice(1)) : written);
}

/** Writes the rest of a string over what is there of it behind the cursor, its closing quote included. */
function restOfString(rest: string): Exclude<Completion["apply"], string> {
  return (view, completion, from, to) => {
    const line = view.state.doc.lineAt(to);
    const there = /^(?:[^"\\]|\\.)*"/.exec(line.text.slice(to - line.from))?.[0] ?? "";
    view.dispatch({
      ...insertCompletionText(view.state, rest, from, to + there.length),
      annotations: pickedCompletion.of(completion),
    });
  };
}

/** Options for the strings a member or an operand can be. */
export function values(list: readonly string[], token: CursorToken): readonly Completion[] {
  // In the order they are listed, which is the order one thinks of them.
  return list.map((value, at) => quoted(value, token, { type: "enum", boost: 70 - at }));
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Options for member names: bare where they can be, quoted inside a string or where they must be. */
export function memberNames(
  members: readonly Member[],
  token: CursorToken,
  used: ReadonlySet<string> = new Set(),
): readonly Completion[] {
  return members
    .filter(({ name }) => !used.has(name))
    .map((member, at) => {
      const parts: OptionParts = {
        type: "property",
        detail: member.detail,
        documentation: documentMember(member),
        boost: 50 - at / 10,
      };
      return token.kind === "string" || !IDENTIFIER.test(member.name)
        ? quoted(member.name, token, parts)
        : option(member.name, parts);
    });
}
