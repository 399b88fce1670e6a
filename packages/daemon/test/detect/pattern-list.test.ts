import { expect } from "chai";
import { listPatterns, namesOf, type PatternQuery } from "../../src/detect/state/list-templates.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { type LogTemplateFacts, type LogTemplateRecord, SLOT_MS, slotOf } from "../../src/model/log-template.ts";
import type { Scope } from "../../src/model/scope.ts";
import { START } from "./support.ts";

const scope: Scope = { organizationId: "acme", actor: "ada", permissions: [] };
/** Two minutes into a slot. */
const NOW = slotOf(START) * SLOT_MS + 2 * MINUTE_MS;

const pattern = (
  patternId: string,
  facts: Partial<LogTemplateFacts> = {},
  more: Partial<LogTemplateRecord> = {},
): LogTemplateRecord => ({
  organizationId: "acme",
  service: "checkout",
  environment: "production",
  patternId,
  isError: false,
  facts: {
    template: `template of ${patternId}`,
    aliases: [],
    levels: [0, 10, 0, 0, 0],
    firstAt: NOW - 10 * DAY_MS,
    lastAt: NOW - MINUTE_MS,
    lastId: "01900000-0000-7000-8000-000000000000",
    slot: slotOf(NOW),
    inSlot: 3,
    inLast: 4,
    usual: 5,
    habit: "steady",
    cameLate: false,
    ...facts,
  },
  ...more,
});

describe("the list of patterns", () => {
  const list = (stored: readonly LogTemplateRecord[], query: Partial<PatternQuery> = {}) =>
    listPatterns(
      {
        ofService: async (_, service, environment) =>
          stored.filter((each) => each.service === service && (environment ?? each.environment) === each.environment),
      },
      scope,
      { service: "checkout", limit: 100, ...query },
      NOW,
    );
  const idsOf = async (...args: Parameters<typeof list>): Promise<string[]> =>
    (await list(...args)).patterns.map(({ patternId }) => patternId);

  it("has the most frequent first, and every one once over its pages", async () => {
    const stored = Array.from({ length: 25 }, (_, index) =>
      pattern(`0000${(index * 7) % 25}`.slice(-4).padStart(8, "0"), { levels: [0, index % 5, 1, 0, 0] }),
    );
    const whole = await list(stored);
    const counts = whole.patterns.map(({ count }) => count);
    expect(counts).to.deep.equal([...counts].sort((a, b) => b - a));
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(stored, { limit: 4, ...(cursor === undefined ? {} : { cursor }) });
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
    const { patterns } = await list(stored, { environment: " PROD " });
    expect(patterns).to.have.lengthOf(1);
    expect(patterns[0]).to.deep.include({ count: 10, level: "error", trend: "rising" });
    expect(patterns[0]?.ratePerMinute).to.deep.equal({ now: 1.14, usual: 0.6 });
    expect(await idsOf(stored)).to.have.lengthOf(2);
  });

  it("says how often a pattern comes now, which is never once its minutes are over", async () => {
    const rates = async (facts: Partial<LogTemplateFacts>) =>
      (await list([pattern("0000000a", facts)])).patterns[0]?.ratePerMinute;
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
    expect(await idsOf(stored, { trend: "new" })).to.deep.equal(["0000000a"]);
    expect(await idsOf(stored, { trend: "rising" })).to.deep.equal(["0000000b"]);
    expect(await idsOf(stored, { trend: "steady" })).to.deep.equal(["0000000c"]);
  });

  it("says nothing more of a rise or a fall once its pattern comes no more, since its service is silent", async () => {
    const trends = async (slot: number) => {
      const habits = ["rising", "falling", "missing"] as const;
      const { patterns } = await list(habits.map((habit, index) => pattern(`0000000${index}`, { habit, slot })));
      return patterns.map(({ trend }) => trend);
    };
    expect(await trends(slotOf(NOW) - 2)).to.deep.equal(["rising", "falling", "missing"]);
    expect(await trends(slotOf(NOW) - 3)).to.deep.equal(["steady", "steady", "missing"]);
  });

  it("narrows by level and time, and by the environment that nobody named", async () => {
    const stored = [
      pattern("0000000a", { levels: [0, 5, 1, 0, 0] }),
      pattern("0000000b", { lastAt: NOW - 5 * MINUTE_MS }),
      pattern("0000000c", {}, { environment: "" }),
      pattern("0000000d", {}, { environment: "*" }),
    ];
    expect(await idsOf(stored, { level: "warn" })).to.deep.equal(["0000000a"]);
    expect(await idsOf(stored, { since: NOW - MINUTE_MS })).to.not.include("0000000b");
    expect(await idsOf(stored, { environment: "unknown" })).to.deep.equal(["0000000c", "0000000d"]);
  });

  it("has a pattern once, whichever ways its environment is unknown", async () => {
    const stored = ["", "*", "unknown"].map((environment) => pattern("0000000a", {}, { environment }));
    const { patterns } = await list(stored, { environment: "unknown", limit: 1 });
    expect(patterns.map(({ environment, count }) => ({ environment, count }))).to.deep.equal([
      { environment: "unknown", count: 30 },
    ]);
    expect((await list(stored, { limit: 1 })).cursor).to.equal(undefined);
  });

  it("knows all names of a pattern by any of them, within its service", async () => {
    const store = {
      ofService: async (_: Scope, service: string) =>
        service === "checkout" ? [pattern("0000000a", { aliases: ["0000000b", "0000000c"] }), pattern("0000000d")] : [],
    };
    for (const name of ["0000000a", "0000000c"])
      expect(await namesOf(store, scope, "checkout", name)).to.have.members(["0000000a", "0000000b", "0000000c"]);
    expect(await namesOf(store, scope, "checkout", "0000000d")).to.deep.equal(["0000000d"]);
    expect(await namesOf(store, scope, "cart", "0000000b")).to.deep.equal(["0000000b"]);
  });

  it("refuses a cursor that no page ended with", async () => {
    for (const cursor of ["", "x", "1.2.3", "1.0000000a", "-1.0000000a.", `1.0000000a.${"ü"}`, "9".repeat(400)]) {
      const refused = await list([pattern("0000000a")], { cursor }).catch((error: unknown) => error);
      expect(refused, cursor).to.be.an("error").with.property("message").that.contains("cursor");
    }
  });
});
