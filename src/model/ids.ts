/** The five Core element kinds (§6.1). */
export type ElementKind = "concept" | "proposition" | "assertion" | "evidence" | "activity";

export const ELEMENT_KINDS: readonly ElementKind[] = [
  "concept",
  "proposition",
  "assertion",
  "evidence",
  "activity",
];

declare const brand: unique symbol;

/** An engine-assigned, never reused element id such as `C-1` (§7.1). Opaque to clients. */
export type ElementId = string & { readonly [brand]: "ElementId" };

/** The id of a MemorySpace (§5), for example `kip:space:default`. */
export type SpaceId = string & { readonly [brand]: "SpaceId" };

/** An engine-assigned transaction id (§32.4). */
export type TxId = string & { readonly [brand]: "TxId" };

const LETTERS: Readonly<Record<ElementKind, string>> = {
  concept: "C",
  proposition: "P",
  assertion: "A",
  evidence: "E",
  activity: "X",
};

const KINDS: ReadonlyMap<string, ElementKind> = new Map(ELEMENT_KINDS.map((kind) => [LETTERS[kind], kind]));

const ID_FORM = /^([CPAEX])-([1-9][0-9]{0,15})$/;

/** One counter a kind: how many ids of that kind the Nexus has handed out (§7.1). */
export type IdCounters = Readonly<Record<ElementKind, number>>;

export const NO_IDS: IdCounters = { concept: 0, proposition: 0, assertion: 0, evidence: 0, activity: 0 };

/** The id with the given ordinal of a kind: `elementId("concept", 1)` is `C-1`. */
export function elementId(kind: ElementKind, ordinal: number): ElementId {
  return `${LETTERS[kind]}-${ordinal}` as ElementId;
}

/** The kind an id was allocated for, or null when the string is no id this engine hands out. */
export function kindOfId(id: string): ElementKind | null {
  const match = ID_FORM.exec(id);
  return match ? (KINDS.get(match[1] ?? "") ?? null) : null;
}

/**
 * Narrows a caller's string to an `ElementId`. It promises nothing about existence: look the id up to learn that.
 * Ids are opaque, so a string of a foreign form is simply an id that resolves to nothing.
 */
export function asElementId(text: string): ElementId {
  return text as ElementId;
}

/** Narrows a configured or persisted string to a `SpaceId`. */
export function asSpaceId(text: string): SpaceId {
  return text as SpaceId;
}

/** The id of the transaction that committed sequence `seq` in a Space (§32.4). */
export function commitTxId(space: SpaceId, seq: number): TxId {
  return `${space}#${seq}` as TxId;
}

/** Narrows a persisted or caller-given string to a `TxId`. */
export function asTxId(text: string): TxId {
  return text as TxId;
}
