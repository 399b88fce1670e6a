import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { type LogTemplateFacts, slotOf } from "../../src/model/log-template.ts";
import { listedPatterns, NOW, pattern } from "./listed-patterns.ts";

describe("the list of patterns", () => {
  const world = listedPatterns();

  it("has the most frequent first, and every one once over its pages", async () => {
    const stored = Array.from({ length: 25 }, (_, index) =>
      pattern(`0000${(index * 7) % 25}`.slice(-4).padStart(8, "0"), { levels: [0, index % 5, 1, 0, 0] }),
    );
    const whole = await world.list(stored);
    const counts = whole.patterns.map(({ count }) => count);
    expect(counts).to.deep.equal([...counts].sort((a, b) => b - a));
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.list(stored, { limit: 4, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.patterns.map(({ patternId }) => patternId));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(paged).to.deep.equal(whole.patterns.map(({ patternId }) => patternId));
    expect(new Set(paged).size).to.equal(25);
  });

  it("adds errors and other logs of one kind up, and keeps environments apart", async () => {
    const stored = [
      pattern("0000000a", { levels: [0, 6, 0, 0, 0], usual: 2 }),
      pattern(
        "0000000a",
        { levels: [0, 0, 0, 4, 0], inSlot: 1, inLast: 0, usual: 1, habit: "rising" },
        { isError: true },
      ),
      pattern("0000000a", {}, { environment: "staging" }),
    ];
    const { patterns } = await world.list(stored, { environment: " PROD " });
    expect(patterns).to.have.lengthOf(1);
    expect(patterns[0]).to.deep.include({ count: 10, level: "error", trend: "rising" });
    expect(patterns[0]?.ratePerMinute).to.deep.equal({ now: 1.14, usual: 0.6 });
    expect(await world.idsOf(stored)).to.have.lengthOf(2);
  });

  it("says how often a pattern comes now, which is never once its minutes are over", async () => {
    const rates = async (facts: Partial<LogTemplateFacts>) =>
      (await world.list([pattern("0000000a", facts)])).patterns[0]?.ratePerMinute;
    expect(await rates({})).to.deep.equal({ now: 1, usual: 1 });
    expect(await rates({ slot: slotOf(NOW) - 1, usual: -1 })).to.deep.equal({ now: 0.429, usual: null });
    expect(await rates({ slot: slotOf(NOW) - 2 })).to.deep.equal({ now: 0, usual: 1 });
  });

  it("calls new for a day what came when its service was known", async () => {
    const stored = [
      pattern("0000000a", { firstAt: NOW - DAY_MS + 1, cameLate: true, habit: "rising" }),
      pattern("0000000b", { firstAt: NOW - DAY_MS, cameLate: true, habit: "rising" }),
      pattern("0000000c", { firstAt: NOW - 1 }),
    ];
    expect(await world.idsOf(stored, { trend: "new" })).to.deep.equal(["0000000a"]);
    expect(await world.idsOf(stored, { trend: "rising" })).to.deep.equal(["0000000b"]);
    expect(await world.idsOf(stored, { trend: "steady" })).to.deep.equal(["0000000c"]);
  });

  it("says nothing more of a rise or a fall once its pattern comes no more, since its service is silent", async () => {
    const trends = async (slot: number) => {
      const habits = ["rising", "falling", "missing"] as const;
      const { patterns } = await world.list(habits.map((habit, index) => pattern(`0000000${index}`, { habit, slot })));
      return patterns.map(({ trend }) => trend);
    };
    expect(await trends(slotOf(NOW) - 2)).to.deep.equal(["rising", "falling", "missing"]);
    expect(await trends(slotOf(NOW) - 3)).to.deep.equal(["steady", "steady", "missing"]);
  });
});
