import type { SyntaxNode } from "@lezer/common";
import { keywordNames } from "../../../../grammar/index.js";
import { spelled } from "../../spelled.js";
import type { ConstructTable } from "./constructs.js";
import type { Documentation } from "./documentation.js";
import { INSPECTION_CONSTRUCTS } from "./inspection-constructs.js";
import { MUTATION_CONSTRUCTS } from "./mutation-constructs.js";
import { QUERY_CONSTRUCTS } from "./query-constructs.js";
import { WORDS } from "./words.js";

/** Every construct that has something said about it, under the name of its node. */
export const CONSTRUCTS: ConstructTable = {
  ...QUERY_CONSTRUCTS,
  ...MUTATION_CONSTRUCTS,
  ...INSPECTION_CONSTRUCTS,
};

const KEYWORDS: ReadonlySet<string> = new Set(keywordNames);

/**
 * What to say about a keyword where it stands. The words that begin a construct, or tell which one it is, stand for the
 * construct; another word of it has a text of its own where there is one.
 */
export function documentKeyword(keyword: SyntaxNode): Documentation | null {
  const { parent } = keyword;
  if (!KEYWORDS.has(keyword.name) || parent === null) return null;
  const construct = documentConstruct(parent.name);
  if (construct && (isHead(keyword) || construct.title.split(" ").includes(keyword.name))) return construct;
  return documentWord(keyword.name) ?? construct;
}

function isHead(keyword: SyntaxNode): boolean {
  for (let before = keyword.prevSibling; before !== null; before = before.prevSibling) {
    if (!KEYWORDS.has(before.name)) return false;
  }
  return true;
}

function documentConstruct(node: string): Documentation | null {
  const said = CONSTRUCTS[node];
  return said ? { title: titleOf(node), kind: "keyword", text: said[0], example: said[1] } : null;
}

/** The words a construct is called by: those it begins with, or the one that tells which it is. */
function titleOf(node: string): string {
  return CONSTRUCTS[node]?.[2] ?? spelled(node.replace(/(?:Pattern|Clause)$/, ""));
}

const BY_TITLE: ReadonlyMap<string, string> = new Map(
  Object.keys(CONSTRUCTS)
    .reverse()
    .map((node) => [titleOf(node), node]),
);

/** What to say about a keyword, or about several that go together, before anything is written after it. */
export function documentWord(words: string): Documentation | null {
  const said = WORDS[words];
  if (said) return { title: words, kind: "keyword", text: said[0], example: said[1] };
  const node = BY_TITLE.get(words);
  return node === undefined ? null : documentConstruct(node);
}
