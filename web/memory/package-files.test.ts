import { describe, expect, it } from "vitest";
import { packageNames, readPackageFiles } from "./package-files.js";

const artifact = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://domains/gardens", version: "1.0.0" },
};
const file = (name: string, content: unknown) => ({ name, text: JSON.stringify(content) });

describe("the files of a Schema Package", () => {
  it("are packages, and the schemas that are beside them", () => {
    const found = readPackageFiles([file("plant.json", { type: "object" }), file("gardens.json", artifact)]);
    expect(found).toEqual({ packages: [artifact], schemas: [{ type: "object" }] });
    expect(packageNames(found)).toEqual(["kip://domains/gardens@1.0.0"]);
    expect(packageNames({ packages: [{}], schemas: [] })).toEqual(["a package without a name"]);
  });

  it("are refused by name when they are none", () => {
    expect(() => readPackageFiles([{ name: "a.json", text: "{" }])).toThrow(/^a\.json is no JSON: /);
    expect(() => readPackageFiles([file("b.json", [artifact])])).toThrow("b.json holds no JSON object.");
    expect(() => readPackageFiles([file("c.json", {}), file("d.json", {})])).toThrow(
      /^There is no Schema Package in c\.json, d\.json/,
    );
  });
});
