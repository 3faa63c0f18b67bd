import {
  type ClientKeyBinding,
  digestOfText,
  type Element,
  type JsonObject,
  stubOf,
  type WriteSet,
  withoutPayload,
} from "../model/index.js";
import type { LargePayload, PayloadShelf } from "./payload-shelf.js";
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

/** A write set as it is stored: the text of a record's body, and the payloads too large to be in it. */
export interface EncodedWritten {
  readonly body: string;
  readonly payloads: readonly LargePayload[];
}

/** The stored form of a write set; what it holds of large payloads goes beside it. */
export function encodeWritten(written: Written, shelf: PayloadShelf): EncodedWritten {
  const stored = written.elements.map((element) => shelf.stored(element));
  return {
    body: encodeBody({ ...written, elements: stored.map(({ element }) => element) }),
    payloads: stored.flatMap(({ payload }) => (payload ? [payload] : [])),
  };
}

function encodeBody({ elements, clientKeys, identity, control }: Written): string {
  return JSON.stringify({
    elements,
    clientKeys,
    ...(identity?.length ? { identity } : {}),
    ...(control?.length ? { control } : {}),
  });
}

/**
 * A write set as it is stored, without its large payloads.
 * @throws `SyntaxError` for a body that is damaged.
 */
export function decodeBody(body: string): Written {
  return JSON.parse(body) as Written;
}

/** A record as memory takes it in: its large payloads are looked up when they are asked for. */
export function decodeRecord({ body, ...row }: LogRow, shelf: PayloadShelf): StoredCommit {
  return { ...row, written: shelved(decodeBody(body), shelf) };
}

/** A write set as memory takes it in. */
export function shelved(written: Written, shelf: PayloadShelf): Written {
  return { ...written, elements: written.elements.map((element) => shelf.shelve(element)) };
}

/**
 * A record without the content that a commit erases. What the record says about itself is kept as it was issued: its
 * digests are over names, ids and versions, of which nothing is erased. Only the digest of the body no longer fits;
 * `rewritten` says what it is now and by which commits, so that verification can tell an erasure from damage.
 */
export function withoutErased(row: LogRow, erasures: readonly Erasure[], by: number): LogRow {
  const orders = new Map(erasures.map((erasure) => [erasure.id, erasure]));
  const written = decodeBody(row.body);
  const body = encodeBody({
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
