/**
 * The parser's tables, unpacked from text. As the generator writes them they are the largest part of the language, and
 * hardly compress: what a number means changes from one to the next. In the text like stands with like, as differences
 * where neighbours are close, and a compressing server makes half of it. `scripts/pack-tables.mjs` writes the text.
 */

/** The characters of a number: the first 70 end it, the others go on. None needs an escape in a string. */
export const DIGITS =
  "#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}";

/** How many of them end a number. */
export const LAST_DIGITS = 70;

/** The whole numbers of a text, from 0. */
function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let weight = 1;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    value += weight * digit;
    if (digit >= LAST_DIGITS) weight *= DIGITS.length - LAST_DIGITS;
    else {
      numbers.push(value);
      value = 0;
      weight = 1;
    }
  }
  return numbers;
}

/** A number that may be negative, from one that is not: 0, -1, 1, -2, 2 … */
const signed = (number: number): number => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);

/** The slots of one parser state. */
const SLOTS = 6;

/**
 * The parser's states. The text has their slots in turn, the low halves of a slot before the high ones; the last slot,
 * what to reduce by force, is mostly what to reduce anyway, and is written as what is different.
 */
export function unpackStates(text: string): Uint32Array {
  const halves = numbersIn(text);
  const count = halves.length / SLOTS / 2;
  const states = new Uint32Array(count * SLOTS);
  for (let at = 0; at < states.length; at += 1) {
    const half = (at % SLOTS) * 2 * count + Math.floor(at / SLOTS);
    states[at] = (halves[half] ?? 0) + (halves[half + count] ?? 0) * 0x10000;
    if (at % SLOTS === SLOTS - 1) states[at] = (states[at] ?? 0) ^ (states[at - 1] ?? 0);
  }
  return states;
}

/** Ends a list of actions. */
const END = 0xffff;

/**
 * The lists of actions: a token and what to do at it (two halves), again and again, until an end, its kind, and for
 * some kinds one more action. The text has the length, how many tokens, ends and kinds there are, these, and then the
 * actions. A token is written as 1 and its difference from the one before, an end as 0.
 */
export function unpackActions(text: string): Uint16Array {
  const [length = 0, heads = 0, ...numbers] = numbersIn(text);
  const table: number[] = [];
  let action = 0;
  let next = heads;
  const pushAction = (): void => {
    action += signed(numbers[next] ?? 0);
    next += 1;
    table.push(action % 0x10000, Math.floor(action / 0x10000));
  };
  let token = 0;
  for (let at = 0; at < heads; at += 1) {
    const head = numbers[at] ?? 0;
    if (head === 0) {
      at += 1;
      const kind = numbers[at] ?? 0;
      table.push(END, kind);
      if (kind === 1 || kind === 2) pushAction();
      token = 0;
    } else {
      token += signed(head - 1);
      table.push(token);
      pushAction();
    }
  }
  return Uint16Array.from(table.slice(0, length));
}
