import type { ResponseEnvelope } from "../../model/index.js";
import type { KipToolTarget } from "./call.js";

/** A target that answers every call with success and notes what it was called with. */
export function recordingTarget(status: ResponseEnvelope["status"] = "succeeded") {
  const calls: { readonly method: keyof KipToolTarget; readonly args: unknown }[] = [];
  const answer = (method: keyof KipToolTarget) => async (args: unknown) => {
    calls.push({ method, args });
    return { kip: "2.0" as const, status, results: [] };
  };
  const target: KipToolTarget = {
    executeKip: answer("executeKip"),
    executeKipReadonly: answer("executeKipReadonly"),
  };
  return { target, calls };
}
