import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { terms } from "../../../../grammar/index.js";
import type { SchemaOutline } from "../../schema-outline.js";
import type { CursorToken } from "../reading/cursor-token.js";
import { placeAt } from "../reading/place.js";
import { Asked } from "./asked.js";
import { constantOptions } from "./constants.js";
import { comparedOptions, functionOptions } from "./expressions.js";
import { keywordOptions } from "./keywords.js";
import { parameterOptions, variableOptions } from "./names.js";
import { memberNameOptions, memberValueOptions, objectPlace } from "./objects.js";
import { stepOptions } from "./paths.js";
import { symbolOptions } from "./symbols.js";
import { wordOptions } from "./words.js";

/** What the completions know besides the text. Both are asked anew each time. */
export interface Surroundings {
  readonly schema: () => SchemaOutline | null;
  readonly parameters: () => readonly string[];
}

/** What may be written next, from the grammar, the schema and the text itself. */
export function completionsAt(context: CompletionContext, around: Surroundings): CompletionResult | null {
  const { state, pos, explicit } = context;
  const place = placeAt(state, pos);
  if (place === null) return null;
  const { token } = place;
  // Nobody is interrupted who has only typed a space or a bracket; a dot asks for what comes after it.
  if (token.kind === "none" && !explicit && state.sliceDoc(pos - 1, pos) !== ".") return null;
  const asked = new Asked(state, place, around.schema(), around.parameters());
  const typed = state.sliceDoc(token.from, pos);
  const options = optionsFor(asked).filter(({ label }) => explicit || !isWritten(label, typed, token.kind));
  if (options.length === 0) return null;
  return {
    from: token.from,
    options,
    validFor: (text) =>
      STAYS_VALID[token.kind].test(text) && !options.some(({ label }) => isWritten(label, text, token.kind)),
  };
}

/** As long as the text from the token's start on looks like this, the same options hold. */
const STAYS_VALID: Readonly<Record<CursorToken["kind"], RegExp>> = {
  none: /^[?:]?\w*$/,
  word: /^\w*$/,
  variable: /^\?\w*$/,
  parameter: /^:\w*$/,
  string: /^[^"\\]*$/,
};

/**
 * Whether a word is written already. Offering it again would only take the Enter that ends the line; in a string it
 * still brings the closing quote.
 */
function isWritten(label: string, text: string, kind: CursorToken["kind"]): boolean {
  return kind !== "string" && text !== "" && label.toLowerCase() === text.toLowerCase();
}

function optionsFor(asked: Asked): readonly Completion[] {
  const { node, accepts, token, text } = asked.place;
  const { parent } = node;
  if (token.kind === "parameter") return accepts(terms.Parameter) ? parameterOptions(asked) : [];
  if (token.kind === "variable") return accepts(terms.Variable) ? variableOptions(asked) : [];
  if (parent?.name === "PathStep") return stepOptions(parent, asked);
  const object = objectPlace(node, text);
  if (object?.at === "name") return memberNameOptions(object, asked);
  const strings = [
    ...symbolOptions(asked),
    ...wordOptions(asked),
    ...(object ? memberValueOptions(object, asked) : comparedOptions(asked)),
  ];
  if (token.kind === "string") return strings;
  const names =
    token.kind === "none"
      ? [
          ...(accepts(terms.Variable) ? variableOptions(asked) : []),
          ...(accepts(terms.Parameter) ? parameterOptions(asked) : []),
        ]
      : [];
  const functions = accepts(terms.Identifier) ? functionOptions(asked) : [];
  // Where the schema or a clause lists what may stand here, true and null would only be in the way.
  const constants = strings.length > 0 ? [] : constantOptions(asked);
  return [...strings, ...functions, ...keywordOptions(asked), ...names, ...constants];
}
