import { expect } from "chai";
import { attentionOf } from "../../src/remediate/requests/remediation-stats.ts";

describe("How much remediation needs attention", () => {
  const edges: readonly [pending: number, active: number, failed: number, level: string][] = [
    [0, 0, 0, "normal"],
    [0, 4, 0, "normal"],
    [1, 0, 0, "elevated"],
    [0, 5, 0, "elevated"],
    [0, 0, 1, "elevated"],
    [4, 19, 2, "elevated"],
    [5, 0, 0, "high"],
    [0, 20, 0, "high"],
    [0, 0, 3, "high"],
    [19, 99, 9, "high"],
    [20, 0, 0, "critical"],
    [0, 100, 0, "critical"],
    [0, 0, 10, "critical"],
  ];
  for (const [pending, active, failed, level] of edges) {
    it(`is ${level} with ${pending} waiting, ${active} under way and ${failed} failed`, () => {
      expect(attentionOf(pending, active, failed)).to.include({
        level,
        pendingApprovals: pending,
        activeExecutions: active,
        failedInLast24h: failed,
      });
    });
  }

  it("names what weighs most first, and leaves out what there is none of", () => {
    expect(attentionOf(1, 0, 3).reason).to.equal("3 actions failed in the last 24 hours. 1 action waits for approval.");
    expect(attentionOf(2, 0, 0, 1).reason).to.equal("2 actions wait for approval, 1 of which would be simulated.");
    expect(attentionOf(0, 1, 0).reason).to.equal("1 action is queued or under way.");
    expect(attentionOf(0, 0, 0).reason).to.equal("No action waits, is under way or failed in the last 24 hours.");
  });
});
