import { describe, expect, test } from "vitest";
import { type KipError, kipError } from "../model/index.js";
import { placed } from "./error-place.js";

const text = "FIND(?x)\nWHERE { ?x {} }";
const shown = (details: KipError["details"]) => placed(kipError("TypeMismatch", "no", { details }), text);

describe("an error of an evaluation", () => {
  test("names line and column beside its offsets", () => {
    expect(shown({ field: "x", from: 17, to: 19 })).toMatchObject({
      code: "TypeMismatch",
      details: { field: "x", from: 17, to: 19, line: 2, column: 9 },
    });
    expect(shown({ position: 5 })).toMatchObject({ details: { from: 5, to: 5, line: 1, column: 6 } });
  });

  test.each([[{}], [{ position: "subject" }], [{ from: "active", to: "retracted" }]])(
    "stays as it is where it names no place: %j",
    (details) => {
      expect((shown(details) as KipError).details).toEqual(details);
    },
  );

  test("stays what it is when it is a defect", () => {
    const defect = new TypeError("bug");
    expect(placed(defect, text)).toBe(defect);
  });
});
