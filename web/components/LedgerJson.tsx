import type { JsonObject } from "../../src/model/index.js";
import { JsonBlock } from "./JsonBlock.js";

/** The engine's own account of a belief, as it is. */
export function LedgerJson({ explanation }: { readonly explanation: JsonObject }) {
  return (
    <details>
      <summary>Ledger as JSON</summary>
      <JsonBlock label="Ledger as JSON" text={JSON.stringify(explanation, null, 2)} />
    </details>
  );
}
