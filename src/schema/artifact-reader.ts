import {
  type ErrorCode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KipError,
  kipError,
} from "../model/index.js";

/** Members that explain and constrain nothing, wherever they stand. */
const EXPLAINING = ["description", "model_hints", "$comment"];

/**
 * A value inside a package artifact and the way to it, so that every complaint names the package and the place. It
 * reads the shape only; what the values mean is its callers' business.
 */
export class ArtifactReader {
  readonly #package: string;
  readonly #path: string;
  readonly value: JsonValue | undefined;

  constructor(packageRef: string, path: string, value: JsonValue | undefined) {
    this.#package = packageRef;
    this.#path = path;
    this.value = value;
  }

  get isAbsent(): boolean {
    return this.value === undefined;
  }

  /** Where this is, for example `definitions.predicates.timezone`. */
  get path(): string {
    return this.#path;
  }

  member(name: string): ArtifactReader {
    const value = isJsonObject(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined;
    return this.#child(name, value);
  }

  /** Every member of an object; none when it is absent. */
  members(): readonly (readonly [string, ArtifactReader])[] {
    if (this.isAbsent) return [];
    return Object.entries(this.object()).map(([name, value]) => [name, this.#child(name, value)]);
  }

  /**
   * Checks that an object has no members but these, and those that only explain it: one that says something about writes
   * must not be looked past (§20.5).
   */
  requireOnly(names: readonly string[]): void {
    for (const [name, member] of this.members()) {
      if (names.includes(name) || EXPLAINING.includes(name)) continue;
      throw member.unsupported(
        `${name} is not known here`,
        `Use ${names.join(", ")} only; they are what the engine can hold a write to.`,
      );
    }
  }

  /** Every item of an array; none when it is absent. */
  items(): readonly ArtifactReader[] {
    if (this.isAbsent) return [];
    if (!Array.isArray(this.value)) throw this.#unexpected("an array");
    return this.value.map((item: JsonValue, index) => this.#child(String(index), item));
  }

  object(): JsonObject {
    return isJsonObject(this.value) ? this.value : this.#raise("an object");
  }

  string(): string {
    return typeof this.value === "string" && this.value !== ""
      ? this.value
      : this.#raise("a non-empty string");
  }

  stringOr<T>(absent: T): string | T {
    return this.isAbsent ? absent : this.string();
  }

  /** Every item of an array of strings; none when it is absent. */
  strings(): readonly string[] {
    return this.items().map((item) => item.string());
  }

  booleanOr(absent: boolean): boolean {
    if (this.isAbsent) return absent;
    return typeof this.value === "boolean" ? this.value : this.#raise("true or false");
  }

  numberOr<T>(absent: T): number | T {
    if (this.isAbsent) return absent;
    return typeof this.value === "number" ? this.value : this.#raise("a number");
  }

  /** One of the given words, or `absent` when there is nothing. */
  wordOr<W extends string, T>(words: readonly W[], absent: T): W | T {
    if (this.isAbsent) return absent;
    const word = words.find((candidate) => candidate === this.value);
    return word ?? this.#raise(words.map((candidate) => JSON.stringify(candidate)).join(" or "));
  }

  /** The package breaks a rule of the format here. */
  illegal(reason: string, hint: string): KipError {
    return this.#refusal("ConstraintViolation", reason, hint);
  }

  /** The package asks here for something this engine cannot hold writes to, so it must not be activated (§20.5). */
  unsupported(reason: string, hint: string): KipError {
    return this.#refusal("SchemaPackageUnavailable", reason, hint);
  }

  /** The package uses a name here that two others export (§20.7). */
  ambiguous(reason: string, hint: string): KipError {
    return this.#refusal("SchemaSymbolAmbiguous", reason, hint);
  }

  /** The package gives a name here that belongs to Core (§20.13). */
  reserved(reason: string, hint: string): KipError {
    return this.#refusal("SchemaSymbolConflict", reason, hint);
  }

  /** The package and the way in it, for messages; the package alone where the artifact as a whole is meant. */
  get #place(): string {
    return this.#path === "" ? this.#package : `${this.#package}, ${this.#path}`;
  }

  #refusal(code: ErrorCode, reason: string, hint: string): KipError {
    return kipError(code, `${this.#place}: ${reason}`, {
      hint,
      details: { package_ref: this.#package, path: this.#path },
    });
  }

  #child(name: string, value: JsonValue | undefined): ArtifactReader {
    return new ArtifactReader(this.#package, this.#path === "" ? name : `${this.#path}.${name}`, value);
  }

  #raise(expected: string): never {
    throw this.#unexpected(expected);
  }

  #unexpected(expected: string): KipError {
    const found = this.isAbsent ? "nothing" : JSON.stringify(this.value).slice(0, 80);
    return kipError(
      "ArtifactParseError",
      this.#path === ""
        ? `${this.#package} must be ${expected}, not ${found}`
        : `${this.#package}: ${this.#path} must be ${expected}, not ${found}`,
      {
        hint:
          this.#path === ""
            ? "Hand the engine the package artifact itself, parsed from its JSON."
            : `Correct ${this.#path} in the package artifact.`,
        details: { package_ref: this.#package, path: this.#path },
      },
    );
  }
}
