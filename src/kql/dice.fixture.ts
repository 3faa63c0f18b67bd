import fc, { type GeneratorValue } from "fast-check";

/**
 * Throws from one number that fast-check drew: a memory and a query take hundreds, and one draw each of its own is most
 * of what a case costs. The same number always gives the same throws.
 */
export class Dice {
  #state: number;

  constructor(g: GeneratorValue) {
    this.#state = g(fc.integer, { min: 1, max: 2 ** 31 - 1 });
  }

  /** A whole number from 0 to below `sides`. */
  roll(sides: number): number {
    // Mulberry32: small, quick, and even enough to draw tests.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * sides);
  }

  between(min: number, max: number): number {
    return min + this.roll(max - min + 1);
  }

  of<T>(...options: readonly T[]): T {
    return options[this.roll(options.length)] as T;
  }

  oneIn(one: number): boolean {
    return this.roll(one) === 0;
  }
}
