import type { Kind } from "./element-members.js";

/** A Structural Field of Core, which needs no package (§20.13). */
export interface CoreField {
  readonly name: string;
  readonly holder: Kind;
  /** What it refers to, in words. */
  readonly target: string;
  readonly text: string;
}

/** The Structural Fields of Core. */
export const CORE_FIELDS: readonly CoreField[] = [
  { name: "evidence", holder: "assertion", target: "Evidence", text: "What the claim rests on." },
  {
    name: "source",
    holder: "evidence",
    target: "Concept | Evidence",
    text: "Where the observation came from.",
  },
  { name: "generated_by", holder: "evidence", target: "Activity", text: "The process that produced it." },
  { name: "inputs", holder: "activity", target: "any element", text: "What the process used." },
  { name: "outputs", holder: "activity", target: "any element", text: "What the process produced." },
  { name: "associated_actors", holder: "activity", target: "Concept", text: "Who took part." },
];
