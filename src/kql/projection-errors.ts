import { kipError } from "../model/index.js";

/** The error of a BELIEF whose variable stands for no Proposition (§46.3). */
export function unboundTarget(name: string) {
  return kipError("ProjectionTargetUnbound", `?${name} is not bound to a Proposition`, {
    hint: `Bind it first, for example ?${name} PROPOSITION (?subject, "predicate", ?object).`,
    details: { variable: name },
  });
}

/** The error of a projection whose subject or predicate stands for nothing (§46.3). */
export function unboundedTarget(what: string) {
  return kipError(
    "ProjectionTargetUnbounded",
    `${what} is not bound, so there is no bounded target to project`,
    {
      hint: "Bind the subject with a pattern and name the predicate, then ask for the belief.",
      details: { unbound: what },
    },
  );
}
