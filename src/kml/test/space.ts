import { evaluateFind, type FindContext } from "../../kql/index.js";
import { diagnosticError, errorsAmong, type KmlCommand, parse } from "../../lang/index.js";
import {
  asSpaceId,
  commitTxId,
  type Element,
  type ElementId,
  type JsonObject,
  type JsonValue,
  KipError,
  NO_IDS,
  type Timestamp,
  timestampAt,
} from "../../model/index.js";
import { loadPackages, memoryPackage, SchemaEnvironment } from "../../schema/index.js";
import { SpaceState, StateOverlay } from "../../state/index.js";
import { executeMutation, type MutationOutcome } from "../index.js";

/** Types and Predicates the tests write with, beside the standard packages. */
const TEST_PACKAGE = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/kml", version: "1.0.0" },
  definitions: {
    concept_types: {
      Option: { kind: "ConceptType", description: "A preference option." },
      Counter: {
        kind: "ConceptType",
        attributes: {
          open: false,
          fields: {
            count: { type: "number" },
            label: { type: "string" },
            serial: { type: "string", mutable: false },
          },
        },
      },
    },
    predicates: {
      timezone: { kind: "PredicateType", functional: true, object: { literal_types: ["string"] } },
      score: { kind: "PredicateType", object: { literal_types: ["number"], nullable: true } },
      moment: { kind: "PredicateType", object: { literal_types: ["string"], format: "timestamp" } },
      relates: { kind: "PredicateType" },
    },
    structural_fields: {
      items: {
        kind: "StructuralFieldDefinition",
        source: { concept_types: ["kip://test/kml@1.0.0/Counter"] },
        target: { kinds: ["Concept"] },
        ordered: true,
        unique: true,
      },
      owner: {
        kind: "StructuralFieldDefinition",
        source: { concept_types: ["kip://test/kml@1.0.0/Counter"] },
        target: { kinds: ["Concept"] },
        cardinality: { min: 0, max: 1 },
      },
    },
  },
};

/** Loading packages takes longer than most tests, and an environment never changes. */
const environments = new WeakMap<readonly unknown[], SchemaEnvironment>();

function environmentWith(packages: readonly unknown[]): SchemaEnvironment {
  const known = environments.get(packages);
  const environment = known ?? loadEnvironment(packages);
  environments.set(packages, environment);
  return environment;
}

function loadEnvironment(packages: readonly unknown[]): SchemaEnvironment {
  return SchemaEnvironment.core.activate([memoryPackage()]).activate(loadPackages(packages));
}

const OWN_PACKAGES = [TEST_PACKAGE];

/** A Space in memory that commands run against, each in its own transaction unless the test says otherwise. */
export class TestSpace {
  readonly state: SpaceState;
  #counters = NO_IDS;
  #clock = Date.parse("2026-10-01T00:00:00.000Z");

  /** Packages in force beside the Cognitive Memory Profile; the tests' own unless others are given. */
  constructor(packages: readonly unknown[] = OWN_PACKAGES) {
    this.state = new SpaceState(asSpaceId("kip:space:test"), environmentWith(packages));
  }

  /** The time of everything that is executed before the next commit. */
  get now(): Timestamp {
    return timestampAt(this.#clock);
  }

  /** A tentative state over the present one; `run` with it to put several commands into one transaction. */
  begin(): StateOverlay {
    return new StateOverlay(this.state, this.#counters);
  }

  /** Executes one command in an overlay without committing it. */
  execute(overlay: StateOverlay, text: string, parameters: JsonObject = {}): MutationOutcome {
    const { command, diagnostics } = parse(text);
    if (command === null) {
      const [first] = errorsAmong(diagnostics);
      throw first ? diagnosticError(first) : new KipError("InternalError", "refused without a reason");
    }
    return executeMutation(overlay, command as KmlCommand, {
      parameters,
      now: timestampAt(this.#clock),
      txId: commitTxId(overlay.spaceId, overlay.seq + 1),
      nextSeq: overlay.seq + 1,
      origin: { principal_id: "owner", channel: "local", import_id: null },
    });
  }

  /** Makes an overlay the present state. */
  commit(overlay: StateOverlay): void {
    this.state.apply({
      seq: this.state.seq + 1,
      elements: overlay.written(),
      clientKeys: overlay.boundClientKeys(),
      identity: overlay.decided(),
      erasures: overlay.erasures(),
    });
    this.state.useEnvironment(overlay.environment);
    this.#counters = overlay.counters;
    this.#clock += 60_000;
  }

  /** Executes one command and commits what it did, if anything. */
  run(text: string, parameters: JsonObject = {}): MutationOutcome {
    const overlay = this.begin();
    const outcome = this.execute(overlay, text, parameters);
    if (outcome.effect) this.commit(overlay);
    return outcome;
  }

  find(text: string, parameters: JsonObject = {}): readonly JsonValue[] {
    const { command } = parse(text);
    if (command?.type !== "Find") throw new Error(`not a FIND: ${text}`);
    const context: FindContext = { parameters, now: timestampAt(this.#clock) };
    return evaluateFind(this.state, command, context).rows;
  }

  /** An element by id, narrowed to its kind. */
  get<K extends Element["kind"]>(kind: K, id: string): Extract<Element, { kind: K }> {
    const element = this.state.element(id as ElementId);
    if (element?.kind !== kind) throw new Error(`${id} is ${element?.kind ?? "not there"}, not ${kind}`);
    return element as Extract<Element, { kind: K }>;
  }

  /** Every element, for comparing whole states. */
  all(): readonly Element[] {
    return [...this.state.elements()];
  }
}

/** The code of the error a call throws; `null` when it throws none. */
export function codeOf(call: () => unknown): string | null {
  return errorOf(call)?.code ?? null;
}

/** The error a call throws, if it is one of the protocol. */
export function errorOf(call: () => unknown): KipError | null {
  try {
    call();
    return null;
  } catch (thrown) {
    if (thrown instanceof KipError) return thrown;
    throw thrown;
  }
}
