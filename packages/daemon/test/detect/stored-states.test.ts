import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { decodeState, encodeState } from "../../src/detect/state/service-codec.ts";
import { usualShare } from "../../src/methods/error-rates/error-rate-cusum.ts";
import { templateText } from "../../src/methods/log-templates/template-set.ts";
import { builtInRules, metric, START } from "./support.ts";

/** One state of each format, as it was stored by the code of its date. */
const folder = new URL("./stored-states/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

describe("a stored detection state", () => {
  for (const name of readdirSync(folder)) {
    it(`of ${name} is read whole, and keeps what was learned`, () => {
      const { environments, reset } = decodeState(read(name));
      expect(reset).to.deep.equal([]);
      const [state] = environments.values();
      expect(state?.logsSeen).to.be.above(1000);
      expect(usualShare(state?.errorRate as never)).to.be.within(0.05, 0.12);
      expect([...(state?.errorTemplates.templates.values() ?? [])].map(templateText)).to.include(
        "payment gateway refused the connection",
      );
      expect(state?.series.size).to.be.above(0);
      expect(state?.conditions.size).to.be.above(0);
      const again = decodeState(encodeState(environments));
      expect(again.reset).to.deep.equal([]);
      expect(encodeState(again.environments)).to.equal(encodeState(environments));
    });
  }

  it("with a damaged section learns that section again and keeps the others", () => {
    const stored = JSON.parse(read(readdirSync(folder)[0] as string));
    const section = Object.keys(stored.environments[0][1]).find((name) => /^series(?:@|$)/.test(name)) as string;
    stored.environments[0][1][section] = [["latency", "broken"]];
    const { environments, reset } = decodeState(JSON.stringify(stored));
    expect(reset).to.deep.equal(["series"]);
    const [state] = environments.values();
    expect(state?.logsSeen).to.be.above(1000);
    expect(state?.series.size).to.equal(0);
  });

  it("that can't be read at all is reported once, and the service is learned again", () => {
    const resets: unknown[] = [];
    const engine = createDetectionEngine(builtInRules, {
      onReset: ({ service }, sections) => resets.push([service, sections]),
    });
    const key = { organizationId: "default", service: "checkout-api" };
    engine.load(key, '{"v":3,"environments":[]}');
    expect(engine.observe([metric(START, 1)], START)).to.deep.equal([]);
    expect(resets).to.deep.equal([["checkout-api", ["state"]]]);
  });
});
