import { expect } from "chai";
import { batchCalls, type CallOutcome } from "../../src/kernel/batch-calls.ts";

describe("Work in batches", () => {
  const refused = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => (error as Error).message);

  it("takes together what comes at the same moment, and what came while the last was under way", async () => {
    const batches: number[][] = [];
    const late: Promise<number>[] = [];
    const add = batchCalls(async (items: readonly number[]) => {
      batches.push([...items]);
      if (batches.length === 1) late.push(...[3, 4, 5].map((item) => add(item)));
      return items.map((item) => ({ value: item * 10 }));
    }, 2);
    expect(await Promise.all([add(1), add(2)])).to.deep.equal([10, 20]);
    expect(await Promise.all(late)).to.deep.equal([30, 40, 50]);
    expect(batches).to.deep.equal([[1, 2], [3, 4], [5]]);
  });

  it("answers each with its own outcome", async () => {
    const work = async (items: readonly number[]): Promise<CallOutcome<number>[]> =>
      items.map((item) => (item === 2 ? { error: new Error("not two") } : { value: item }));
    const add = batchCalls(work, 9);
    expect(await Promise.all([add(1), refused(add(2)), add(3)])).to.deep.equal([1, "not two", 3]);
  });

  it("fails all of a batch whose work fails, and goes on with the next", async () => {
    let failing = true;
    const add = batchCalls(async (items: readonly number[]) => {
      if (failing) throw new Error("the disk is full");
      return items.map((value) => ({ value }));
    }, 9);
    expect(await Promise.all([refused(add(1)), refused(add(2))])).to.deep.equal([
      "the disk is full",
      "the disk is full",
    ]);
    failing = false;
    expect(await add(3)).to.equal(3);
  });
});
