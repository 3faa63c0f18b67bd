/** Joins texts as sentences, each with its full stop; what is missing or empty is left out. */
export function sentences(...texts: readonly (string | null | undefined)[]): string {
  return texts.flatMap((text) => (text ? [/[.!?:…]$/.test(text) ? text : `${text}.`] : [])).join(" ");
}
