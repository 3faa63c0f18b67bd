import type { CompletionContext } from "@codemirror/autocomplete";
import { defaultHighlightStyle, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import type { SchemaOutline } from "../schema-outline.js";
import { completionsAt } from "./complete/source.js";
import { hovering } from "./hover/hovering.js";
import { kipLanguage } from "./language.js";
import { linting } from "./lint/linting.js";
import type { PatternQuestion } from "./lint/pattern-judge.js";

/** What an editor can know besides the text. Its functions are called whenever they are needed, so what they say may change. */
export interface KipOptions {
  /** The schema in force, or null while no Space is open: then the language alone is known. */
  readonly schema?: () => SchemaOutline | null;
  /** The names of the bound parameters, without the colon. */
  readonly parameters?: () => readonly string[];
  /**
   * Judges a constant pattern of REGEX, at once or later; null for a sound one. The dialect is the engine's, which is
   * larger than all of this, so an engine that runs elsewhere is asked. Without it only evaluating tells.
   */
  readonly regexProblem?: PatternQuestion;
}

/**
 * KIP in a CodeMirror editor: highlighting, folding, indentation, diagnostics, documentation on hover, and completion
 * that knows the grammar and the schema.
 *
 * Diagnostics and hover work as they are. Folding, closing brackets, toggling comments and completing are CodeMirror's
 * own extensions, which find here what they need: add `codeFolding()`, `closeBrackets()`, `autocompletion()` and their
 * key maps, or `basicSetup`, which has them all.
 */
export function kip(options: KipOptions = {}): LanguageSupport {
  const { schema = () => null, parameters = () => [] } = options;
  return new LanguageSupport(kipLanguage, [
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    kipLanguage.data.of({
      autocomplete: (context: CompletionContext) => completionsAt(context, { schema, parameters }),
    }),
    linting(options.regexProblem),
    hovering(schema),
  ]);
}
