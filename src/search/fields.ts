/**
 * The fields of the index (§66.4), and how much a word found in each is worth:
 *
 * - `name`: a Concept's name; a Proposition's predicate; an Evidence or Activity class
 * - `aliases`: a Concept's other names
 * - `key`: a Concept's logical key
 * - `related`: what the Concepts an element is about are called: endpoints, actors, and for an Assertion the words of
 *   its Proposition
 * - `text`: string attributes of a Concept, its description among them; the description of a predicate and a Literal
 *   object; inline Evidence payload
 */
export const FIELD_WEIGHTS = { name: 1, aliases: 0.95, key: 0.9, related: 0.85, text: 0.7 } as const;

export type SearchField = keyof typeof FIELD_WEIGHTS;

export const SEARCH_FIELDS = Object.keys(FIELD_WEIGHTS) as readonly SearchField[];
