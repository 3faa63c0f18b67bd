import { parser } from "../../grammar/index.js";

/** The expressions of a FIND as they are written, in order: the names of its columns. Null for any other command. */
export function findExpressions(command: string): readonly string[] | null {
  const find = parser.parse(command).topNode.getChild("Find");
  const open = find?.getChild("(");
  const close = find?.getChild(")");
  if (!find || !open || !close) return null;
  const cuts = [
    ...find
      .getChildren(",")
      .map(({ from }) => from)
      .filter((from) => from < close.from),
    close.from,
  ];
  let start = open.to;
  return cuts.map((cut) => {
    const expression = command.slice(start, cut).trim();
    start = cut + 1;
    return expression;
  });
}
