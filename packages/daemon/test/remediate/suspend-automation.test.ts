import { expect } from "chai";
import { breakerAfter, CLOSED_BREAKER, type Judgement } from "../../src/remediate/verify/judge-effect.ts";
import { NOW } from "../store/samples.ts";

describe("actions that don't help", () => {
  const where = { serviceName: "checkout", environment: "production" };
  const ineffective: Judgement = { status: "ineffective", reason: "" };
  const verified: Judgement = { status: "verified", reason: "" };
  const inconclusive: Judgement = { status: "inconclusive", reason: "" };
  const runOf = (...judgements: Judgement[]): string[] => {
    let breaker = CLOSED_BREAKER;
    return judgements.map((judgement, index) => {
      const after = breakerAfter(breaker, judgement, where, 3, NOW + index);
      breaker = after.breaker;
      return after.turned ?? `${breaker.ineffective}${breaker.suspendedAt === null ? "" : " suspended"}`;
    });
  };

  it("suspend automatic ones after so many in a row, once", () => {
    expect(runOf(ineffective, ineffective, ineffective, ineffective)).to.deep.equal([
      "1",
      "2",
      "suspended",
      "4 suspended",
    ]);
  });

  it("don't count where one in between helped, and do where it isn't known", () => {
    expect(runOf(ineffective, ineffective, verified, ineffective, ineffective)).to.deep.equal([
      "1",
      "2",
      "0",
      "1",
      "2",
    ]);
    expect(runOf(ineffective, inconclusive, ineffective, inconclusive, ineffective).at(-1)).to.equal("suspended");
  });

  it("come back with one that helps", () => {
    expect(runOf(ineffective, ineffective, ineffective, inconclusive, verified, ineffective).slice(3)).to.deep.equal([
      "3 suspended",
      "resumed",
      "1",
    ]);
  });

  it("are told of in a sentence", () => {
    expect(breakerAfter({ ...CLOSED_BREAKER, ineffective: 2 }, ineffective, where, 3, NOW).breaker).to.deep.equal({
      ineffective: 3,
      suspendedAt: NOW,
      reason: "The last 3 actions on checkout in production didn't help: until one does, a person approves each.",
    });
  });
});
