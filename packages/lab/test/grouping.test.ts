import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";

const script = (name: string) => import(new URL(`../eval/${name}.mjs`, import.meta.url).href);

describe("The evaluation of grouping", () => {
  it("tells how far two divisions agree", async () => {
    const { agreement } = await script("grouping/agreement");
    expect(agreement(["a", "a", "b", "b"], [1, 1, 2, 2])).to.deep.equal({
      ARI: 1,
      pairF1: 1,
      V: 1,
      incidents: 2,
      faults: 2,
    });
    // The example of Hubert and Arabie's index that scikit-learn documents: [0, 0, 1, 2] against [0, 0, 1, 1].
    expect(agreement([0, 0, 1, 1], [0, 0, 1, 2]).ARI).to.be.closeTo(0.571, 0.001);
    expect(agreement(["a", "a", "b", "b"], [1, 2, 1, 2]).ARI).to.be.closeTo(-0.5, 1e-9);
    expect(agreement(["a", "a"], [1, 1]).ARI).to.equal(1);
  });

  describe("on files of two systems", () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), "tocsin-grouping-"));
      for (const [system, start] of [
        ["one", 0],
        ["two", 20_000],
      ] as const) {
        const alerts = [0, 1].flatMap((fault) =>
          ["web", "api", "db"].map((component, index) => ({
            t: start + fault * 3_600_000 + index * 5_000,
            kind: "metric",
            component: `${system}-${component}`,
            other: null,
            what: "latency",
            how: "up",
            fault: String(fault),
          })),
        );
        const lines = alerts.map((alert) => JSON.stringify(alert)).join("\n");
        writeFileSync(join(folder, `${system}.alerts.jsonl.gz`), gzipSync(lines));
        const edges = [
          { source: `${system}-web`, target: `${system}-api`, label: "calls" },
          { source: `${system}-api`, target: `${system}-db`, label: "calls" },
        ];
        writeFileSync(join(folder, `${system}.topology.json`), JSON.stringify({ nodes: [], edges }));
      }
    });
    after(() => rmSync(folder, { recursive: true }));

    it("gives alerts to faults by the product's own decision, and tries it on parts of the data", async () => {
      const { runGrouping } = await script("grouping/run");
      const { measures, bySystem, crossValidated } = await runGrouping(folder);
      expect(measures).to.include({ ARI: 1, incidents: 4, faults: 4 });
      expect(Object.keys(bySystem)).to.deep.equal(["one", "two"]);
      expect(crossValidated.firstHalf).to.include({ incidents: 2, faults: 2 });
      // Without calls, what rings in the same minute is taken for one.
      expect(crossValidated.withoutTopology).to.include({ incidents: 2, faults: 4 });
    });
  });
});
