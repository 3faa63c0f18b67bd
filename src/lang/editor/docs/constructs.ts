/** What is said about one construct of the grammar, under the name of its node: its title, a text, an example. */
export type ConstructTable = Readonly<
  Record<string, readonly [title: string, text: string, example: string]>
>;
