import type { Element, JsonValue } from "../model/index.js";
import { localNameOf } from "../schema/index.js";
import { type SpaceView, structuralEdges } from "../state/index.js";

/**
 * The paths a stored Evidence or Assertion would have been declared with; null for kinds whose content can change
 * after creation, where only the recorded digest tells a retry (§7.5).
 */
export function declarationOf(element: Element, view: SpaceView): ReadonlyMap<string, JsonValue> | null {
  if (element.kind !== "evidence" && element.kind !== "assertion") return null;
  const said = new Map<string, JsonValue>();
  const say = (path: string, value: JsonValue | undefined) => {
    if (value !== undefined) said.set(path, value);
  };
  if (element.kind === "evidence") {
    say("fields.evidence_class", element.evidence_class);
    if ("mode" in element.payload && element.payload.mode === "inline")
      say("fields.payload", element.payload.inline);
    say("fields.content_digest", element.content_digest);
    say("fields.media_type", element.media_type);
    say("fields.observed_at", element.observed_at);
  } else {
    say("fields.proposition", element.proposition.id);
    say("fields.asserted_by", element.asserted_by.id);
    say("fields.stance", element.stance);
    say("fields.mode", element.mode);
    say("fields.confidence", element.confidence);
    say("fields.asserted_at", element.asserted_at);
    say("fields.valid_time", element.valid_time as JsonValue);
    say("fields.context_refs", element.context_refs.map(({ id }) => id).sort());
  }
  for (const { fieldRef, target, role } of structuralEdges(element)) {
    if (localNameOf(fieldRef) !== fieldRef) {
      const lineage = view.environment.canonicalLineage("StructuralFieldDefinition", fieldRef);
      say(`structural.${lineage}.${target}`, {});
      say(`structural.${lineage}`, target);
      continue;
    }
    say(`structural.${fieldRef}.${target}${role === undefined ? "" : `.${role}`}`, true);
    if (fieldRef === "generated_by") say("structural.generated_by", target);
  }
  for (const [ref, value] of Object.entries(element.facets)) {
    const lineage = view.environment.canonicalLineage("FacetDefinition", ref);
    for (const [name, member] of Object.entries(value)) say(`facets.${lineage}.${name}`, member);
  }
  return said;
}
