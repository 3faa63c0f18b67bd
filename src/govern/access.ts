import { asElementId, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { Authority } from "./authority.js";
import type { ControlState } from "./control-state.js";
import { type Permission, readPermission, registeredPermissions } from "./permissions.js";
import { AUTHORITY_CLASSES } from "./plan-elements.js";
import { targetOf } from "./scope.js";

/** What `DESCRIBE ACCESS` goes by besides the Principal's own authority. */
export interface AccessContext {
  readonly control: ControlState;
  /** What the caller may see. */
  readonly view: SpaceView;
  /** How the endpoint was opened (§76). */
  readonly access: "full" | "readonly";
}

const OPTIONS = ["operation", "resource"] as const;

/**
 * What the caller may do here (§63.3): the permissions it holds for everything and for some things, the actors it speaks
 * for, the authority classes it may give (§31.3); of one `resource`, how it stands (§31.6); of one `operation`, whether
 * it is allowed, on the resource where there is one. Nothing about rules, other Principals or hidden elements:
 * an actor it speaks for and may not know of has the id null.
 * @throws `ConstraintViolation` for an option there is not, `NotFoundOrNotVisible` for a resource that is not in the view.
 */
export function describeAccess(
  authority: Authority,
  options: JsonObject,
  context: AccessContext,
): JsonObject {
  const { control, view, access } = context;
  const registered = registeredPermissions(control.advertised).filter((name) => isUsable(name, access));
  const reaching = (reach: string) => registered.filter((name) => authority.reach(name) === reach);
  requireOptions(options);
  const resource = options.resource === undefined ? null : resourceOf(options.resource, authority, context);
  const operation =
    options.operation === undefined ? null : readPermission(options.operation, control.advertised);
  return {
    principal: { id: authority.principal, ...roleOf(authority, control) },
    space: { id: view.spaceId },
    access,
    purpose: authority.caller.purpose,
    permissions: { everywhere: reaching("always"), for_some: reaching("sometimes") },
    actor_bindings: authority.bindings.map(({ id, actor, expires_at }) => ({
      id,
      actor: actor === "$self" ? { self: true, id: view.selfId } : { id: view.element(actor) ? actor : null },
      expires_at,
    })),
    may_elevate_to:
      authority.reach("elevate_authority") === "never" || !isUsable("elevate_authority", access)
        ? []
        : AUTHORITY_CLASSES.slice(1),
    authorization_view: authority.viewName,
    valid_until: authority.validUntil,
    ...(resource === null ? {} : { resource: resource.shown }),
    ...(operation === null ? {} : { decision: decisionOn(operation, authority, resource, access) }),
  };
}

type Resource = ReturnType<typeof resourceOf>;

/** The permissions a readonly endpoint still makes use of: it refuses every write, whoever holds what (§76). */
const OF_READS: readonly Permission[] = [
  "discover",
  "read",
  "search",
  "project",
  "export",
  "read_audit",
  "read_history",
  "read_raw_origin",
];

function isUsable(permission: Permission, access: AccessContext["access"]): boolean {
  return access === "full" || OF_READS.includes(permission);
}

function decisionOn(
  operation: Permission,
  authority: Authority,
  resource: Resource | null,
  access: AccessContext["access"],
): JsonObject {
  const held = resource
    ? authority.permits(operation, resource.target)
    : authority.reach(operation) !== "never";
  const allowed = held && isUsable(operation, access);
  const everywhere = authority.reach(operation) === "always";
  return { operation, allowed, ...(resource === null && allowed ? { everywhere } : {}) };
}

function resourceOf(value: JsonValue, authority: Authority, { view }: AccessContext) {
  const id = typeof value === "string" ? value : refOf(value);
  const element = id === null ? undefined : view.element(asElementId(id));
  if (!element) {
    throw kipError("NotFoundOrNotVisible", "the resource is no element of this Space", {
      hint: "Name an element by the id that SEARCH or FIND returns.",
      details: { resource: id },
    });
  }
  const target = targetOf(element, view.environment, (other) => view.element(other));
  const { classification, authority_class, quarantined } = element.governance;
  return {
    target,
    shown: {
      id: element.id,
      kind: element.kind,
      classification: classification ?? null,
      authority_class,
      quarantined: quarantined === true,
      readable: authority.permits("read", target),
    },
  };
}

function refOf(value: JsonValue): string | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" ? id : null;
}

function requireOptions(options: JsonObject): void {
  const unknown = Object.keys(options).find((name) => !(OPTIONS as readonly string[]).includes(name));
  if (unknown === undefined) return;
  throw kipError("ConstraintViolation", `DESCRIBE ACCESS has no option ${JSON.stringify(unknown)}`, {
    hint: 'Write WITH {operation: "purge", resource: "C-1"}, or one of the two, or none.',
    details: { option: unknown, allowed: OPTIONS },
  });
}

function roleOf({ principal }: Authority, control: ControlState): JsonObject {
  const { label, role } = control.principal(principal) ?? { label: null, role: null };
  return { ...(label === null ? {} : { label }), ...(role === null ? {} : { role }) };
}
