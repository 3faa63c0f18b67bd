/** The most characters of one stored text inside a sentence, a heading or a list. */
const LONGEST = 120;

// Marks that would turn the rest of the line around, or that nobody sees.
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const CONTROLS = /[\p{Cc}\u2028\u2029\s]+/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const [ISOLATE, END_OF_ISOLATE] = ["\u2068", "\u2069"];

/**
 * A stored text as a part of one of our own lines: shortened, on one line, and unable to turn the words around it to the
 * other direction. A text nobody would see is shown in quotes.
 */
export function shown(text: string): string {
  const line = text.replace(BIDI_CONTROLS, "").replace(CONTROLS, " ");
  if (line.trim() === "") return JSON.stringify(line);
  const short = shortened(line, LONGEST);
  return RIGHT_TO_LEFT.test(short) || text !== text.replace(BIDI_CONTROLS, "")
    ? `${ISOLATE}${short}${END_OF_ISOLATE}`
    : short;
}

/** The beginning of a text, ending with "…" where something is left out; never half of what a person sees as one. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, longest + 64))) {
    if (index + segment.length > longest) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}
