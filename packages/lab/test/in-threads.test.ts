import { expect } from "chai";

const script = (name: string) => import(new URL(`../eval/healthy/${name}.mjs`, import.meta.url).href);
const { inThreads } = await script("in-threads");
const { run } = await script("run");

const shape = { days: 0.02, warmUpDays: 0.02, services: 5 };

describe("Generated days in threads", () => {
  it("come in the order in which they were asked for, the same each time", async () => {
    const { results } = await run({ seeds: [3, 1, 2], ...shape });
    expect(results.map(({ seed }: { seed: number }) => seed)).to.deep.equal([3, 1, 2]);
    expect((await run({ seeds: [3], ...shape })).results).to.deep.equal([results[0]]);
  }).timeout(60_000);

  it("fail as the thread did", async () => {
    const failure = await inThreads("runSeed", [{ seed: 1, rules: "no rules", ...shape }]).catch(
      (error: Error) => error,
    );
    expect(failure).to.be.an("error");
  }).timeout(60_000);
});
