import type { EditorState } from "@codemirror/state";
import type { SchemaOutline } from "../../schema-outline.js";
import type { Place } from "../reading/place.js";
import { type KnownVariable, variablesAt } from "../reading/variables.js";

/** One question for completions: the place, and everything that is known besides the grammar. */
export class Asked {
  readonly state: EditorState;
  readonly place: Place;
  readonly schema: SchemaOutline | null;
  /** The names of the bound parameters, without the colon. */
  readonly parameters: readonly string[];
  #variables: readonly KnownVariable[] | null = null;

  constructor(state: EditorState, place: Place, schema: SchemaOutline | null, parameters: readonly string[]) {
    this.state = state;
    this.place = place;
    this.schema = schema;
    this.parameters = parameters;
  }

  /** The variables and handles that mean something here. */
  get variables(): readonly KnownVariable[] {
    this.#variables ??= variablesAt(this.state, this.place, this.schema);
    return this.#variables;
  }

  /** What is known of a variable; a stranger may be any element. */
  variable(name: string): KnownVariable {
    const known = this.variables.find((variable) => variable.name === name);
    return known ?? { name, kind: null, types: [], searched: false };
  }
}
