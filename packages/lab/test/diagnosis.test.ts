import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";

const script = (name: string) => import(new URL(`../eval/${name}.mjs`, import.meta.url).href);
const { judge, strictRank } = await script("diagnosis/ranking");
const { reliabilityOf } = await script("diagnosis/summary");
const { gatheredPictureOf, pictureOf } = await script("diagnosis/picture");
const { rcdCases } = await script("diagnosis/cases-rcd");
const { largestDeviation } = await script("diagnosis/simple-deviation");

const hypothesis = (service: string, confidence: number, change: string | null = null) => ({
  service,
  confidence,
  metric: "cpu",
  change,
});
const answer = (hypotheses: readonly object[], changeAtFault: boolean | null = null) => ({
  diagnosis: { hypotheses, changeAtFault, onsetAt: null },
  conclusive: true,
});

describe("the evaluation of diagnoses", () => {
  it("counts whoever ties with the true service as standing before it", () => {
    const scored = [
      { name: "a", score: 0.5 },
      { name: "b", score: 0.5 },
      { name: "c", score: 0.1 },
    ];
    expect(["a", "b", "c", "d"].map((name) => strictRank(scored, name))).to.deep.equal([2, 2, 3, Infinity]);
  });

  it("counts a service once, at its first hypothesis", () => {
    const said = [hypothesis("a", 0.6), hypothesis("a", 0.5), hypothesis("b", 0.4)];
    expect(judge({ service: "b" }, answer(said))).to.include({ rank: 2, right: false });
  });

  it("takes the metric for right only together with its service", () => {
    expect(judge({ service: "b", metric: "cpu" }, answer([hypothesis("a", 0.6), hypothesis("b", 0.5)]))).to.include({
      metric: false,
    });
    expect(judge({ service: "a", metric: "cpu" }, answer([hypothesis("a", 0.6)]))).to.include({ metric: true });
  });

  it("reads a change as blamed only where the diagnosis says that one is at fault", () => {
    const said = [hypothesis("a", 0.6, "0a1b2c"), hypothesis("b", 0.5, "3d4e5f")];
    const truth = { commit: "none", decoys: ["0a1b2c"] };
    expect(judge(truth, answer(said, true))).to.include({ commit: false, decoy: true, blamed: "0a1b2c" });
    expect(judge(truth, answer(said, false))).to.include({ commit: true, decoy: false, blamed: "none" });
    expect(judge(truth, answer(said, null))).to.include({ commit: true, decoy: false });
  });

  it("gives the share of right answers for each range of confidence", () => {
    const { bins, brier } = reliabilityOf([
      { confidence: 0.9, right: true },
      { confidence: 1, right: false },
      { confidence: 0.1, right: false },
    ]);
    expect(bins.map(({ count }: { count: number }) => count)).to.deep.equal([1, 0, 0, 0, 2]);
    expect(bins[4]).to.include({ confidence: 0.95, right: 0.5 });
    expect(brier).to.be.closeTo((0.01 + 1 + 0.01) / 3, 1e-9);
  });
});

describe("a case of the evaluation", () => {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-eval-"));
  after(() => rmSync(folder, { recursive: true }));

  it("lays the time with the fault behind the time without it", () => {
    const run = join(folder, "carts-cpu/1");
    mkdirSync(run, { recursive: true });
    const rows = (start: number, cpu: number) =>
      Array.from({ length: 60 }, (_, second) => `${start + second},${cpu + (second % 3)},${5 + (second % 2)}`);
    const write = (name: string, lines: readonly string[]) =>
      writeFileSync(join(run, name), gzipSync(["time,carts_cpu,front-end_lat_50", ...lines].join("\n")));
    write("normal.csv.gz", rows(1_652_000_000, 1));
    write("anomalous.csv.gz", rows(1_652_900_000, 80));

    const [one] = [...rcdCases(folder)];
    const { grid, metrics, noticedAt, services } = pictureOf(one.scene);
    expect(one.truth).to.deep.equal({ service: "carts", metric: "cpu" });
    expect(grid).to.deep.equal({ start: 1_652_000_000_000, step: 1000, count: 120 });
    expect([one.knownOnset, noticedAt]).to.deep.equal([1_652_000_060_000, 1_652_000_119_000]);
    expect(services.map(({ name }: { name: string }) => name)).to.deep.equal(["carts", "front-end"]);
    const [cpu] = metrics.filter(({ name }: { name: string }) => name === "cpu");
    expect([...cpu.values.slice(58, 62)]).to.deep.equal([2, 3, 80, 81]);
    expect(gatheredPictureOf(one.scene).grid).to.include({ step: 60_000, count: 11 });
    expect(largestDeviation({ ...one, picture: pictureOf(one.scene) })[0]).to.include({ name: "carts", metric: "cpu" });
  });
});
