/** How an index term came out of a text: a word of it, or two neighbouring characters within a long word. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Accents that Latin, Greek and Cyrillic readers leave out when they type. Marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** What joins words in keys, predicates and identifiers: `lives_in`, `person:alice`, `colorScheme`. */
const JOINTS = /[_\-:./\\@#+~|]+|(?<=\p{Ll})(?=\p{Lu})/gu;

const ASCII = /^[\x20-\x7e\s]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/**
 * The words of a text as the index files them: without case, width and accent, in the order they occur. Chinese,
 * Japanese, Thai and other scripts written without spaces are cut by `Intl.Segmenter`.
 */
export function wordsOf(text: string): string[] {
  const folded = foldText(text.replace(JOINTS, " "));
  if (ASCII.test(folded)) return folded.match(ASCII_WORD) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(folded)) if (isWordLike) words.push(segment);
  return words;
}

/**
 * The terms a text is found under: its words, and for long words of scripts without spaces also each pair of
 * neighbouring characters, since where a dictionary cuts such a text depends on what surrounds it.
 */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const characters = [...word];
    if (characters.length < 3 || !IDEOGRAPHIC.test(word)) return [word];
    return [word, ...characters.slice(1).map((character, at) => `${characters[at] ?? ""}${character}`)];
  });
}

/** A text without the differences a searcher does not mean: compatibility forms, case, accents. */
export function foldText(text: string): string {
  return text.normalize("NFKD").replace(ACCENTS, "").normalize("NFKC").toLowerCase();
}
