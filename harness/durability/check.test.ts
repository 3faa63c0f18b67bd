import { beforeEach, describe, expect, it } from "vitest";
import {
  type ChangeEntry,
  type Concept,
  commitTxId,
  digestOf,
  type Element,
  type JsonObject,
  type Receipt,
  type SpaceId,
} from "../../src/model/index.js";
import type { LogRecord } from "../page/stored-log.js";
import { check } from "./check.js";
import { History } from "./history.js";
import type { Intent } from "./intents.js";

const space = "kip:space:default" as SpaceId;
const counter = "concept:counter/0";

function intent(id: string, names: readonly string[], moves = false): Intent {
  return {
    id,
    key: id,
    request: { kip: "2.0", operations: [] },
    marks: names.map((name) => `concept:${name}`),
    counter: moves ? counter : null,
  };
}

/** A memory of Concepts that keeps its promises, until a test takes something out of it. */
class Model {
  readonly history = new History();
  log: LogRecord[] = [];
  elements: Concept[] = [];
  problems: string[] = [];

  /** Commits what an intent asks for, without anybody being told. */
  commit({ marks, counter: moved }: Intent): Receipt {
    const seq = this.log.length + 1;
    const tx_id = commitTxId(space, seq);
    const changes: ChangeEntry[] = marks.map((mark) => this.#create(mark.replace("concept:", ""), tx_id));
    if (moved !== null) changes.push(this.#move(moved));
    const content = {
      status: "committed",
      tx_id,
      space_id: space,
      space_seq: seq,
      transaction_class: "cognitive",
    };
    const digests = { semantic_plan_digest: digestOf(changes) };
    const sealed = { ...content, ...digests };
    const receipt = { ...sealed, receipt_digest: digestOf(sealed) } as unknown as Receipt;
    this.log.push({ seq, receipt, changes });
    return receipt;
  }

  /** Commits an intent and answers it. */
  acknowledge(asked: Intent): void {
    this.history.sent(asked);
    this.history.learned(asked, { known: "acknowledged", receipt: this.commit(asked) });
  }

  violations(): readonly string[] {
    return check(this.history, this.observation()).violations;
  }

  observation() {
    return {
      headSeq: this.log.at(-1)?.seq ?? 0,
      log: this.log,
      elements: this.elements as readonly Element[],
      problems: this.problems,
    };
  }

  named(name: string): Concept {
    const found = this.elements.find((element) => element.name === name);
    if (!found) throw new Error(`nothing is called ${name}`);
    return found;
  }

  replace(name: string, change: (element: Concept) => Concept): void {
    this.elements = this.elements.map((element) => (element.name === name ? change(element) : element));
  }

  without(name: string): void {
    this.elements = this.elements.filter((element) => element.name !== name);
  }

  #create(name: string, created_tx: string): ChangeEntry {
    const id = `C-${this.elements.length + 1}`;
    const attributes: JsonObject = { tally: 0 };
    const element = { id, kind: "concept", name, attributes, _system: { version: 1, created_tx } };
    this.elements.push(element as unknown as Concept);
    return { op: "create", kind: "concept", id, new_version: 1 } as unknown as ChangeEntry;
  }

  #move(mark: string): ChangeEntry {
    const name = mark.replace("concept:", "");
    this.replace(name, ({ attributes, _system, ...element }) => ({
      ...element,
      attributes: { tally: Number(attributes.tally) + 1 },
      _system: { ..._system, version: _system.version + 1 },
    }));
    const { id, _system } = this.named(name);
    const versions = { old_version: _system.version - 1, new_version: _system.version };
    return { op: "update", kind: "concept", id, ...versions };
  }
}

const block = intent("w1", ["w1/0", "w1/1", "w1/2"]);
const move = intent("w2", [], true);
let memory: Model;

beforeEach(() => {
  memory = new Model();
  memory.acknowledge(intent("foundation", ["counter/0"]));
  memory.acknowledge(block);
  memory.acknowledge(move);
  memory.acknowledge(intent("w3", ["w3/0"], true));
});

describe("A memory that kept its promises", () => {
  it("has no violation", () => {
    expect(memory.violations()).toEqual([]);
  });

  it("may hold a commit whose answer did not arrive, and is told which", () => {
    const [there, gone] = [intent("w4", ["w4/0"]), intent("w5", ["w5/0"])];
    for (const each of [there, gone]) memory.history.sent(each);
    memory.commit(there);
    expect(check(memory.history, memory.observation())).toEqual({
      violations: [],
      found: [there],
      absent: [gone],
    });
  });

  it("may hold an unanswered move of a counter, or not", () => {
    memory.history.sent(intent("w4", [], true));
    expect(memory.violations()).toEqual([]);
    memory.commit(move);
    expect(memory.violations()).toEqual([]);
  });
});

