import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { SchemaOutline } from "../../schema-outline.js";
import { documentationTheme, renderDocumentation } from "../docs/render.js";
import { documentationAt } from "./documentation-at.js";

/** Shows what a word means when the pointer rests on it. */
export function hovering(schema: () => SchemaOutline | null): Extension {
  return [
    documentationTheme,
    hoverTooltip((view, pos, side) => {
      const found = documentationAt(view.state, pos, side, schema());
      if (found === null) return null;
      return {
        pos: found.from,
        end: found.to,
        above: true,
        create: () => ({ dom: renderDocumentation(found.documentation) }),
      };
    }),
  ];
}
