/** The error categories of §86.2. */
export type ErrorCategory =
  | "syntax"
  | "protocol"
  | "schema"
  | "data"
  | "epistemic"
  | "governance"
  | "transaction"
  | "history"
  | "search"
  | "artifact"
  | "resource"
  | "transport"
  | "system";

/** What a caller may do about an error (§86.3). */
export type RetryClass =
  | "safe_same_request"
  | "requires_refresh"
  | "requires_different_input"
  | "requires_authority"
  | "requires_new_snapshot"
  | "requires_reacquire_artifact"
  | "outcome_lookup_required"
  | "non_retryable";

interface Registered {
  readonly category: ErrorCategory;
  readonly retry: RetryClass;
  /** General advice, used when the place that raised the error had nothing better to say. */
  readonly hint: string;
}

// Nothing that only wants another value of the model carries the registry along.
/* @__NO_SIDE_EFFECTS__ */
const entry = (category: ErrorCategory, retry: RetryClass, hint: string): Registered => ({
  category,
  retry,
  hint,
});

const input = "requires_different_input";

/** Every code of the registry (§87) with its category, retry class and general advice. */
export const REGISTRY = {
  InvalidSyntax: entry("syntax", input, "Correct the command at the reported position and send it again."),
  InvalidIdentifier: entry(
    "syntax",
    input,
    "Names start with a letter or underscore, then letters, digits, underscores.",
  ),
  InvalidRequestEnvelope: entry(
    "protocol",
    input,
    "Send the envelope in the documented shape: kip, operations, and the optional members.",
  ),
  UnsupportedProtocolVersion: entry("protocol", input, 'Send "kip": "2.0".'),
  UnsupportedCapability: entry(
    "protocol",
    input,
    "Ask DESCRIBE PRIMER what this engine can do and use one of those statements.",
  ),
  UnsupportedIsolation: entry("protocol", input, 'Leave isolation out, or ask for "serializable".'),
  LanguageMismatch: entry(
    "protocol",
    input,
    "Drop the language label or make it the language the command is written in.",
  ),
  ReadonlyViolation: entry(
    "protocol",
    input,
    "Send state-changing commands to execute_kip; this path only reads.",
  ),
  DuplicateLocalHandle: entry("syntax", input, "Give every created element of the block its own ?handle."),
  DuplicateMutationTarget: entry("data", input, "Write each value of an element once in a block."),

  SchemaSymbolNotFound: entry(
    "schema",
    input,
    "Use a symbol that DESCRIBE PRIMER lists, or its exact kip:// reference.",
  ),
  SchemaSymbolAmbiguous: entry(
    "schema",
    input,
    "Write the exact kip:// reference instead of the local name.",
  ),
  SchemaSymbolConflict: entry("schema", input, "Choose another name; this one already has a meaning here."),
  SchemaFieldNotFound: entry("schema", input, "Use only the fields the schema declares."),
  SchemaPackageUnavailable: entry(
    "schema",
    "requires_reacquire_artifact",
    "Hand the engine a package whose dependencies and schemas it can verify.",
  ),
  SchemaEnvironmentChanged: entry(
    "schema",
    "requires_refresh",
    "Read DESCRIBE PRIMER again and rebuild the request on the current schema.",
  ),
  HistoricalSchemaUnavailable: entry(
    "schema",
    "non_retryable",
    "Read at a coordinate whose schema is still kept.",
  ),
  TypeMismatch: entry("schema", input, "Send a value of the expected type."),
  ConstraintViolation: entry("schema", input, "Send a value the field's constraint allows."),

  NotFoundOrNotVisible: entry(
    "data",
    "requires_refresh",
    "Find the element first with SEARCH or FIND and use the id it returns.",
  ),
  ReferenceError: entry("data", input, "Bind every :parameter and ?handle the command refers to."),
  StructuralReferenceInvalid: entry(
    "data",
    input,
    "Point the structural field at an element of a kind it accepts.",
  ),
  IdentitySelectorRequired: entry("data", input, "Select the concept by id, or by type and key."),
  NameIdentityForbidden: entry("data", input, "A name is not an identity. Select by id, or by type and key."),
  IdentityConflict: entry("data", input, "Add the type to the selector, or address the element by id."),
  ClientKeyConflict: entry(
    "data",
    input,
    "This client key already made something else. Use a new key for a new creation.",
  ),
  IdentityMergeConflict: entry("data", input, "Name exactly one source and one target concept."),

  ImmutableField: entry("epistemic", input, "This field never changes. Record a new element instead."),
  EpistemicRevisionRequired: entry(
    "epistemic",
    input,
    "Record a new ASSERT … SUPERSEDING the old assertion.",
  ),
  EvidenceCorrectionRequired: entry(
    "epistemic",
    input,
    'Create new evidence, then TRANSITION the old one TO "corrected" BY it.',
  ),
  InvalidLifecycleTransition: entry(
    "epistemic",
    "requires_refresh",
    "Read the element's current state; this move is not legal from there.",
  ),
  RetractionNotAuthorized: entry(
    "epistemic",
    "requires_authority",
    "Only the actor who claimed it may withdraw it.",
  ),
  SupersessionMismatch: entry(
    "epistemic",
    input,
    "Supersede only the same actor's claim about the same subject and predicate in the same context.",
  ),
  EvidenceCorrectionConflict: entry("epistemic", input, "Correct the newest evidence of the line."),
  ActivityTerminal: entry("epistemic", input, "A finished activity is fixed. Record another activity."),
  ProjectionTargetUnbound: entry(
    "epistemic",
    input,
    "Bind the proposition variable with a pattern before BELIEF.",
  ),
  ProjectionTargetUnbounded: entry(
    "epistemic",
    input,
    "Bind the subject and name the predicate before BELIEF.",
  ),
  ProjectionNotAuthorized: entry(
    "epistemic",
    "requires_authority",
    "Do not fall back to raw data; ask the memory's owner.",
  ),
  ProjectionPolicyUnavailable: entry(
    "epistemic",
    input,
    'Use policy "kip:memory-default" or "kip:structural".',
  ),

  Unauthenticated: entry("governance", "requires_authority", "Open an endpoint bound to a Principal."),
  NotAuthorized: entry("governance", "requires_authority", "Ask the memory's owner for the permission."),
  RequiresApproval: entry("governance", "requires_authority", "A second Principal has to approve this."),
  RequiresStrongerAuthentication: entry(
    "governance",
    "requires_authority",
    "Authenticate more strongly and try again.",
  ),
  ActorBindingRequired: entry(
    "governance",
    "requires_authority",
    "Only a Principal bound to that actor may speak as it.",
  ),
  ProtectedSystemField: entry("governance", input, "The engine writes _system; leave it out."),
  ProtectedGovernanceField: entry(
    "governance",
    "requires_authority",
    "Governance fields change through host operations only.",
  ),
  ProtectedSchemaState: entry(
    "governance",
    "requires_authority",
    "Packages are installed by the host, never by a command.",
  ),
  LegalHoldConflict: entry(
    "governance",
    "requires_authority",
    "The element is on legal hold; its owner has to lift the hold.",
  ),
  PurgeDenied: entry(
    "governance",
    input,
    "Other elements still refer to it; archive or tombstone it instead.",
  ),

  VersionConflict: entry(
    "transaction",
    "requires_refresh",
    "Read the element again and repeat the write with its current version.",
  ),
  PreconditionFailed: entry("transaction", "requires_refresh", "Read the current state and decide again."),
  SerializationConflict: entry("transaction", "safe_same_request", "Send the same request again."),
  IdempotencyConflict: entry(
    "transaction",
    input,
    "This key already names other work. Use a new key for a new intent.",
  ),
  TransactionUnknown: entry("transaction", "non_retryable", "No retained transaction has that id or key."),
  OutcomeUnknown: entry(
    "transaction",
    "outcome_lookup_required",
    "Send the exact same request with the same idempotency key.",
  ),
  TransactionTooLarge: entry("transaction", input, "Split the work into several requests."),

  HistoricalSnapshotUnavailable: entry(
    "history",
    "requires_new_snapshot",
    "Leave AS OF SEQ out to read the present.",
  ),
  CursorMismatch: entry(
    "history",
    input,
    "Send the cursor with exactly the query and parameters that produced it.",
  ),
  CursorTypeMismatch: entry("history", input, "Use a cursor only with the kind of command that issued it."),
  CursorExpired: entry("history", "requires_new_snapshot", "Start the traversal again without a cursor."),
  CursorInvalid: entry(
    "history",
    input,
    "Send the next_cursor of an earlier response unchanged, or no cursor.",
  ),

  SearchModeUnsupported: entry("search", input, 'Use MODE "keyword".'),
  SearchIndexUnavailable: entry(
    "search",
    "safe_same_request",
    "Search again in a moment, or read by exact id with FIND.",
  ),
  HistoricalSearchUnavailable: entry(
    "search",
    input,
    "Search the present, or name a sequence that can be read.",
  ),

  ArtifactUnavailable: entry("artifact", "requires_reacquire_artifact", "Stage the artifact again."),
  ArtifactTooLarge: entry("artifact", input, "Send a smaller artifact."),
  ArtifactParseError: entry("artifact", input, "Send the artifact as valid JSON of its format."),
  DigestMismatch: entry(
    "artifact",
    "requires_reacquire_artifact",
    "The bytes are not the ones the digest names; fetch them again.",
  ),
  ProofInvalid: entry("artifact", "non_retryable", "The proof does not match the artifact."),
  SignerUnknown: entry("artifact", "requires_authority", "The signer is not known here."),
  BlobUnavailable: entry("artifact", "requires_reacquire_artifact", "The bytes are not held here."),
  CapsuleValidationFailed: entry("artifact", input, "Correct the capsule."),
  ImportPreviewConflict: entry("artifact", "requires_refresh", "Preview the import again."),

  ResourceExhausted: entry("resource", input, "Narrow or split the request."),
  ResultLimitExceeded: entry("resource", input, "Ask for fewer rows with LIMIT."),
  ExecutionTimeout: entry(
    "resource",
    "outcome_lookup_required",
    "A timeout is not an abort: look the outcome up before writing again.",
  ),
  RateLimited: entry("resource", "safe_same_request", "Wait a moment and send the same request again."),
  InternalError: entry(
    "system",
    "outcome_lookup_required",
    "This is a defect of the engine. Look the outcome up before writing again.",
  ),
} as const satisfies Record<string, Registered>;

/** A code of the registry (§87). */
export type ErrorCode = keyof typeof REGISTRY;

/** Whether a string is a code of the registry. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(REGISTRY, text);
}
