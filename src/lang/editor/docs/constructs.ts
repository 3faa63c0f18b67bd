/**
 * What is said about one construct of the grammar, under the name of its node: a text, an example, and its title where
 * that is not the node's name in words.
 */
export type ConstructTable = Readonly<
  Record<string, readonly [text: string, example: string, title?: string]>
>;
