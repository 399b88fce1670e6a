import { expect } from "chai";
import type { Archive, SampleQuery } from "../../src/archive/archive.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, idsOf, log, metric, NOW, OTHER } from "./samples.ts";

const FROM = NOW - HOUR_MS;
const query: SampleQuery = {
  service: "checkout",
  levels: ["error", "fatal"],
  from: FROM,
  step: MINUTE_MS,
  steps: 60,
  most: 100,
  among: 1_000_000,
};

onEachEngine("A sample of the archive", (fresh) => {
  let store: Fresh;
  let archive: Archive;
  beforeEach(async () => {
    store = await fresh();
    archive = await store.openArchive();
  });
  afterEach(() => store.drop());

  const drawn = async (
    given: Partial<SampleQuery> = {},
    scope = ACME,
  ): Promise<{ ids: string[]; weights: number[] }> => {
    const sample = await archive.sample(scope, { ...query, ...given });
    return { ids: idsOf(sample.map(({ json }) => json)), weights: sample.map(({ weight }) => weight) };
  };
  const evenly = (many: number, make: (timestamp: number) => Telemetry): Telemetry[] =>
    Array.from({ length: many }, (_, n) => make(FROM + Math.floor((n * HOUR_MS) / many)));

  for (const [how, among] of [
    ["a service of few records", 10],
    ["a service of many", 1_000_000],
  ] as const) {
    it(`holds all there are of few, of ${how}: of this service, these levels and this time alone`, async () => {
      const [first, last] = [log({ level: "error", timestamp: FROM }), log({ level: "fatal", timestamp: NOW - 1 })];
      const points = [metric({ timestamp: FROM + 5 })];
      const others = [
        log({ level: "warn", timestamp: FROM + 1 }),
        log({ level: "error", timestamp: FROM - 1 }),
        log({ level: "error", timestamp: NOW }),
        log({ level: "error", timestamp: FROM + 2, service: "cart" }),
        log({ level: "error", timestamp: FROM + 3, organizationId: "other" }),
      ];
      await archive.add([last, ...others, ...points, first]);
      expect(await drawn({ among })).to.deep.equal({ ids: [first.id, last.id], weights: [1, 1] });
      expect((await drawn({ among, levels: [] })).ids).to.deep.equal(points.map(({ id }) => id));
      expect((await drawn({ among }, OTHER)).ids).to.deep.equal([others[4]?.id]);
      expect((await drawn({ among, service: "nobody\u0000" })).ids).to.deep.equal([]);
    });
  }

  it("speaks for all of many, over the whole time, and is the same whenever it is asked for", async () => {
    await archive.add([
      ...evenly(6000, (timestamp) => log({ level: "info", timestamp })),
      ...evenly(3000, (timestamp) => log({ level: "error", timestamp })),
    ]);
    for (const [levels, many] of [[["info"], 6000] as const, [["error"], 3000] as const]) {
      const { ids, weights } = await drawn({ levels, most: 600 });
      expect(ids.length).to.be.within(400, 800);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).to.be.closeTo(many, many * 0.15);
      expect(await drawn({ levels, most: 600 })).to.deep.equal({ ids, weights });
      const quarters = [0, 1, 2, 3].map(async (quarter) => {
        const part = { from: FROM + quarter * 15 * MINUTE_MS, steps: 15 };
        const own = new Set((await drawn({ levels, most: 1e6, ...part })).ids);
        return ids.filter((id) => own.has(id)).length;
      });
      for (const share of await Promise.all(quarters)) expect(share).to.be.within(ids.length * 0.15, ids.length * 0.35);
    }
  });

  it("can be read where records are long and hold what is no text", async () => {
    const message = `\ud800${"long \u202e".repeat(5_000)}`;
    await archive.add([log({ level: "error", message, timestamp: FROM, metadata: { more: "x".repeat(50_000) } })]);
    const [sampled] = await archive.sample(ACME, query);
    const record = JSON.parse(sampled?.json ?? "") as { message: string; service: string };
    expect(record.service).to.equal("checkout");
    expect(record.message).to.contain("long \u202e".repeat(100));
  });
});
