import type { JsonObject, JsonValue } from "../model/index.js";

// Objects of few shapes with many equal members, which elements are: each distinct value is written once, and an object
// is the number of its shape followed by the numbers of its values. The text is a fraction of plain JSON, is parsed by
// the browser's own parser, and gives back objects that share their equal members.

interface EncodedObjects {
  /** The member names of each shape, in order. */
  readonly shapes: readonly (readonly string[])[];
  readonly values: readonly JsonValue[];
  /** For each object the number of its shape, then the numbers of its values. */
  readonly rows: readonly number[];
}

/** Collects objects and gives their text. */
export class ObjectEncoder {
  readonly #shapes = new Map<string, number>();
  readonly #names: string[][] = [];
  readonly #numbers = new Map<unknown, number>();
  readonly #texts = new Map<string, number>();
  readonly #values: string[] = [];
  readonly #rows: number[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Takes the next object. It must not be changed before `text` is read. */
  add(object: object): void {
    const members = Object.entries(object).filter(([, value]) => value !== undefined);
    this.#rows.push(this.#shapeOf(members.map(([name]) => name)));
    for (const [, value] of members) this.#rows.push(this.#numberOf(value));
    this.#count += 1;
  }

  /** The text of everything added, for `decodeObjects`. */
  text(): string {
    const { shapes, rows } = { shapes: JSON.stringify(this.#names), rows: JSON.stringify(this.#rows) };
    return `{"shapes":${shapes},"values":[${this.#values.join(",")}],"rows":${rows}}`;
  }

  #shapeOf(names: string[]): number {
    const key = JSON.stringify(names);
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    this.#shapes.set(key, this.#names.length);
    this.#names.push(names);
    return this.#names.length - 1;
  }

  #numberOf(value: unknown): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    let number = this.#texts.get(text);
    if (number === undefined) {
      number = this.#values.length;
      this.#values.push(text);
      this.#texts.set(text, number);
    }
    this.#numbers.set(value, number);
    return number;
  }
}

/**
 * The objects of a text, in the order they were added. Equal members of different objects are one and the same value.
 * @throws `SyntaxError` or `RangeError` for a text that is none of `ObjectEncoder`.
 */
export function decodeObjects(text: string): readonly JsonObject[] {
  const { shapes, values, rows } = JSON.parse(text) as EncodedObjects;
  // A copy of an object of the same shape is made faster, and smaller, than one whose members come one by one.
  const templates = shapes.map((names) => Object.fromEntries(names.map((name) => [name, null as JsonValue])));
  const objects: JsonObject[] = [];
  for (let at = 0; at < rows.length; ) {
    const shape = rows[at] ?? -1;
    const names = shapes[shape];
    if (names === undefined || at + names.length >= rows.length) throw new RangeError("no such shape");
    const object = { ...templates[shape] };
    for (let member = 0; member < names.length; member += 1) {
      const value = values[rows[at + member + 1] ?? -1];
      const name = names[member];
      if (value === undefined || name === undefined) throw new RangeError("no such value");
      object[name] = value;
    }
    objects.push(object);
    at += names.length + 1;
  }
  return objects;
}
