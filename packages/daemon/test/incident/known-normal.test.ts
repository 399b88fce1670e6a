import { expect } from "chai";
import { isNormalLevel, type JudgedLevel } from "../../src/incident/known-normal.ts";
import { shareLevel } from "../../src/model/condition-level.ts";

const rise = (value: number) => ({ measure: "rise", value });
const judged = (verdict: JudgedLevel["verdict"], value: number): JudgedLevel => ({ verdict, level: rise(value) });

describe("A level that people called noise", () => {
  it("is normal up to half as much again, and twice of it isn't", () => {
    const known = [judged("noise", 2)];
    expect([0.1, 2, 3].map((value) => isNormalLevel(rise(value), known))).to.deep.equal([true, true, true]);
    expect(isNormalLevel(rise(4), known)).to.equal(false);
  });

  it("says nothing about another measure", () => {
    expect(isNormalLevel({ measure: "fall", value: 1 }, [judged("noise", 2)])).to.equal(false);
  });

  it("is no longer normal after a later verdict that it is useful", () => {
    expect(isNormalLevel(rise(2), [judged("useful", 2), judged("noise", 2)])).to.equal(false);
    expect(isNormalLevel(rise(2), [judged("noise", 2), judged("useful", 2)])).to.equal(true);
  });

  it("stays normal when a far worse level is useful", () => {
    const known = [judged("useful", 10), judged("noise", 2)];
    expect(isNormalLevel(rise(2), known)).to.equal(true);
    expect(isNormalLevel(rise(10), known)).to.equal(false);
  });

  it("is a share of errors that half of the logs exceed clearly, and a quarter doesn't", () => {
    const known: JudgedLevel[] = [{ verdict: "noise", level: shareLevel("share of errors", 0.2) }];
    expect(isNormalLevel(shareLevel("share of errors", 0.25), known)).to.equal(true);
    expect(isNormalLevel(shareLevel("share of errors", 0.5), known)).to.equal(false);
    const most: JudgedLevel[] = [{ verdict: "noise", level: shareLevel("share of errors", 0.7) }];
    expect(isNormalLevel(shareLevel("share of errors", 1), most)).to.equal(false);
  });
});
