import type { JsonObject } from "../../src/model/index.js";
import { JsonBlock } from "./JsonBlock.js";

/** The engine's own account of a projection: structured provenance, shown as it is. */
export function Ledger({ explanation }: { readonly explanation: JsonObject }) {
  return (
    <details>
      <summary>Ledger</summary>
      <JsonBlock label="Ledger as JSON" text={JSON.stringify(explanation, null, 2)} />
    </details>
  );
}
