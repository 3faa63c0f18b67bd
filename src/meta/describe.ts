import type { PolicyRegistry } from "../belief/index.js";
import type { DescribeCommand, Scalar } from "../lang/index.js";
import type { JsonObject } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { describeCompatibility } from "./describe-compatibility.js";
import { describeError } from "./describe-error.js";
import { describeEpistemicPolicy, describeTrust } from "./describe-policy.js";
import { describeProtocol } from "./describe-protocol.js";
import { describeNamed, describePackage, describeSchemaEnvironment } from "./describe-schema.js";
import { describeSpace, noSuchSpace, type SpaceFacts } from "./describe-space.js";
import { Operands } from "./operands.js";
import { describePrimer, readPrimerMode } from "./primer.js";

/** What a DESCRIBE depends on besides the view: who asks, and what the engine is able to do. */
export interface DescribeContext {
  readonly parameters: JsonObject;
  /** The authenticated Principal of the connection (§28.2). */
  readonly principal: string;
  /** The semantic actors it is bound to (§28.3): ids of Concepts, or `$self`. */
  readonly actors: readonly string[];
  /** The registered names of what works here and may be asked for (§67.2). */
  readonly capabilities: readonly string[];
  /** What `DESCRIBE CAPABILITIES` answers this caller (§67). */
  readonly capabilityReport: JsonObject;
  /** What `DESCRIBE ACCESS` answers to the members of its WITH clause (§63.3). */
  readonly describeAccess: (request: JsonObject) => JsonObject;
  readonly space: SpaceFacts;
  /** The version of the protected trust state (§22.5). */
  readonly trustVersion: string;
  /** The epistemic policies on offer; the standard ones without it. */
  readonly policies?: PolicyRegistry;
}

/** The DESCRIBE statements that one view answers alone. */
export type PresentDescribeCommand = Exclude<
  DescribeCommand,
  {
    readonly type:
      | "DescribeTransaction"
      | "DescribeTransactionByKey"
      | "DescribeSnapshot"
      | "DescribeCapsule";
  }
>;

/**
 * Answers a DESCRIBE from one view (§63.3–§65). For `AS OF SEQ` the view is the one of that sequence.
 * @throws the errors of what is described, `ReferenceError` for an unbound parameter, `TypeMismatch` for operands.
 */
export function evaluateDescribe(
  view: SpaceView,
  command: PresentDescribeCommand,
  context: DescribeContext,
): JsonObject {
  const { environment } = view;
  const { policies } = context;
  const operands = new Operands(context.parameters);
  const optional = (node: Scalar | null, where: string): string | null =>
    node === null ? null : operands.text(node, where);
  switch (command.type) {
    case "DescribePrimer": {
      const mode = command.mode === null ? undefined : operands.value(command.mode);
      return describePrimer(view, readPrimerMode(mode), context);
    }
    case "DescribeProtocol":
      return describeProtocol();
    case "DescribeCapabilities":
      return context.capabilityReport;
    case "DescribeSpace": {
      const named = optional(command.space, "DESCRIBE SPACE");
      if (named !== null && named !== view.spaceId) throw noSuchSpace(named, view);
      return describeSpace(view, context.space);
    }
    case "DescribeSchemaEnvironment":
      return describeSchemaEnvironment(environment);
    case "DescribePackage":
      return describePackage(environment, operands.text(command.package, "DESCRIBE PACKAGE"));
    case "DescribeType":
      return describeNamed(environment, "ConceptType", operands.text(command.symbol, "DESCRIBE TYPE"));
    case "DescribePredicate":
      return describeNamed(environment, "PredicateType", operands.text(command.symbol, "DESCRIBE PREDICATE"));
    case "DescribeFacet":
      return describeNamed(environment, "FacetDefinition", operands.text(command.symbol, "DESCRIBE FACET"));
    case "DescribeStructuralField":
      return describeNamed(
        environment,
        "StructuralFieldDefinition",
        operands.text(command.symbol, "DESCRIBE STRUCTURAL FIELD"),
      );
    case "DescribeCompatibility":
      return describeCompatibility(
        environment,
        operands.text(command.fromPackage, "FROM"),
        operands.text(command.toPackage, "TO"),
      );
    case "DescribeError":
      return describeError(operands.text(command.code, "DESCRIBE ERROR"));
    case "DescribeEpistemicPolicy":
      return describeEpistemicPolicy(
        optional(command.policy, "DESCRIBE EPISTEMIC POLICY"),
        policies,
        view.seq,
      );
    case "DescribeTrust":
      return describeTrust(optional(command.scope, "DESCRIBE TRUST"), context.trustVersion, policies);
    case "DescribeAccess":
      return context.describeAccess(operands.options(command.options));
  }
}
