import type {
  CreateActivityCommand,
  CreateAssertionCommand,
  CreateConceptCommand,
  CreateEvidenceCommand,
} from "../lang/index.js";
import {
  type ClientKeyBinding,
  type Element,
  type ElementId,
  type ElementKind,
  isPurged,
  kipError,
} from "../model/index.js";
import { buildActivity } from "./create-activity.js";
import { buildAssertion } from "./create-assertion.js";
import { buildConcept, readKey, writtenType } from "./create-concept.js";
import { buildEvidence } from "./create-evidence.js";
import { Declaration } from "./declaration.js";
import { declarationOf } from "./declaration-of.js";
import { kindName } from "./describe.js";
import type { PlainStatement } from "./desugar.js";
import { evaluateValue } from "./evaluate.js";
import type { MutationPlan } from "./plan.js";
import { isSetFields } from "./records.js";
import { evaluateScalar, evaluateSymbol, requireNonEmptyText } from "./values.js";

type CreateCommand =
  | CreateConceptCommand
  | CreateEvidenceCommand
  | CreateAssertionCommand
  | CreateActivityCommand;

const KIND_OF: Readonly<Record<CreateCommand["type"], ElementKind>> = {
  CreateConcept: "concept",
  CreateEvidence: "evidence",
  CreateAssertion: "assertion",
  CreateActivity: "activity",
};

/** A CREATE with the element it stands for. */
interface Creation {
  readonly command: CreateCommand;
  readonly kind: ElementKind;
  readonly id: ElementId;
  readonly clientKey: string | null;
  /** What an earlier transaction made under the client key; this creation is then a retry of that one (§52.1). */
  readonly stored: ClientKeyBinding | null;
}

export function isCreate(statement: PlainStatement): statement is CreateCommand {
  return Object.hasOwn(KIND_OF, statement.type);
}

/**
 * Gives every CREATE its element, before anything is built, so that clauses can refer to each other in any order
 * (§53.3). A client key that already made an element gives that element (§7.5).
 * @throws `DuplicateLocalHandle`; `SchemaSymbolNotFound` or `SchemaSymbolAmbiguous` for the type of a Concept;
 * `TypeMismatch` or `ConstraintViolation` for a malformed client key.
 */
export function planCreations(plan: MutationPlan, commands: readonly CreateCommand[]): readonly Creation[] {
  const byKey = new Map<string, ElementId>();
  return commands.map((command) => {
    const kind = KIND_OF[command.type];
    const clientKey =
      command.clientKey === null
        ? null
        : requireNonEmptyText(evaluateScalar(command.clientKey, plan.parameters), "CLIENT KEY");
    const stored = clientKey === null ? null : (plan.before.clientKey(kind, clientKey) ?? null);
    const repeated = clientKey === null ? undefined : byKey.get(`${kind} ${clientKey}`);
    const id = stored?.id ?? repeated ?? allocate(plan, command, kind);
    if (clientKey !== null) byKey.set(`${kind} ${clientKey}`, id);
    plan.declare(command.handle, id);
    return { command, kind, id, clientKey, stored };
  });
}

function allocate(plan: MutationPlan, command: CreateCommand, kind: ElementKind): ElementId {
  if (command.type !== "CreateConcept") return plan.allocate({ kind });
  const schemaRef = writtenType(plan, evaluateSymbol(command.conceptType, plan.parameters));
  const id = plan.allocate({ kind, schemaRef });
  const key = command.actions
    .filter(isSetFields)
    .flatMap(({ assignments }) => assignments)
    .find(({ name }) => name === "key");
  if (key)
    plan.planKey(id, plan.lineageOfType(schemaRef), readKey(evaluateValue(key.value, plan.scopeOf(null))));
  return id;
}

/**
 * Builds every planned creation. A retry builds nothing: it is compared with what the client key made and stands for
 * that element (§7.5).
 * @throws `ClientKeyConflict` when the key made something else; whatever building an element throws.
 */
export function buildCreations(plan: MutationPlan, creations: readonly Creation[]): void {
  const first = new Map<ElementId, Declaration>();
  for (const creation of creations) {
    const { id, kind, clientKey, stored } = creation;
    const earlier = first.get(id);
    const fresh = stored === null && earlier === undefined;
    const declaration = new Declaration(id, fresh ? plan.claims : null);
    const element = build(plan, creation, declaration);
    if (fresh) {
      plan.put(element);
      if (clientKey !== null) {
        plan.clientKeys.push({ client_key: clientKey, kind, id, creation_digest: declaration.digest() });
      }
    } else if (!isRetry(plan, declaration, stored, earlier)) {
      if (stored === null) throw keySharedInside(creation);
      const stub = plan.before.element(id);
      if (stub && isPurged(stub)) throw keyOfPurged(creation);
      throw kipError(
        "ClientKeyConflict",
        `the client key ${JSON.stringify(clientKey)} already made something else`,
        {
          hint: `${id} was made under this key from other content. Resend exactly that, or use a new key for a new ${kindName(kind)}. What a retried creation refers to needs its own key, so that it stays the same element.`,
          details: { client_key: clientKey ?? "", id },
        },
      );
    } else {
      plan.noteResolved(id);
      plan.forgetInputReferences(id);
    }
    if (earlier === undefined) first.set(id, declaration);
  }
}

/** What was erased is not made again by a resend; whether this one is another creation can no longer be told (§60.7). */
function keyOfPurged({ clientKey, id, kind }: Creation) {
  return kipError(
    "ClientKeyConflict",
    `the client key ${JSON.stringify(clientKey)} made an element that was purged`,
    {
      hint: `${id} was erased on purpose and a resend does not bring it back. A new ${kindName(kind)} needs a new client key.`,
      details: { client_key: clientKey ?? "", id, state: "purged" },
    },
  );
}

/** Two creations of one command that share a client key are the same creation said twice, or a mistake (§7.5). */
function keySharedInside({ command, clientKey, id, kind }: Creation) {
  const written = JSON.stringify(clientKey);
  return kipError("ClientKeyConflict", `two creations of this command share the client key ${written}`, {
    hint: `?${command.handle.name} and ${id} say different things under one key. Give each ${kindName(kind)} a client key of its own.`,
    details: { client_key: clientKey ?? "", handle: command.handle.name },
  });
}

function build(plan: MutationPlan, { command, id }: Creation, declaration: Declaration): Element {
  switch (command.type) {
    case "CreateConcept":
      return buildConcept(plan, id, command, declaration);
    case "CreateEvidence":
      return buildEvidence(plan, id, command, declaration);
    case "CreateAssertion":
      return buildAssertion(plan, id, command, declaration);
    case "CreateActivity":
      return buildActivity(plan, id, command, declaration);
  }
}

/**
 * A retry says exactly what the creation said. For a record, whose content never changes, saying part of what is
 * stored is enough: an omitted member agreed to the engine's choice (§71.1).
 */
function isRetry(
  plan: MutationPlan,
  declaration: Declaration,
  stored: ClientKeyBinding | null,
  earlier: Declaration | undefined,
): boolean {
  if (stored === null) return earlier !== undefined && declaration.digest() === earlier.digest();
  if (declaration.digest() === stored.creation_digest) return true;
  const element = plan.before.element(stored.id);
  const said = element ? declarationOf(element, plan.before) : null;
  return said !== null && declaration.holdsOf(said);
}