describe("A doctored memory is found out", () => {
  it("when an acknowledged commit is lost from the end of the log", () => {
    memory.log.pop();
    memory.without("w3/0");
    expect(memory.violations()).toContainEqual(
      expect.stringMatching(/^w3 was acknowledged as .*#4, which is not in the log/),
    );
  });

  it("when an acknowledged commit is in the log and its elements are not", () => {
    memory.without("w3/0");
    expect(memory.violations()).toContainEqual(
      expect.stringMatching(/^w3 was acknowledged as .* and is not there/),
    );
  });

  it("when a MUTATE is there in part", () => {
    memory.without("w1/1");
    expect(memory.violations()).toContain("w1 is there in part, without concept:w1/1");
  });

  it("when an unanswered MUTATE is there in part", () => {
    const unanswered = intent("w4", ["w4/0", "w4/1"]);
    memory.history.sent(unanswered);
    memory.commit({ ...unanswered, marks: ["concept:w4/1"] });
    expect(memory.violations()).toEqual(["w4 is there in part, without concept:w4/0"]);
  });

  it("when the elements of a MUTATE came with several commits", () => {
    memory.replace("w1/2", (element) => ({
      ...element,
      _system: { ...element._system, created_tx: commitTxId(space, 3) },
    }));
    expect(memory.violations()).toContainEqual(expect.stringMatching(/^w1 is spread over the commits/));
  });

  it("when the sequence has a gap", () => {
    memory.log.splice(1, 1);
    expect(memory.violations()).toContain("sequence 3 follows 1");
  });

  it("when a sequence is there twice", () => {
    const [record] = memory.log.slice(-1);
    if (record) memory.log.push(record);
    expect(memory.violations()).toContain("sequence 4 is there again after 4");
  });

  it("when the log ends before the engine's head", () => {
    const violations = check(memory.history, { ...memory.observation(), headSeq: 5 }).violations;
    expect(violations).toContain("the log ends at sequence 4 and the engine stands at 5");
  });

  it("when a retry had a second effect on a counter", () => {
    memory.commit(move);
    const violations = memory.violations();
    expect(violations).toContain("concept:counter/0 stands at 3 where it was moved 2 times");
    expect(violations).toContainEqual(expect.stringMatching(/^1 commits belong to no intent, where 0 may/));
  });

  it("when a retry created everything a second time", () => {
    memory.commit(block);
    expect(memory.violations()).toContain("w1 is there more than once: concept:w1/0");
  });

  it("when an acknowledged move of a counter had no effect", () => {
    memory.replace("counter/0", (element) => ({ ...element, attributes: { tally: 1 } }));
    expect(memory.violations()).toContain("concept:counter/0 stands at 1 where it was moved 2 times");
  });

  it("when a receipt was answered that is not the one in the log", () => {
    const asked = intent("w4", ["w4/0"]);
    memory.history.sent(asked);
    const receipt = { ...memory.commit(asked), receipt_digest: digestOf("another") };
    memory.history.learned(asked, { known: "acknowledged", receipt });
    expect(memory.violations()).toContain("w4 was acknowledged with another receipt than the one in the log");
  });

  it("when a record was altered after it was sealed", () => {
    memory.log = memory.log.map((record) =>
      record.seq === 2 ? { ...record, changes: record.changes.slice(1) } : record,
    );
    expect(memory.violations()).toContain(
      "the receipt at sequence 2 does not verify by its semantic_plan_digest",
    );
  });

  it("when an element is at a version its log does not tell of", () => {
    memory.replace("w3/0", (element) => ({ ...element, _system: { ...element._system, version: 2 } }));
    expect(memory.violations()).toContain(`${memory.named("w3/0").id} is at version 2 and by the log at 1`);
  });

  it("when what a look found is gone at the next one, or what was absent appears", () => {
    const [there, gone] = [intent("w4", ["w4/0"]), intent("w5", ["w5/0"])];
    memory.history.learned(there, { known: "found" });
    memory.history.learned(gone, { known: "absent" });
    memory.commit(gone);
    expect(memory.violations()).toEqual([
      "w4 was there and is gone",
      "w5 is there after it had left nothing",
    ]);
  });

  it("when the engine finds its log unsound", () => {
    memory.problems = ["sequence 2: its body has another digest"];
    expect(memory.violations()).toEqual(["the log does not verify: sequence 2: its body has another digest"]);
  });

  it("when a write was refused", () => {
    memory.history.refused(intent("w4", ["w4/0"]), "InternalError: out of luck");
    expect(memory.violations()).toEqual(["w4 was refused: InternalError: out of luck"]);
  });
});
