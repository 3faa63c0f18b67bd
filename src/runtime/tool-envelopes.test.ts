import { describe, expect, it } from "vitest";
import { KipError } from "../model/index.js";
import { envelopeOfExecuteKip, envelopeOfExecuteKipReadonly } from "./tool-envelopes.js";

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (thrown) {
    return thrown instanceof KipError ? thrown.code : String(thrown);
  }
}

describe("the arguments of a tool", () => {
  const command = "DESCRIBE PRIMER";

  it("have the options of its definition", () => {
    const execution = { mode: "atomic", on_error: "stop", idempotency_key: "k" } as const;
    expect(envelopeOfExecuteKip({ command, execution })).toMatchObject({ execution });
    const read = { snapshot_token: "t" };
    expect(envelopeOfExecuteKipReadonly({ command, read })).toMatchObject({ read });
  });

  it.each([
    { mode: "atomic", isolation: "serializable" },
    { mode: "atomic", extensions: {} },
    null,
    "atomic",
  ])("have no execution such as %j, which only an envelope may have", (execution) => {
    expect(codeOf(() => envelopeOfExecuteKip({ command, execution } as never))).toBe(
      "InvalidRequestEnvelope",
    );
  });

  it.each([{ extensions: {} }, { snapshot_token: "t", extensions: {} }, null])(
    "have no read such as %j, which only an envelope may have",
    (read) => {
      expect(codeOf(() => envelopeOfExecuteKipReadonly({ command, read } as never))).toBe(
        "InvalidRequestEnvelope",
      );
    },
  );
});
