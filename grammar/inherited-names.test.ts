import { expect, it } from "vitest";
import { keywordNames, parser } from "./index.js";
import { keyword } from "./tokens.js";

it.each(Object.getOwnPropertyNames(Object.prototype))("%s is no keyword", (name) => {
  expect(keyword(name)).toBe(-1);
  expect(keywordNames).not.toContain(name.toUpperCase());
  const tree = parser.parse(`FIND(?${name}.${name}) WHERE { ?${name} {${name}: 1} }`).toString();
  expect(tree).not.toContain("⚠");
});
