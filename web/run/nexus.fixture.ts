import type { JsonObject, JsonValue, ResponseEnvelope } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";

/** One request a fake received. */
export interface SeenRequest {
  readonly command: string;
  readonly parameters: JsonObject;
}

/** A stand-in engine for unit tests: answers each command as told, and remembers what it was asked. */
export function fakeNexus(answer: (request: SeenRequest) => JsonValue | ResponseEnvelope): {
  readonly nexus: NexusApi;
  readonly seen: SeenRequest[];
} {
  const seen: SeenRequest[] = [];
  const one = (request: SeenRequest) => {
    seen.push(request);
    const answered = answer(request);
    return isResponse(answered) ? answered.results : [{ status: "succeeded" as const, result: answered }];
  };
  const execute: NexusApi["executeKip"] = async ({ command, operations, parameters = {} }) => ({
    kip: "2.0",
    status: "succeeded",
    results:
      command === undefined
        ? (operations ?? []).flatMap((entry) =>
            one(typeof entry === "string" ? { command: entry, parameters } : { parameters, ...entry }),
          )
        : one({ command, parameters }),
  });
  const unused = () => Promise.reject(new Error("the fake does not do this"));
  return {
    seen,
    nexus: {
      executeKip: execute,
      executeKipReadonly: execute,
      request: unused,
      // biome-ignore lint/correctness/useYield: it fails before its first frame.
      stream: async function* () {
        await unused();
      },
      explain: unused,
      subscribe: unused,
      recall: unused,
      onCommit: unused,
      status: unused,
      verifyLog: unused,
      registerPolicy: unused,
      identityDecisions: unused,
      repairIdentity: unused,
      repairRecording: unused,
      schema: async () => ({ types: [], predicates: [], facets: [], structuralFields: [], policies: [] }),
      installPackages: unused,
      installedPackages: unused,
      activatePackages: unused,
      deactivatePackages: unused,
      promoteDrafts: unused,
      stageArtifact: unused,
      releaseArtifact: unused,
      endpoint: unused,
      endpointPort: unused,
      // No test of the workbench changes who may do what.
      governance: {} as NexusApi["governance"],
      close: async () => {},
    },
  };
}

function isResponse(value: JsonValue | ResponseEnvelope): value is ResponseEnvelope {
  return typeof value === "object" && value !== null && "kip" in value && "results" in value;
}
