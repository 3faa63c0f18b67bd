import { afterEach, describe, expect, it } from "vitest";
import { connectEndpoint } from "./connect-endpoint.js";

const channels: MessageChannel[] = [];

/** An endpoint whose other side takes calls and never answers. */
function silentEndpoint() {
  const channel = new MessageChannel();
  channels.push(channel);
  return { endpoint: connectEndpoint(channel.port1), other: channel.port2 };
}

afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

describe("a connection that ends before the answer", () => {
  it("leaves open whether a call that can write was carried out", async () => {
    const { endpoint, other } = silentEndpoint();
    const written = endpoint.executeKip({ command: 'CREATE CONCEPT ?c {TYPE "Person" NAME "Ada"}' });
    const asked = endpoint.request({ kip: "2.0", operations: [{ command: "DESCRIBE SPACE" }] });
    other.postMessage({ closed: true });
    for (const answer of await Promise.all([written, asked])) {
      expect(answer).toMatchObject({
        status: "outcome_unknown",
        results: [],
        error: {
          code: "OutcomeUnknown",
          retry: { class: "outcome_lookup_required" },
          hint: expect.stringContaining("DESCRIBE TRANSACTION BY IDEMPOTENCY KEY"),
        },
      });
    }
  });

  it("is a plain failure of a call that only reads", async () => {
    const { endpoint } = silentEndpoint();
    const read = endpoint.executeKipReadonly({ command: "DESCRIBE SPACE" });
    const recalled = endpoint.recall({ query: "Ada" }).catch((thrown: unknown) => thrown);
    endpoint.close();
    expect(await read).toMatchObject({ status: "failed", error: { code: "InternalError" } });
    expect(await recalled).toMatchObject({ code: "InternalError" });
  });

  it("was never asked after it ended: nothing was sent", async () => {
    const { endpoint } = silentEndpoint();
    endpoint.close();
    expect(await endpoint.executeKip({ command: "DESCRIBE SPACE" })).toMatchObject({
      status: "failed",
      error: { code: "InternalError" },
    });
  });
});
