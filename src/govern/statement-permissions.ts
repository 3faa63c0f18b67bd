import type { Command, MutationStatement, TransitionCommand, WhereBlock } from "../lang/index.js";
import { type ErrorCode, kipError } from "../model/index.js";
import type { Authority } from "./authority.js";
import type { Permission } from "./permissions.js";

/** Permissions of which a Principal must hold one, for some element at least, before a statement is begun. */
export interface StaticNeed {
  readonly anyOf: readonly Permission[];
  /** The code of the refusal, where it is not `NotAuthorized`. */
  readonly refusal?: ErrorCode;
}

const need = (...anyOf: readonly Permission[]): StaticNeed => ({ anyOf });

/** Who may claim at all: in its own name, or in anybody's. Which of the two, the claim's actor decides (§28.4). */
const CLAIMING = need("assert", "assert_as_actor", "record_attributed_assertion");
const PROJECTING: StaticNeed = { anyOf: ["project"], refusal: "ProjectionNotAuthorized" };
/** Whoever may know of nothing in a Space may not ask about it. */
const KNOWING = need("discover");

/**
 * What a command asks for whatever it finds (§29). It says nothing of elements: those are decided about one by one.
 *
 * The Specification names `read_history` and does not say what it gates. Here it gates whatever goes back: HISTORY (§68.1),
 * every coordinate a caller chooses (AS OF SEQ in KQL, SEARCH and META, §48.1, and DESCRIBE SNAPSHOT AT TIME, which is how
 * an instant becomes one, §68), and a snapshot token once the Space has moved on (§78), which is a coordinate in another
 * form. It does not gate what goes on: a cursor ends the traversal its own holder began (§44.8), and CHANGES delivers what
 * was committed to a consumer that keeps up (§36.2), wherever it resumes: names and versions of what the caller may see
 * now, and never an earlier content.
 */
export function staticNeeds(command: Command): readonly StaticNeed[] {
  switch (command.type) {
    case "Find":
      return [
        KNOWING,
        ...(command.asOf === null ? [] : [need("read_history")]),
        ...(mentions(command.where, ["BeliefPattern", "BeliefSlotPattern"]) ? [PROJECTING] : []),
        ...(mentions(command.where, ["SearchPattern"]) ? [need("search")] : []),
      ];
    case "Search":
      return [KNOWING, need("search"), ...(command.asOf === null ? [] : [need("read_history")])];
    // To find out where one stands needs no permission: it is how a caller learns what to ask for (§64, §67).
    case "DescribePrimer":
    case "DescribeProtocol":
    case "DescribeCapabilities":
    case "DescribeError":
    case "DescribeAccess":
    // What a caller's own transactions came to is its own; the rest is decided on what is found (§80.4).
    case "DescribeTransaction":
    case "DescribeTransactionByKey":
    case "Verify":
      return [];
    case "DescribeTrust":
      return [need("manage_policy", "read_audit", "manage_trust")];
    case "HistoryElement":
    case "HistorySpace":
      return [KNOWING, need("read_history")];
    case "DescribeSchemaEnvironment":
      return [KNOWING, ...(command.asOf === null ? [] : [need("read_history")])];
    case "DescribeSnapshot":
      return [KNOWING, ...(command.asOf === null && command.atTime === null ? [] : [need("read_history")])];
    case "DescribeSpace":
    case "DescribePackage":
    case "DescribeType":
    case "DescribePredicate":
    case "DescribeFacet":
    case "DescribeStructuralField":
    case "DescribeCompatibility":
    case "DescribeCapsule":
    case "DescribeEpistemicPolicy":
    case "ListSpaces":
    case "ListSchemaPackages":
    case "ListTypes":
    case "ListPredicates":
    case "ListFacets":
    case "ListStructuralFields":
    case "ListEpistemicPolicies":
    case "ListDependents":
    case "Validate":
    case "PreviewKml":
    case "ChangesSince":
    case "ChangesAfterSeq":
      return [KNOWING];
    case "PreviewImportCapsule":
      return [KNOWING, need("import")];
    case "ExportCapsule":
      return [need("read"), need("export"), ...(command.asOf === null ? [] : [need("read_history")])];
    case "DefineConceptType":
    case "DefinePredicate":
      return [need("propose_schema")];
    case "Mutate":
      return command.statements.flatMap(mutationNeeds);
    default:
      return mutationNeeds(command);
  }
}

function mutationNeeds(statement: MutationStatement): readonly StaticNeed[] {
  switch (statement.type) {
    case "CreateConcept":
    case "CreateEvidence":
    case "CreateActivity":
      return [need("create")];
    case "UpsertConcept":
      return [need("create", "update")];
    // A Proposition that is claimed by the same command needs no permission of its own (§55.1).
    case "EnsureProposition":
      return [need("create", ...CLAIMING.anyOf)];
    case "CreateAssertion":
      return [CLAIMING];
    case "Assert":
      return [CLAIMING, ...(statement.superseding ? [need("supersede_own")] : [])];
    case "Update":
      return [need("update", "maintain")];
    case "Transition":
      return [transitionNeed(statement)];
    case "SetRetention":
      return [need("manage_retention", "manage_legal_hold")];
    case "Purge":
    case "PurgePayload":
      return [need("purge")];
    case "MergeConcept":
      return [need("merge_identity")];
  }
}

function transitionNeed({ state }: TransitionCommand): StaticNeed {
  if (state.type !== "Literal") {
    return need("update", "archive", "tombstone", "retract_own", "supersede_own");
  }
  switch (state.value) {
    case "archived":
      return need("archive");
    case "tombstoned":
      return need("tombstone");
    case "retracted":
      return { anyOf: ["retract_own"], refusal: "RetractionNotAuthorized" };
    case "superseded":
      return need("supersede_own");
    default:
      return need("update");
  }
}

/** Whether a block or one within it holds a pattern of these types. */
function mentions({ clauses }: WhereBlock, types: readonly string[]): boolean {
  return clauses.some(
    (clause) => types.includes(clause.type) || ("body" in clause && mentions(clause.body, types)),
  );
}

const known = new WeakMap<Command, readonly StaticNeed[]>();

/** `staticNeeds`, worked out once for each command: trees are never changed, and the same one serves many requests. */
function needsOf(command: Command): readonly StaticNeed[] {
  let needs = known.get(command);
  if (needs === undefined) {
    needs = staticNeeds(command);
    known.set(command, needs);
  }
  return needs;
}

/**
 * Refuses a command that nothing could allow the Principal, before anything is read.
 * @throws `NotAuthorized` naming the permission that is missing, `ProjectionNotAuthorized` for a projection,
 * `RetractionNotAuthorized` for a withdrawal.
 */
export function requireStatement(authority: Authority, command: Command, statement: string): void {
  const missing = needsOf(command).find(({ anyOf }) =>
    anyOf.every((permission) => authority.reach(permission) === "never"),
  );
  if (missing) throw refused(missing, statement);
}

function refused({ anyOf, refusal = "NotAuthorized" }: StaticNeed, statement: string) {
  const names = anyOf.join(" or ");
  return kipError(refusal, `${statement} needs the permission ${names}`, {
    hint: `This endpoint's Principal does not hold ${names}. DESCRIBE ACCESS tells what it holds; the memory's owner grants more.`,
    details: { statement, permissions: anyOf },
  });
}
