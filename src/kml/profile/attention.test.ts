import { describe, expect, it } from "vitest";
import { codeOf, TestSpace } from "../test/space.js";

/** An armed Watch, C-1, and a Commitment that is due, C-2. */
function watching(): TestSpace {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?w { TYPE "Watch" SET ATTRIBUTES {watch_class: "delta", summary: "tell me", condition: {element: "C-2"}, status: "armed"} }
    CREATE CONCEPT ?c { TYPE "Commitment" SET ATTRIBUTES {summary: "answer", status: "pending", due_at: "2026-09-01T00:00:00.000Z"} }
  }`);
  return space;
}

// Profile §5.11 and §17 ask nothing of the engine here but what it does for every write: client keys and guards.
describe("Raising attention", () => {
  const fire = `MUTATE {
    CREATE ACTIVITY ?fired { CLIENT KEY "watch_fire:C-1:1:2" SET FIELDS {activity_class: "watch_fire", status: "completed"}
      SET STRUCTURAL {("inputs", "C-1") ("outputs", ?task)} }
    CREATE CONCEPT ?task { TYPE "SleepTask" CLIENT KEY "watch_task:C-1:1:2" SET ATTRIBUTES {task_class: "consolidate", summary: "look", status: "pending"} }
    UPDATE "C-1" SET ATTRIBUTES {status: "fired", fired_at: "2026-10-01T00:00:00.000Z"} EXPECT VERSION 1 OF ATTRIBUTES
  }`;

  it("happens once for one change, however many evaluators saw it", () => {
    const space = watching();
    const [first, second] = [space.begin(), space.begin()];
    space.execute(first, fire);
    space.execute(second, fire);
    space.commit(first);
    // The other one is evaluated again on what is there now.
    expect(codeOf(() => space.run(fire))).toBe("VersionConflict");
    expect(space.run(fire.replace(/EXPECT VERSION 1 OF ATTRIBUTES/, "")).effect).toBe(false);
    expect(space.find("FIND(COUNT(?x)) WHERE { ?x ACTIVITY {} }")).toEqual([1]);
    expect(space.find('FIND(COUNT(?t)) WHERE { ?t CONCEPT {type: "SleepTask"} }')).toEqual([1]);
    expect(space.get("concept", "C-1")._system.version).toBe(2);
  });

  it("of a Commitment happens once for one due time, and again for another", () => {
    const space = watching();
    const review = (dueAt: string) =>
      `CREATE ACTIVITY ?r { CLIENT KEY "commitment_review:C-2:${dueAt}" SET FIELDS {activity_class: "commitment_review", status: "completed"}
        SET STRUCTURAL {("inputs", "C-2")} }`;
    expect(space.run(review("2026-09-01")).effect).toBe(true);
    expect(space.run(review("2026-09-01")).effect).toBe(false);
    space.run('UPDATE "C-2" SET ATTRIBUTES {due_at: "2026-11-01T00:00:00.000Z"}');
    expect(space.run(review("2026-11-01")).effect).toBe(true);
  });
});
