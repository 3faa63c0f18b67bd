/** What there is to say about one word: shown on hover, and beside a completion. */
export interface Documentation {
  /** What it is about, for example `BELIEF SLOT` or `prefers`. */
  readonly title: string;
  /** Its kind in a word or two, for example `type` or `aggregate`. */
  readonly kind: string;
  /** One or two sentences, or nothing where the rest says it all. */
  readonly text: string;
  /** Lines of facts, such as the fields of a type. */
  readonly facts?: readonly string[];
  /** A piece of KIP that uses it. */
  readonly example?: string;
}
