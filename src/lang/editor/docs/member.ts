/** Something with a name inside an element, a projection or the object of a clause. */
export interface Member {
  readonly name: string;
  /** Its types in a word or two, for example `string` or `Concept`. */
  readonly detail: string;
  /** What it is, in a sentence. */
  readonly text: string;
  /** Strings it can be compared with or set to. */
  readonly values?: readonly string[];
  /** What is inside it. */
  readonly members?: () => readonly Member[];
  /** The exact reference, for a member named after a symbol of the schema. */
  readonly ref?: string;
}

/** Members as they are written down: name to detail, text and values. */
export type MemberTable = Readonly<
  Record<string, readonly [detail: string, text: string, values?: readonly string[]]>
>;

/** The members of a table, with what is inside some of them. */
export function membersOf(
  table: MemberTable,
  inside: Readonly<Record<string, () => readonly Member[]>> = {},
): readonly Member[] {
  return Object.entries(table).map(([name, [detail, text, values]]) => {
    const members = inside[name];
    return { name, detail, text, ...(values ? { values } : {}), ...(members ? { members } : {}) };
  });
}
