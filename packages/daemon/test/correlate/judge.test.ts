import { expect } from "chai";
import type { CorrelationRule } from "../../src/correlate/correlation-rule.ts";
import {
  type Correlated,
  canBePartner,
  describeMatch,
  evaluateRules,
  sortRules,
} from "../../src/correlate/evaluate-rules.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { past, rule, START } from "./samples.ts";

describe("The verdict about an incident that opens", () => {
  const newer = past({ createdAt: START + 5 * MINUTE_MS });
  const tried: string[] = [];
  beforeEach(() => tried.splice(0));
  const finding =
    (partners: Readonly<Record<string, Correlated>>) =>
    async ({ name }: CorrelationRule): Promise<{ incident: Correlated } | undefined> => {
      tried.push(name);
      const incident = partners[name];
      return incident && { incident };
    };

  it("is that of the first rule with a partner; later ones aren't tried", async () => {
    const rules = ["a", "b", "c"].map((name) => rule({ name, action: name === "b" ? "group" : "merge" }));
    const verdict = await evaluateRules(newer, rules, finding({ b: past(), c: past() }));
    expect(tried).to.deep.equal(["a", "b"]);
    expect(verdict).to.deep.include({
      action: "group",
      match: { compared: { service: "checkout" }, gapMinutes: 5 },
      reason: "Same service, 5 minutes apart.",
    });
  });

  it("doesn't ask for partners by a rule that isn't for the incident", async () => {
    const low = rule({ name: "low", conditions: { ...rule().conditions, severities: ["LOW"] } });
    const verdict = await evaluateRules(newer, [low, rule({ name: "any" })], finding({ low: past(), any: past() }));
    expect(tried).to.deep.equal(["any"]);
    expect(verdict).to.include({ action: "merge" });
  });

  it("is none with a reason where there is no rule, and where none matches", async () => {
    expect(await evaluateRules(newer, [], finding({}))).to.deep.equal({
      action: "none",
      reason: "No correlation rule is enabled.",
    });
    const verdict = await evaluateRules(newer, [rule({ name: "a" }), rule({ name: "b" })], finding({}));
    expect(verdict.action).to.equal("none");
    expect(verdict.reason).to.contain("(2)");
  });

  it("doesn't believe a partner that doesn't match", async () => {
    const far = past({ createdAt: newer.createdAt - 31 * MINUTE_MS });
    expect((await evaluateRules(newer, [rule({ name: "a" })], finding({ a: far }))).action).to.equal("none");
  });

  it("tries the highest priority first, of equal ones the oldest", () => {
    const rules = [
      rule({ name: "old", createdAt: START }),
      rule({ name: "later", createdAt: START + 1, id: "2" }),
      rule({ name: "high", priority: 10.5, createdAt: START + 9 }),
      rule({ name: "twin", createdAt: START + 1, id: "1" }),
      rule({ name: "low", priority: -1 }),
    ];
    expect(sortRules(rules).map(({ name }) => name)).to.deep.equal(["high", "old", "twin", "later", "low"]);
    expect(sortRules(rules.toReversed())).to.deep.equal(sortRules(rules));
  });

  it("merges and suppresses beside what is open alone", () => {
    for (const action of ["merge", "suppress"] as const) {
      for (const status of ["OPEN", "INVESTIGATING", "REMEDIATING"] as const) {
        expect(canBePartner(action, status)).to.equal(true);
      }
      for (const status of ["RESOLVED", "CLOSED"] as const) expect(canBePartner(action, status)).to.equal(false);
    }
    expect(canBePartner("group", "CLOSED")).to.equal(true);
  });

  it("says why in a sentence", () => {
    const compared = { service: "a", signalType: "log_fatal", severity: "LOW" };
    expect(describeMatch({ compared, gapMinutes: 1 })).to.equal(
      "Same service, signal type and severity, 1 minute apart.",
    );
    expect(describeMatch({ compared: { severity: "LOW" }, gapMinutes: 0 })).to.equal("Same severity, 0 minutes apart.");
  });
});
