import type { Completion } from "@codemirror/autocomplete";
import type { SchemaOutline } from "../../schema-outline.js";
import { documentType } from "../docs/symbols.js";
import { textOf } from "../reading/nodes.js";
import { documentTree } from "../reading/prefix.js";
import type { KnownVariable } from "../reading/variables.js";
import type { Asked } from "./asked.js";
import { option } from "./options.js";

/** The variables and handles that mean something here. */
export function variableOptions(asked: Asked): readonly Completion[] {
  return asked.variables.map((variable) => {
    const detail = describeVariable(variable);
    const type = typeOf(variable, asked.schema);
    return option(`?${variable.name}`, {
      type: "variable",
      detail,
      boost: 20,
      documentation: type ? documentType(type) : null,
    });
  });
}

/** `Concept Person`, `belief`, or nothing where nothing is known. */
export function describeVariable({ kind, types }: KnownVariable): string {
  return types.length > 0 ? types.join(" | ") : (kind ?? "");
}

function typeOf({ types }: KnownVariable, schema: SchemaOutline | null) {
  const [only, ...others] = types;
  return others.length > 0 ? undefined : schema?.types.find(({ name, ref }) => name === only || ref === only);
}

/** The parameters that are bound, and those that the text mentions elsewhere. */
export function parameterOptions(asked: Asked): readonly Completion[] {
  const names = new Set(asked.parameters);
  const mentioned = mentionedParameters(asked).filter((name) => !names.has(name));
  return [
    ...[...names].map((name) => option(`:${name}`, { type: "constant", detail: "bound", boost: -4 })),
    ...[...new Set(mentioned)].map((name) => option(`:${name}`, { type: "constant", boost: -5 })),
  ];
}

function mentionedParameters({ state, place }: Asked): readonly string[] {
  const text = state.doc.toString();
  const found: string[] = [];
  documentTree(state).iterate({
    enter: (node) => {
      const own = node.from < place.token.to && node.to > place.token.start;
      if (node.name === "Parameter" && !own) found.push(textOf(node.node, text).slice(1));
    },
  });
  return found;
}
