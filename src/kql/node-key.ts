/** What a node's place and spelling contribute, which its meaning does not. */
const SPELLING = new Set(["from", "to", "nameRange", "source", "form"]);

/** A text that is equal for two nodes exactly when they mean the same, wherever and however they are written. */
export function nodeKey(node: object): string {
  return JSON.stringify(node, (member, value: unknown) => (SPELLING.has(member) ? undefined : value));
}
