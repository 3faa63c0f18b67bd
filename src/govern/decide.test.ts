import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Authority } from "./authority.js";
import { decide } from "./decide.js";
import {
  anyDelegation,
  anyGrant,
  anyQuestion,
  anyScope,
  at,
  delegation,
  grant,
  rulesWith,
  TODAY,
  target,
} from "./rules.fixture.js";

const ask = { principal: "p1", permission: "read", target: target(), at: TODAY, purpose: null } as const;

describe("a decision", () => {
  it("denies what no rule allows, whoever asks", () => {
    expect(decide(rulesWith(), ask)).toEqual({ effect: "deny", reason: "no_allow", by: null });
    expect(decide(rulesWith(), { ...ask, principal: "nobody" })).toMatchObject({
      reason: "unknown_principal",
    });
  });

  it("names the grant that allows", () => {
    const allow = grant({ permissions: ["read"] });
    expect(decide(rulesWith([allow]), ask)).toEqual({ effect: "allow", by: allow.id, through: [] });
  });

  it("is not moved by an allow that matches something else", () => {
    const other = grant({ permissions: ["read"], scope: { types: ["kip://test/Diary"] } });
    expect(decide(rulesWith([other]), ask).effect).toBe("deny");
  });

  it("lets an explicit deny override every allow", () => {
    const rules = rulesWith([
      grant({ permissions: ["read"] }),
      grant({ permissions: ["read"], effect: "deny", scope: { classifications: ["secret"] } }),
    ]);
    expect(decide(rules, ask).effect).toBe("allow");
    expect(decide(rules, { ...ask, target: target({ classification: "secret" }) })).toMatchObject({
      effect: "deny",
      reason: "explicit_deny",
    });
  });

  it("denies to the owner what a deny says, as to anybody", () => {
    const deny = grant({ permissions: ["purge"], effect: "deny", principal: "principal:owner" });
    const question = { ...ask, principal: "principal:owner", permission: "purge" } as const;
    expect([decide(rulesWith(), question).effect, decide(rulesWith([deny]), question).effect]).toEqual([
      "allow",
      "deny",
    ]);
  });

  it("takes reading to include knowing that the element is there", () => {
    const reads = rulesWith([grant({ permissions: ["read"] })]);
    expect(decide(reads, { ...ask, permission: "discover" }).effect).toBe("allow");
    const hidden = rulesWith([
      grant({ permissions: ["read"] }),
      grant({ permissions: ["discover"], effect: "deny" }),
    ]);
    expect(decide(hidden, ask).effect).toBe("deny");
  });

  it("counts a grant from its beginning to its end, and not at the instant it ends or is revoked", () => {
    const rules = rulesWith([grant({ permissions: ["read"], not_before: at(10), expires_at: at(20) })]);
    const revoked = rulesWith([grant({ permissions: ["read"], revoked_at: at(15) })]);
    const effects = (days: readonly number[], among = rules) =>
      days.map((day) => decide(among, { ...ask, at: at(day) }).effect);
    expect(effects([9, 10, 19, 20])).toEqual(["deny", "allow", "allow", "deny"]);
    expect(effects([14, 15, 16], revoked)).toEqual(["allow", "deny", "deny"]);
  });

  it("holds a grant for a purpose only on a connection opened for that purpose", () => {
    const rules = rulesWith([grant({ permissions: ["read"], purposes: ["care"] })]);
    const effects = [null, "care", "marketing"].map((purpose) => decide(rules, { ...ask, purpose }).effect);
    expect(effects).toEqual(["deny", "allow", "deny"]);
  });

  it("denies a suspended Principal everything", () => {
    const rules = rulesWith([grant({ permissions: ["read"] })]);
    rules.take([{ kind: "principal", id: "p1", label: null, role: "agent", status: "suspended" }], 2);
    expect(decide(rules, ask)).toMatchObject({ effect: "deny", reason: "suspended" });
  });

  it("keeps a ceiling against labels nobody knows, and against what nobody classified", () => {
    const rules = rulesWith([grant({ permissions: ["read"], scope: { max_classification: "internal" } })]);
    const effects = ["public", "internal", "private", "made up", null].map(
      (classification) => decide(rules, { ...ask, target: target({ classification }) }).effect,
    );
    expect(effects).toEqual(["allow", "allow", "deny", "deny", "allow"]);
  });

  it("does not take a grant for some elements as one for the Space itself", () => {
    const rules = rulesWith([grant({ permissions: ["manage_grants"], scope: { kinds: ["concept"] } })]);
    expect(decide(rules, { ...ask, permission: "manage_grants", target: null }).effect).toBe("deny");
  });
});

