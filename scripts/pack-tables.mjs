// Packs the tables of a generated parser into the text that grammar/tables.ts unpacks, and says there why.

/** As in grammar/tables.ts, which plain Node cannot import. A test holds the two together. */
const DIGITS = "#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}";
const LAST_DIGITS = 70;
const MORE_DIGITS = DIGITS.length - LAST_DIGITS;

/** @param {number[]} numbers whole, from 0 */
function textOf(numbers) {
  let text = "";
  for (let number of numbers) {
    while (number >= LAST_DIGITS) {
      text += DIGITS[LAST_DIGITS + ((number - LAST_DIGITS) % MORE_DIGITS)];
      number = Math.floor((number - LAST_DIGITS) / MORE_DIGITS);
    }
    text += DIGITS[number];
  }
  return text;
}

/** @param {number} number */
const unsigned = (number) => (number < 0 ? -2 * number - 1 : 2 * number);

const SLOTS = 6;

/** @param {ArrayLike<number>} states */
function packStates(states) {
  const rows = Array.from({ length: states.length / SLOTS }, (_, row) =>
    Array.from({ length: SLOTS }, (_, slot) => states[row * SLOTS + slot] ?? 0),
  );
  for (const row of rows) row[SLOTS - 1] = ((row[SLOTS - 1] ?? 0) ^ (row[SLOTS - 2] ?? 0)) >>> 0;
  return textOf(
    Array.from({ length: SLOTS }, (_, slot) => [
      ...rows.map((row) => (row[slot] ?? 0) & 0xffff),
      ...rows.map((row) => (row[slot] ?? 0) >>> 16),
    ]).flat(),
  );
}

const END = 0xffff;

/** @param {ArrayLike<number>} table */
function packActions(table) {
  /** @type {number[]} */
  const heads = [];
  /** @type {number[]} */
  const actions = [];
  let before = 0;
  /** @param {number} at */
  const addAction = (at) => {
    const action = (table[at] ?? 0) + (table[at + 1] ?? 0) * 0x10000;
    actions.push(unsigned(action - before));
    before = action;
  };
  let token = 0;
  for (let at = 0; at < table.length; ) {
    const value = table[at] ?? 0;
    if (value === END) {
      const kind = table[at + 1] ?? 0;
      heads.push(0, kind);
      if (kind === 1 || kind === 2) addAction(at + 2);
      at += kind === 1 || kind === 2 ? 4 : 2;
      token = 0;
    } else {
      heads.push(1 + unsigned(value - token));
      token = value;
      addAction(at + 1);
      at += 3;
    }
  }
  return textOf([table.length, heads.length, ...heads, ...actions]);
}

/**
 * The source of a generated parser with its largest tables packed.
 *
 * @param {string} source what @lezer/generator wrote
 * @param {{ states: ArrayLike<number>, data: ArrayLike<number> }} tables the same tables, as numbers
 */
export function packTables(source, { states, data }) {
  /** @type {[string, string, string][]} */
  const packed = [
    ["states", "unpackStates", packStates(states)],
    ["stateData", "unpackActions", packActions(data)],
  ];
  let text = source.replace(
    'import {LRParser} from "@lezer/lr"',
    'import {LRParser} from "@lezer/lr"\nimport {unpackActions, unpackStates} from "../tables.js"',
  );
  for (const [name, unpack, table] of packed) {
    const written = new RegExp(`^  ${name}: "(?:[^"\\\\]|\\\\.)*",$`, "m");
    if (!written.test(text)) throw new Error(`the generated parser has no table ${name}`);
    text = text.replace(written, () => `  ${name}: ${unpack}(${JSON.stringify(table)}),`);
  }
  return text;
}
