import {
  type Digest,
  digestOf,
  digestOfText,
  type JsonValue,
  kipError,
  requirePortableJson,
} from "../model/index.js";

/** What a host gets for content it staged (§85). */
export interface StagedArtifact {
  /** Opaque; good in this page until the Nexus is closed. No path, no URL and no identity of the content. */
  readonly handle: string;
  /** Of a text's bytes, of any other value's canonical JSON: what Evidence of it will carry. */
  readonly content_digest: Digest;
}

/** The most characters of JSON that staged content may hold together. */
export const STAGING_LIMIT = 64 * 1024 * 1024;

/**
 * Content that a host handed over to be referred to by handle (§85.1). Staging imports nothing (§85.4): it becomes
 * memory only where a request ingests it, and is gone when the Nexus is closed.
 */
export class StagedArtifacts {
  readonly #staged = new Map<string, { readonly payload: JsonValue; readonly size: number }>();
  #size = 0;

  /**
   * Keeps content, text or JSON, until it is released or the Nexus is closed.
   * @throws `TypeMismatch` or `ConstraintViolation` for what is no JSON, `ArtifactTooLarge` past the limit.
   */
  stage(payload: JsonValue): StagedArtifact {
    requirePortableJson(payload, "the artifact");
    const size = JSON.stringify(payload).length;
    if (this.#size + size > STAGING_LIMIT) {
      throw kipError("ArtifactTooLarge", "staged artifacts would take more room than they may", {
        hint: "Release artifacts that have been ingested, or stage less at once.",
        details: { limit: STAGING_LIMIT, staged: this.#size, size },
      });
    }
    const handle = `artifact:${crypto.randomUUID()}`;
    this.#staged.set(handle, { payload, size });
    this.#size += size;
    return {
      handle,
      content_digest: typeof payload === "string" ? digestOfText(payload) : digestOf(payload),
    };
  }

  /** The content behind a handle, or undefined when there is none. */
  content(handle: string): { readonly payload: JsonValue } | undefined {
    return this.#staged.get(handle);
  }

  /** Forgets staged content. Returns whether there was any. */
  release(handle: string): boolean {
    this.#size -= this.#staged.get(handle)?.size ?? 0;
    return this.#staged.delete(handle);
  }
}