describe("a delegation", () => {
  const through = { ...ask, principal: "p2" };

  it("passes on what its giver may do, as far as both reach", () => {
    const rules = rulesWith([
      grant({ permissions: ["read"], scope: { classifications: ["public"] } }),
      delegation({ permissions: ["read"], scope: { kinds: ["concept"] } }),
    ]);
    const reads = (parts: Parameters<typeof target>[0]) =>
      decide(rules, { ...through, target: target(parts) }).effect;
    expect(reads({ classification: "public" })).toBe("allow");
    expect(reads({ classification: "secret" })).toBe("deny");
    expect(reads({ classification: "public", kind: "evidence" })).toBe("deny");
  });

  it("ends with its giver's own authority", () => {
    const rules = rulesWith([
      grant({ permissions: ["read"], expires_at: at(20) }),
      delegation({ permissions: ["read"] }),
    ]);
    expect(decide(rules, through).effect).toBe("allow");
    expect(decide(rules, { ...through, at: at(20) }).effect).toBe("deny");
  });

  it("is not passed on further unless it says so", () => {
    const chain = (redelegable: boolean) =>
      rulesWith([
        grant({ permissions: ["read"] }),
        delegation({ permissions: ["read"], redelegable }),
        delegation({ permissions: ["read"], from: "p2", to: "p3" }),
      ]);
    const third = { ...ask, principal: "p3" };
    expect(decide(chain(false), third).effect).toBe("deny");
    expect(decide(chain(true), third)).toMatchObject({
      effect: "allow",
      through: [expect.any(String), expect.any(String)],
    });
  });

  it("confers nothing round a circle", () => {
    const rules = rulesWith([
      delegation({ permissions: ["read"], redelegable: true }),
      delegation({ permissions: ["read"], redelegable: true, from: "p2", to: "p1" }),
    ]);
    expect(decide(rules, through).effect).toBe("deny");
  });
});

const anyRules = fc.record({
  grants: fc.array(anyGrant, { maxLength: 8 }),
  delegations: fc.array(anyDelegation, { maxLength: 4 }),
});

describe("decisions, whatever the rules are", () => {
  it("always come to an answer, and worked-out authority gives the same one", () => {
    fc.assert(
      fc.property(anyRules, anyQuestion, ({ grants, delegations }, question) => {
        const rules = rulesWith([...grants, ...delegations]);
        const { effect } = decide(rules, question);
        const { principal, purpose } = question;
        const authority = new Authority(rules, { principal, purpose }, question.at, 1);
        expect(authority.permits(question.permission, question.target)).toBe(effect === "allow");
        const reach = authority.reach(question.permission);
        if (reach === "always") expect(effect).toBe("allow");
        if (reach === "never") expect(effect).toBe("deny");
      }),
      { numRuns: 3000 },
    );
  });

  it("do not depend on the order of the rules", () => {
    const shuffled = fc
      .array(anyGrant, { maxLength: 8 })
      .chain((grants) =>
        fc.shuffledSubarray(grants, { minLength: grants.length }).map((order) => [grants, order] as const),
      );
    fc.assert(
      fc.property(shuffled, anyQuestion, ([grants, order], question) => {
        expect(decide(rulesWith(order), question).effect).toBe(decide(rulesWith(grants), question).effect);
      }),
      { numRuns: 1000 },
    );
  });

  it("are never widened by a deny, nor narrowed by an allow", () => {
    fc.assert(
      fc.property(anyRules, anyGrant, anyQuestion, ({ grants, delegations }, added, question) => {
        const before = decide(rulesWith([...grants, ...delegations]), question).effect;
        const after = decide(rulesWith([...grants, ...delegations, added]), question).effect;
        if (before !== after) expect(after).toBe(added.effect);
      }),
      { numRuns: 1000 },
    );
  });

  it("never give a delegate what its giver may not do itself", () => {
    fc.assert(
      fc.property(anyRules, anyScope, anyQuestion, ({ grants, delegations }, scope, question) => {
        const permissions = [question.permission];
        const handed = delegation({ permissions, scope, from: "p1", to: "p4", redelegable: true });
        const own = grants.filter(({ principal, effect }) => principal !== "p4" || effect === "deny");
        const rules = rulesWith([...own, ...delegations.filter(({ to }) => to !== "p4"), handed]);
        if (decide(rules, { ...question, principal: "p4" }).effect === "allow") {
          expect(decide(rules, { ...question, principal: "p1" }).effect).toBe("allow");
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("stand until the instant that is announced, and no rule turns in between", () => {
    fc.assert(
      fc.property(anyRules, anyQuestion, fc.nat({ max: 12 }), (rulesOf, question, days) => {
        const rules = rulesWith([...rulesOf.grants, ...rulesOf.delegations]);
        const { principal, purpose } = question;
        const { validUntil } = new Authority(rules, { principal, purpose }, question.at, 1);
        const later = at(Math.min(28, Number(question.at.slice(8, 10)) + days));
        if (validUntil !== null && later >= validUntil) return;
        expect(decide(rules, { ...question, at: later }).effect).toBe(decide(rules, question).effect);
      }),
      { numRuns: 1000 },
    );
  });
});
