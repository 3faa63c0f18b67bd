import { terms } from "../../../grammar/index.js";
import type { Command } from "../ast.js";
import { readFind } from "./find.js";
import { readKml } from "./kml.js";
import { readMeta } from "./meta.js";
import type { TreeReader } from "./tree-reader.js";
import { missing } from "./values.js";

/** Every statement under a Command node, in order. */
export function readCommands(reader: TreeReader): Command[] {
  const commands: Command[] = [];
  for (const id of reader.children()) {
    if (id === terms.Find) commands.push(readFind(reader));
    else commands.push(readKml(reader) ?? readMeta(reader) ?? missing(reader));
  }
  return commands;
}
