import {
  type ClientKeyBinding,
  digestOfText,
  type Element,
  type JsonObject,
  stubOf,
  type WriteSet,
  withoutPayload,
} from "../model/index.js";
import type { ErasureEntry, LogRow } from "./tables.js";

/** What a commit wrote: the part of a record that memory takes in. */
export interface Written extends Pick<WriteSet, "elements" | "clientKeys" | "identity"> {
  /** Records of the control plane that the commit made or changed; absent where there are none (§36.1). */
  readonly control?: readonly JsonObject[];
}

/** One commit read back from the log. */
export interface StoredCommit extends Omit<LogRow, "body"> {
  readonly written: Written;
}

/**
 * An order to remove content from everything durable, carried out in the commit that decides it. Of an element every
 * version in the log becomes its stub (§60.3); of an Evidence payload only the bytes go, and the record with its digest,
 * references and citations stays (§60.6).
 */
export type Erasure = ErasureEntry;

/** The text a write set is kept as. */
export function encodeWritten({ elements, clientKeys, identity, control }: Written): string {
  return JSON.stringify({
    elements,
    clientKeys,
    ...(identity?.length ? { identity } : {}),
    ...(control?.length ? { control } : {}),
  });
}

/** @throws `SyntaxError` for a body that is damaged. */
export function decodeBody(body: string): Written {
  return JSON.parse(body) as Written;
}

export function decodeRecord({ body, ...row }: LogRow): StoredCommit {
  return { ...row, written: decodeBody(body) };
}

/**
 * A record without the content that a commit erases. What the record says about itself is kept as it was issued: its
 * digests are over names, ids and versions, of which nothing is erased. Only the digest of the body no longer fits;
 * `rewritten` says what it is now and by which commits, so that verification can tell an erasure from damage.
 */
export function withoutErased(row: LogRow, erasures: readonly Erasure[], by: number): LogRow {
  const orders = new Map(erasures.map((erasure) => [erasure.id, erasure]));
  const written = decodeBody(row.body);
  const body = encodeWritten({
    ...written,
    elements: written.elements.map((version) => {
      const order = orders.get(version.id);
      return order ? erasedVersion(version, order) : version;
    }),
    clientKeys: written.clientKeys.map((binding) =>
      orders.get(binding.id)?.scope === "element" ? erasedBinding(binding) : binding,
    ),
  });
  const earlier = row.rewritten?.by ?? [];
  return { ...row, body, rewritten: { body_digest: digestOfText(body), by: [...earlier, by] } };
}

/** What remains of one version of an element: who wrote it when, and otherwise what the erasure leaves. */
export function erasedVersion(version: Element, { scope }: Erasure): Element {
  if (scope === "element") return stubOf(version);
  return version.kind === "evidence" ? withoutPayload(version) : version;
}

/**
 * A client key is the caller's own words, so only its digest outlives the element. The digest is enough to know the key
 * again when it is resent (§7.5).
 */
export function erasedBinding(binding: ClientKeyBinding): ClientKeyBinding {
  return { ...binding, client_key: erasedClientKey(binding.client_key) };
}

/** No caller's key begins like this. */
const ERASED_KEY = "\u0000erased:";

/** What stands for the client key of an erased element. */
export function erasedClientKey(clientKey: string): string {
  return isErasedClientKey(clientKey) ? clientKey : `${ERASED_KEY}${digestOfText(clientKey)}`;
}

export function isErasedClientKey(clientKey: string): boolean {
  return clientKey.startsWith(ERASED_KEY);
}
