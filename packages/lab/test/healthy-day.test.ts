import { expect } from "chai";
import { builtInRules } from "../../daemon/test/detect/support.ts";

const script = (name: string) => import(new URL(`../eval/healthy/${name}.mjs`, import.meta.url).href);
const { run, runFaults } = await script("run");

/** `npm run eval` counts what metric deviations open: a model that learns for days shows little in one. */
const rules = builtInRules.filter(({ detector }) => detector !== "metric-anomaly");

describe("a generated healthy day", () => {
  it("opens nothing above LOW but for deviations of metrics, with deployments, restarts, jobs and requests that are tried again", async () => {
    const { results } = await run({ seeds: [2], days: 0.5, warmUpDays: 0.5, services: 5, rules });
    const above = results[0].openings.filter(({ severity }: { severity: string }) => severity !== "LOW");
    expect(above).to.deep.equal([]);
    expect(results[0].openings).to.have.length.at.most(4);
    expect(results[0].events).to.be.greaterThan(100_000);
  }).timeout(120_000);

  it("with faults shows them", async () => {
    const { results } = await runFaults({ seeds: [1], warmUpDays: 0.1, services: 5 });
    const found = results.filter(({ isFound }: { isFound: boolean }) => isFound);
    expect(found.map(({ kind }: { kind: string }) => kind)).to.include("error burst");
  }).timeout(120_000);
});
