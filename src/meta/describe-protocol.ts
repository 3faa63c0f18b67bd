import { ELEMENT_KINDS, type JsonObject, REGISTRY } from "../model/index.js";
import { CORE_PACKAGE_REF, CORE_REGISTRIES, DIGEST_PROFILE, PACKAGE_FORMAT } from "../schema/index.js";

/** What `DESCRIBE PROTOCOL` answers (§63.3): the versions, forms and registries a client can rely on here. */
export function describeProtocol(): JsonObject {
  return {
    kip: "2.0",
    core: CORE_PACKAGE_REF,
    languages: {
      KQL: ["FIND"],
      KML: [
        "MUTATE",
        "CREATE CONCEPT",
        "CREATE EVIDENCE",
        "CREATE ASSERTION",
        "CREATE ACTIVITY",
        "UPSERT CONCEPT",
        "ENSURE PROPOSITION",
        "ASSERT",
        "UPDATE",
        "TRANSITION",
        "SET RETENTION",
        "PURGE",
        "PURGE PAYLOAD",
        "MERGE CONCEPT",
        "DEFINE",
      ],
      META: ["DESCRIBE", "LIST", "SEARCH", "VERIFY", "VALIDATE", "PREVIEW", "HISTORY", "CHANGES"],
    },
    element_kinds: ELEMENT_KINDS,
    registries: {
      stance: CORE_REGISTRIES.stance,
      mode: CORE_REGISTRIES.mode,
      assertion_lifecycle: CORE_REGISTRIES.assertionLifecycle,
      evidence_lifecycle: CORE_REGISTRIES.evidenceLifecycle,
      evidence_role: CORE_REGISTRIES.evidenceRole,
      activity_status: CORE_REGISTRIES.activityStatus,
      belief_status: CORE_REGISTRIES.beliefStatus,
    },
    execution_modes: ["independent", "sequence", "atomic"],
    isolation: "serializable",
    serialization: "JSON, UTF-8",
    timestamps: "UTC, exactly YYYY-MM-DDTHH:mm:ss.SSSZ",
    digests: { profile: DIGEST_PROFILE, algorithm: "sha256" },
    artifact_formats: [PACKAGE_FORMAT],
    compatibility_profiles: [],
    error_codes: Object.keys(REGISTRY),
  };
}
