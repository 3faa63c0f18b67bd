import type { ErrorCode } from "../model/index.js";

/** What each code of the registry says about a request (§87), in a sentence or two. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  InvalidSyntax: "The command's text is not KIP, or breaks a rule that can be checked without the memory.",
  InvalidIdentifier: "A name is not built like an identifier.",
  InvalidRequestEnvelope:
    "The request around the commands has members, types or combinations that are not allowed.",
  UnsupportedProtocolVersion:
    "The request asks for a version of the protocol that this engine does not speak.",
  UnsupportedCapability:
    "The request needs something this engine does not offer. Nothing was run in its place.",
  UnsupportedIsolation: "The request insists on an isolation level this engine does not have.",
  LanguageMismatch: "The operation is labelled with another language than its command is written in.",
  ReadonlyViolation: "A command that changes state came in on a path that only reads.",
  DuplicateLocalHandle: "Two statements of one block declare the same ?handle.",
  DuplicateMutationTarget: "One block writes the same value of the same element twice, or differently.",

  SchemaSymbolNotFound:
    "No package in force here defines the type, predicate, facet or field the command names.",
  SchemaSymbolAmbiguous:
    "Several packages in force define the name, and the engine does not guess which is meant.",
  SchemaSymbolConflict:
    "A definition would take a name, or a version, that already means something else here.",
  SchemaFieldNotFound: "The type, facet or option object has no field of that name.",
  SchemaPackageUnavailable:
    "A package is missing, or asks for something this engine could not hold writes to.",
  SchemaEnvironmentChanged: "The schema in force changed between the reading and the writing of a request.",
  HistoricalSchemaUnavailable: "The schema a past state was written under is no longer held.",
  TypeMismatch: "A value has another type than its place takes.",
  ConstraintViolation: "A value has the right type but lies outside what its place allows.",

  NotFoundOrNotVisible:
    "Nothing of that id or identity is there for this caller: absent and hidden look the same.",
  ReferenceError: "The command refers to a parameter, handle or variable that stands for nothing.",
  StructuralReferenceInvalid: "A structural reference has the wrong kind of end, order or number of targets.",
  IdentitySelectorRequired: "The statement has to say which concept is meant by id, or by type and key.",
  NameIdentityForbidden: "A display name was used where an identity is needed; names can be shared.",
  IdentityConflict: "The selector fits several elements, or parts of it name different ones.",
  ClientKeyConflict: "The client key already stands for another creation.",
  IdentityMergeConflict: "A merge names no single pair of concepts, or one that cannot be merged.",

  ImmutableField: "The field is fixed once its element exists.",
  EpistemicRevisionRequired: "A claim's content never changes: what an actor thinks now is a new claim.",
  EvidenceCorrectionRequired:
    "Evidence is never rewritten: a correction is new Evidence that corrects the old.",
  InvalidLifecycleTransition: "The element cannot move to that state from the one it is in.",
  RetractionNotAuthorized: "The caller may not withdraw a claim in that actor's name.",
  SupersessionMismatch:
    "The new claim is not a revision of the old one: another actor, subject, predicate or context.",
  EvidenceCorrectionConflict: "The Evidence was already corrected, or the correction would close a circle.",
  ActivityTerminal: "The Activity has ended, and what it used and made is fixed.",
  ProjectionTargetUnbound: "The variable of a BELIEF stands for no Proposition.",
  ProjectionTargetUnbounded:
    "A belief was asked for without a bound subject or predicate: it would be about everything.",
  ProjectionNotAuthorized: "The caller may not ask this memory what to believe.",
  ProjectionPolicyUnavailable: "There is no epistemic policy of that name here.",

  Unauthenticated: "The connection has no Principal.",
  NotAuthorized: "The caller's permissions do not allow this.",
  RequiresApproval: "The operation waits for a second Principal to approve it.",
  RequiresStrongerAuthentication: "The caller has to prove who it is more strongly first.",
  ActorBindingRequired: "Only a Principal bound to that actor may write in its name.",
  ProtectedSystemField: "The engine alone writes that part of an element.",
  ProtectedGovernanceField: "Governance alone writes that part of an element; no command does.",
  ProtectedSchemaState: "Packages and environments change through the host, never through a command.",
  LegalHoldConflict: "The element is held, and nobody may erase it until the hold is lifted.",
  PurgeDenied: "Erasing the element would break references, and the policy of the purge forbids that.",

  VersionConflict: "A version the command expected is not the current one: something changed in between.",
  PreconditionFailed: "The memory is not at the coordinate the request insists on.",
  SerializationConflict: "Other writers kept committing first. Nothing of the request was written.",
  IdempotencyConflict: "The idempotency key already names other work.",
  TransactionUnknown:
    "No transaction of that id or key is retained. It says nothing about whether there was one.",
  OutcomeUnknown: "The write may have been committed, but the answer did not come through.",
  TransactionTooLarge: "The request changes more than one transaction may.",

  HistoricalSnapshotUnavailable: "The memory has not reached that sequence, or no longer holds it.",
  CursorMismatch: "The cursor belongs to another query, other parameters or another Space.",
  CursorTypeMismatch: "The cursor was issued by another kind of command.",
  CursorExpired: "The traversal the cursor belongs to can no longer be continued.",
  CursorInvalid: "The cursor is not one of this memory, or what it rests on has changed.",

  SearchModeUnsupported: "This engine does not search in that mode.",
  SearchIndexUnavailable: "The index cannot answer for this state now.",
  HistoricalSearchUnavailable:
    "That past is not indexed here, and searching the present instead would be wrong.",

  ArtifactUnavailable: "No artifact is held under that handle.",
  ArtifactTooLarge: "The artifact is larger than this engine takes.",
  ArtifactParseError: "The artifact is not what it has to be: JSON of its format.",
  DigestMismatch: "The content is not what its digest names: it was changed, or is another one.",
  ProofInvalid: "A signature or proof does not fit what it is about.",
  SignerUnknown: "A signature is by someone who is not known here.",
  BlobUnavailable: "The bytes a reference names are not held here.",
  CapsuleValidationFailed: "The capsule breaks the rules of its format, of Core or of the schema.",
  ImportPreviewConflict: "The memory no longer is what the import was previewed against.",

  ResourceExhausted:
    "The request needs more work, memory or storage than there is. It was not answered in part.",
  ResultLimitExceeded: "The answer has more rows than one answer may have.",
  ExecutionTimeout: "The deadline passed. What was not begun was not done.",
  RateLimited: "Requests come faster than they may.",
  InternalError: "The engine failed. The fault is not in the request.",
};
