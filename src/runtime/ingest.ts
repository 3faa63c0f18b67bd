import { executeMutation, type MutationContext } from "../kml/index.js";
import { isStateChanging, parse } from "../lang/index.js";
import { type JsonObject, type JsonValue, KipError } from "../model/index.js";
import type { StateOverlay } from "../state/index.js";
import { artifactUnavailable, type IngestEntry } from "./ingest-context.js";

/**
 * Mints the observations of a request inside a write transaction's overlay, or resolves those an earlier transaction
 * minted under their `client_key` (§71.1). Such a retry may say less than the first did: what an entry leaves out, a media
 * type or a source as much as an `observed_at` or a Facet, it does not declare, so nothing stored differs from it.
 * Returns the parameters that cite them: an element reference for each key.
 * @throws what CREATE EVIDENCE throws for such Evidence (§15, §56.1), `ClientKeyConflict` when a key stands for
 * something else (§7.5); `details.ingest` names the entry where one is at fault. The overlay then has to be dropped.
 */
export function mintEvidence(
  overlay: StateOverlay,
  entries: readonly IngestEntry[],
  context: Omit<MutationContext, "parameters">,
): JsonObject {
  return Object.fromEntries(
    entries.map((entry) => {
      try {
        return [entry.key, { id: mintOne(overlay, entry, context) }];
      } catch (thrown) {
        throw atEntry(thrown, entry);
      }
    }),
  );
}

function mintOne(
  overlay: StateOverlay,
  entry: IngestEntry,
  context: Omit<MutationContext, "parameters">,
): string {
  const { payload } = entry;
  if (payload === undefined) throw artifactUnavailable("payload_artifact");
  const { text, parameters } = creationOf({ ...entry, payload });
  const { command } = parse(text);
  if (!command || !isStateChanging(command))
    throw new Error(`the creation of an observation is no command: ${text}`);
  const { handles } = executeMutation(overlay, command, { ...context, parameters }).summary;
  return (handles as { readonly observation: string }).observation;
}

/**
 * The CREATE EVIDENCE an entry stands for. Everything observed is bound as a parameter; what is spelled out are clauses
 * of this engine's own and names, quoted as JSON strings, which KIP strings are.
 */
function creationOf(entry: IngestEntry & { readonly payload: JsonValue }): {
  readonly text: string;
  readonly parameters: JsonObject;
} {
  const parameters: Record<string, JsonValue> = {};
  const bound = (value: JsonValue) => {
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `:${name}`;
  };
  const fields = [
    `evidence_class: ${bound(entry.evidenceClass)}`,
    // Wrapped, so that an observed object that looks like the stored form of a payload stays what was observed.
    `payload: ${bound({ mode: "inline", inline: entry.payload })}`,
    ...(entry.mediaType === null ? [] : [`media_type: ${bound(entry.mediaType)}`]),
    ...(entry.observedAt === null ? [] : [`observed_at: ${bound(entry.observedAt)}`]),
  ];
  const facets = Object.entries(entry.facets).map(([facet, values]) => {
    const members = Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}: ${bound(value)}`);
    return `SET FACET ${JSON.stringify(facet)} {${members.join(", ")}}`;
  });
  const clauses = [
    ...(entry.clientKey === null ? [] : [`CLIENT KEY ${bound(entry.clientKey)}`]),
    `SET FIELDS {${fields.join(", ")}}`,
    ...facets,
    ...(entry.sourceActor === null ? [] : [`SET STRUCTURAL {("source", ${bound(entry.sourceActor)})}`]),
  ];
  return { text: `CREATE EVIDENCE ?observation {${clauses.join(" ")}}`, parameters };
}

/** Positions in the creation mean nothing to the caller, who wrote an entry. */
function atEntry(thrown: unknown, { key }: IngestEntry): unknown {
  if (!(thrown instanceof KipError)) return thrown;
  const { position: _, from: __, to: ___, ...rest } = thrown.details;
  return thrown.saying(thrown.message, { details: { ...rest, ingest: key }, cause: thrown });
}
