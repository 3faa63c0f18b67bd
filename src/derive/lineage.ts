import type { Activity, Element, ElementId } from "../model/index.js";
import {
  admits,
  isTerminalStatus,
  type SchemaEnvironment,
  type StructuralFieldDefinition,
} from "../schema/index.js";
import { isOlder, keyFor, type SpaceView } from "../state/index.js";
import { memorySymbol } from "./memory-profile.js";

/** What a lineage field reads off the Activities that name its holder (Profile §7). */
interface LineageRule {
  /** Whether the holder is an input or an output of the Activities that count. */
  readonly holderIs: "input" | "output";
  /** The classes that count; null counts every one that makes something. */
  readonly classes: ReadonlySet<string> | null;
  readonly refersTo: "inputs" | "outputs" | "activity";
  /** Whether the newest Activity alone counts: a Skill compiled again is what the last compilation made of it. */
  readonly newestOnly: boolean;
}

/** Activities that name what they judge among their outputs, and made nothing of it (§57.6, Profile §14). */
const JUDGING: ReadonlySet<string> = new Set(["dependency_validation", "lifecycle_verdict", "trial_open"]);

/** A consolidation that emits a Skill has compiled it (Profile §13). */
const COMPILATION: ReadonlySet<string> = new Set(["skill_compilation", "procedural_consolidation"]);
const CONSOLIDATION: ReadonlySet<string> = new Set(["semantic_consolidation", "procedural_consolidation"]);

/** The computed fields of the Profile, which nobody writes: Activity provenance is their one authority (Profile §7). */
const RULES: ReadonlyMap<string, LineageRule> = new Map<string, LineageRule>([
  [
    memorySymbol("derived_from"),
    { holderIs: "output", classes: null, refersTo: "inputs", newestOnly: false },
  ],
  [
    memorySymbol("compiled_from"),
    { holderIs: "output", classes: COMPILATION, refersTo: "inputs", newestOnly: true },
  ],
  [
    memorySymbol("compiled_by"),
    { holderIs: "output", classes: COMPILATION, refersTo: "activity", newestOnly: true },
  ],
  [
    memorySymbol("consolidated_to"),
    { holderIs: "input", classes: CONSOLIDATION, refersTo: "outputs", newestOnly: false },
  ],
]);

/** One computed lineage field in force in an environment. */
export interface LineageField {
  readonly definition: StructuralFieldDefinition;
  readonly rule: LineageRule;
}

/** The lineage fields an environment has, each with the definition it is shown by; none without the Profile. */
export function lineageFields(environment: SchemaEnvironment): readonly LineageField[] {
  const kind = "StructuralFieldDefinition";
  const fields = new Map<string, LineageField>();
  // The version that writes bind to stands for its lineage, as it would for a field that is written.
  for (const definition of [...environment.all(kind), ...environment.current(kind)]) {
    if (!definition.computed) continue;
    for (const lineage of environment.equivalentLineages(kind, definition.lineage)) {
      const rule = RULES.get(lineage);
      if (rule) fields.set(lineage, { definition, rule });
    }
  }
  return [...fields.values()];
}

/** What an element's computed field refers to, by the Activities that end in the view; empty for another holder. */
export function lineageOfElement(
  view: SpaceView,
  { definition, rule }: LineageField,
  holder: Element,
): readonly ElementId[] {
  if (!admits(view.environment, definition.holders, holder)) return [];
  const activities = activitiesNaming(view, holder.id).filter(
    (activity) => counts(activity, rule) && holdersIn(activity, rule).includes(holder.id),
  );
  const targets = new Set<ElementId>();
  for (const activity of rule.newestOnly ? activities.slice(-1) : activities) {
    for (const id of targetsIn(activity, rule)) {
      const target = view.element(id);
      if (id !== holder.id && target && admits(view.environment, definition.target, target)) targets.add(id);
    }
  }
  return [...targets];
}

/** The elements whose computed field refers to a target; to anything where the target is null. */
export function holdersOfLineage(
  view: SpaceView,
  field: LineageField,
  target: ElementId | null,
): readonly ElementId[] {
  const holders = new Set<ElementId>();
  for (const activity of target === null ? everyActivity(view) : activitiesAround(view, target)) {
    if (!counts(activity, field.rule)) continue;
    for (const id of holdersIn(activity, field.rule)) holders.add(id);
  }
  return [...holders].filter((id) => {
    const holder = view.element(id);
    const targets = holder ? lineageOfElement(view, field, holder) : [];
    return target === null ? targets.length > 0 : targets.includes(target);
  });
}

function counts({ status, activity_class }: Activity, { classes }: LineageRule): boolean {
  if (!isTerminalStatus(status)) return false;
  return classes === null ? !JUDGING.has(activity_class) : classes.has(activity_class);
}

function holdersIn({ inputs, outputs }: Activity, { holderIs }: LineageRule): readonly ElementId[] {
  return (holderIs === "input" ? inputs : outputs).map(({ id }) => id);
}

function targetsIn(activity: Activity, { refersTo }: LineageRule): readonly ElementId[] {
  return refersTo === "activity" ? [activity.id] : activity[refersTo].map(({ id }) => id);
}

/** The Activities that name an element among their inputs or outputs, oldest first. */
function activitiesNaming(view: SpaceView, id: ElementId): readonly Activity[] {
  return activitiesAmong(view, view.lookup(keyFor.refersTo(id)));
}

function activitiesAround(view: SpaceView, id: ElementId): readonly Activity[] {
  const element = view.element(id);
  return element?.kind === "activity" ? [element] : activitiesNaming(view, id);
}

function everyActivity(view: SpaceView): readonly Activity[] {
  return activitiesAmong(view, view.lookup(keyFor.kind("activity")));
}

function activitiesAmong(view: SpaceView, ids: Iterable<ElementId>): readonly Activity[] {
  const activities: Activity[] = [];
  for (const id of ids) {
    const element = view.element(id);
    if (element?.kind === "activity") activities.push(element);
  }
  return activities.sort((left, right) => (isOlder(left, right) ? -1 : 1));
}
