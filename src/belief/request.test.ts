import { describe, expect, test } from "vitest";
import { asElementId, type JsonObject, KipError } from "../model/index.js";
import { day, environmentOf, Memory, requestFor } from "./memory.fixture.js";
import { Projector, projectProposition } from "./projector.js";

const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof KipError) return error.code;
    throw error;
  }
  return null;
};

describe("WITH EPISTEMIC", () => {
  test("says nothing: the structural policy, a summary, and the request's own purpose and risk", () => {
    const request = requestFor(day(0), {}, { purpose: "answer_user", risk: "low" });
    expect(request).toMatchObject({
      policy: { id: "kip:structural", version: "1" },
      purpose: "answer_user",
      risk: "low",
      explanation: "summary",
      contextRefs: [],
      includeHistorical: false,
      includeHypothetical: false,
    });
  });

  test("its own purpose goes before the request's", () => {
    expect(requestFor(day(0), { purpose: "audit" }, { purpose: "answer_user" }).purpose).toBe("audit");
  });

  test.each<[string, JsonObject, string]>([
    ["an unknown setting", { curiosity: 0.5 }, "SchemaFieldNotFound"],
    ["an unknown policy", { policy: "strict" }, "ProjectionPolicyUnavailable"],
    ["a policy that is no string", { policy: { id: "kip:structural" } }, "TypeMismatch"],
    ["an empty policy", { policy: "" }, "ConstraintViolation"],
    ["a purpose that is no string", { purpose: 1 }, "TypeMismatch"],
    ["a flag that is no boolean", { include_hypothetical: "yes" }, "TypeMismatch"],
    ["a null flag", { include_historical: null }, "TypeMismatch"],
    ["an unknown explanation level", { explanation: "full" }, "ConstraintViolation"],
    ["an explanation that is no string", { explanation: true }, "TypeMismatch"],
    ["a context that is no array", { context_refs: "C-1" }, "TypeMismatch"],
    ["a context reference that is neither id nor reference", { context_refs: [7] }, "TypeMismatch"],
    [
      "a context reference with more than an id",
      { context_refs: [{ id: "C-1", name: "work" }] },
      "TypeMismatch",
    ],
    ["an empty context id", { context_refs: [""] }, "TypeMismatch"],
  ])("refuses %s", (_what, settings, code) => {
    expect(codeOf(() => requestFor(day(0), settings))).toBe(code);
  });

  test("takes contexts as references or as ids, and puts them sorted and once into the basis", () => {
    const memory = new Memory(environmentOf({}));
    const [work, travel] = [memory.concept("Context"), memory.concept("Context")];
    const request = requestFor(day(0), { context_refs: [{ id: travel }, work, travel] });
    expect(new Projector(memory.view(), request).basis.context_refs).toEqual([work, travel]);
  });

  test("a context outside the memory is refused, and so is one that is no Concept", () => {
    const memory = new Memory(environmentOf({ likes: {} }));
    const alice = memory.concept();
    const proposition = memory.proposition(alice, "likes", "tea");
    const ask = (context: string) => () =>
      projectProposition(memory.view(), { proposition }, requestFor(day(0), { context_refs: [context] }));
    expect(codeOf(ask("C-999999"))).toBe("NotFoundOrNotVisible");
    expect(codeOf(ask(proposition))).toBe("ConstraintViolation");
  });

  test("a merged context counts as the Concept it became", () => {
    const memory = new Memory(environmentOf({ likes: {} }));
    const alice = memory.concept();
    const [office, work] = [memory.concept("Context"), memory.concept("Context")];
    const proposition = memory.proposition(alice, "likes", "tea");
    memory.assert(proposition, { by: alice, contexts: [office] });
    memory.merge(office, work);
    const ask = (context: string) =>
      projectProposition(memory.view(), { proposition }, requestFor(day(1), { context_refs: [context] }));
    expect(ask(work).status).toBe("accepted");
    expect(ask(office)).toMatchObject({ status: "accepted", basis: { context_refs: [work] } });
  });
});

describe("A projection target", () => {
  test("a Proposition the memory does not hold cannot be projected by id", () => {
    const memory = new Memory(environmentOf({}));
    const ask = (id: string) => () =>
      projectProposition(memory.view(), { proposition: asElementId(id) }, requestFor(day(0)));
    expect(codeOf(ask("P-404"))).toBe("NotFoundOrNotVisible");
    expect(codeOf(ask(memory.concept()))).toBe("NotFoundOrNotVisible");
  });
});
