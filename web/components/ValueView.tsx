import { isElementRef, isJsonObject, type JsonValue } from "../../src/model/index.js";
import { isProjection, isSlotProjection } from "../belief/collect.js";
import { StatusBadge } from "./StatusBadge.js";

/** Beyond this a cell shows the beginning; the JSON view has the rest. */
const LONGEST_CELL = 240;

/** One value of a result. Stored text is shown as text, whatever it looks like. */
export function ValueView({ value }: { readonly value: JsonValue }) {
  if (value === null) return <span class="soft">null</span>;
  if (typeof value === "string") return <>{shortened(value)}</>;
  if (typeof value !== "object") return <code>{String(value)}</code>;
  if (isProjection(value)) return <StatusBadge status={value.status} />;
  if (isSlotProjection(value)) return <StatusBadge status={value.status} />;
  if (isElementRef(value)) return <code>{value.id}</code>;
  if (isJsonObject(value) && typeof value.id === "string" && typeof value.kind === "string") {
    return (
      <>
        {typeof value.name === "string" ? `${shortened(value.name)} ` : ""}
        <span class="soft small">
          {value.kind} <code>{value.id}</code>
        </span>
      </>
    );
  }
  return <code>{shortened(JSON.stringify(value))}</code>;
}

function shortened(text: string): string {
  return text.length <= LONGEST_CELL ? text : `${text.slice(0, LONGEST_CELL)}…`;
}
