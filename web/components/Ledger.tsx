import type { JsonObject } from "../../src/model/index.js";
import type { LedgerAccount, LedgerLine } from "../belief/ledger.js";
import { dayOf, intervalInWords } from "../dates.js";
import { JsonBlock } from "./JsonBlock.js";

interface LedgerProps {
  readonly explanation: JsonObject;
  /** The account as a person reads it, where the ledger was asked for. */
  readonly account: LedgerAccount | null;
}

/** Why a belief is what it is: every claim with its standing, and the engine's own account as it is. */
export function Ledger({ explanation, account }: LedgerProps) {
  return (
    <details>
      <summary>Ledger</summary>
      {account && <LedgerTable account={account} />}
      <JsonBlock label="Ledger as JSON" text={JSON.stringify(explanation, null, 2)} />
    </details>
  );
}

function LedgerTable({ account: { rule, lines } }: { readonly account: LedgerAccount }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs keyboard focus
    <section class="ledger" tabIndex={0} aria-label="Claims of the ledger">
      {rule !== null && (
        <p class="small">
          Decided by <code>{rule}</code>
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Claim</th>
            <th scope="col">Said on</th>
            <th scope="col">Holds</th>
            <th scope="col">Standing</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LedgerRow key={line.assertionId} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LedgerRow({ line }: { readonly line: LedgerLine }) {
  const { actor, said, mode, assertedAt, written, endedAt, standing, why } = line;
  return (
    <tr>
      <th scope="row">
        {actor}: {said} <span class="soft">({mode})</span>
      </th>
      <td>{assertedAt !== null && <time dateTime={assertedAt}>{dayOf(assertedAt)}</time>}</td>
      <td>{assertedAt !== null && intervalInWords(written, assertedAt, endedAt)}</td>
      <td>{standing}</td>
      <td>{why}</td>
    </tr>
  );
}
