import { expect } from "chai";
import {
  type ActionStatus,
  type ActionTrigger,
  actionStatuses,
  isFinished,
  nextActionStatus,
} from "../../src/model/remediation.ts";

const triggers: readonly ActionTrigger[] = ["approve", "reject", "expire", "execute", "complete", "fail"];

/** Contract 3.2; an approval that lapses ends as REJECTED. */
const allowed: readonly (readonly [ActionStatus, ActionTrigger, ActionStatus])[] = [
  ["PENDING_APPROVAL", "approve", "QUEUED"],
  ["PENDING_APPROVAL", "reject", "REJECTED"],
  ["PENDING_APPROVAL", "expire", "REJECTED"],
  ["QUEUED", "execute", "EXECUTING"],
  ["EXECUTING", "complete", "COMPLETED"],
  ["EXECUTING", "fail", "FAILED"],
];

describe("The states of a remediation action", () => {
  for (const [from, trigger, to] of allowed) {
    it(`lead from ${from} by ${trigger} to ${to}`, () => expect(nextActionStatus(from, trigger)).to.equal(to));
  }

  for (const from of actionStatuses) {
    for (const trigger of triggers) {
      if (allowed.some(([status, by]) => status === from && by === trigger)) continue;
      it(`lead nowhere from ${from} by ${trigger}`, () => expect(nextActionStatus(from, trigger)).to.equal(undefined));
    }
  }

  it("end with COMPLETED, FAILED and REJECTED", () =>
    expect(actionStatuses.filter(isFinished)).to.deep.equal(["COMPLETED", "FAILED", "REJECTED"]));
});
