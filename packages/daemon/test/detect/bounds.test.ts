import { expect } from "chai";
import { COUNTERS_MAX, DEPLOYMENTS_MAX, SERIES_MAX } from "../../src/detect/detection-bounds.ts";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { decodeState } from "../../src/detect/state/service-codec.ts";
import { TEMPLATES_MAX } from "../../src/methods/log-templates/template-set.ts";
import { builtInRules, createWorld, deployment, error, keys, log, metric, only, repeat, START } from "./support.ts";

const word = (number: number): string =>
  [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");

describe("what detection remembers", () => {
  it("is bounded for 20,000 services, in memory and each", () => {
    const engine = createDetectionEngine(builtInRules, { servicesInMemoryMax: 500 });
    let stored = 0;
    for (let from = 0; from < 20_000; from += 1000) {
      const batch = repeat(1000, (index) => error(START + from, { service: `service-${from + index}` }));
      for (const key of engine.missing(batch)) engine.load(key, null);
      engine.observe(batch, START + from);
      stored += engine.takeChanges().length;
    }
    expect(stored).to.equal(20_000);
    const all = repeat(1000, (index) => log(START, { service: `service-${19_000 + index}` }));
    expect(engine.missing(all)).to.have.lengthOf(500);
  }).timeout(30_000);

  it("is bounded for 100,000 metrics, labels and kinds of errors of one service", () => {
    const world = createWorld();
    for (let from = 0; from < 100_000; from += 5000) {
      const at = START + from * 20;
      world.send([
        ...repeat(2500, (index) => metric(at, 99, { name: `cpu_${from + index}` })),
        ...repeat(2500, (index) => metric(at, 99, { labels: { user: `u${from + index}`, [`label${index}`]: "x" } })),
        ...repeat(2500, (index) =>
          metric(at, from, { name: "restarts", labels: { pod: `p${index}`, user: `u${from + (index % 2000)}` } }),
        ),
        ...repeat(2500, (index) => metric(at, from * index, { name: `oom_total_${index}`, unit: "1" })),
        ...repeat(5000, (index) =>
          error(at, { message: `${word(from + index)} ${word(index * 7)} broke ${word(index)} in ${word(from * 3)}` }),
        ),
        ...repeat(20, () => deployment(at)),
      ]);
    }
    const state = decodeState(world.state()).environments.get("production");
    expect(state?.series.size).to.be.at.most(SERIES_MAX);
    expect(state?.breaches.size).to.be.at.most(64);
    expect(state?.counters.followed.size).to.be.at.most(COUNTERS_MAX);
    expect(state?.conditions.size).to.be.at.most(64);
    expect(state?.errorTemplates.templates.size).to.be.at.most(TEMPLATES_MAX);
    expect(state?.deployments).to.have.lengthOf(DEPLOYMENTS_MAX);
    expect(world.state().length).to.be.lessThan(500_000);
  }).timeout(60_000);

  it("takes a few kB for an ordinary busy service", () => {
    const world = createWorld();
    for (let minute = 0; minute < 90; minute++) {
      const at = START + minute * 60_000;
      world.send([
        ...repeat(3000, (index) =>
          index % 30 === 0
            ? error(at + index * 20, { message: `timeout of call ${index} to ${["a", "b", "c"][index % 3]}` })
            : log(at + index * 20),
        ),
        ...repeat(10, (index) => metric(at, 20 + index, { name: `metric_${index}` })),
      ]);
    }
    expect(world.state().length).to.be.lessThan(9000);
  }).timeout(20_000);

  it("is bounded by the size of what services remember too", () => {
    const engine = createDetectionEngine(builtInRules, { stateCharsInMemoryMax: 100_000 });
    const batch = repeat(20, (service) =>
      repeat(100, (index) =>
        error(START, { service: `s${service}`, message: `${word(index * 7)} ${word(index)} broke` }),
      ),
    ).flat();
    for (const key of engine.missing(batch)) engine.load(key, null);
    engine.observe(batch, START);
    const sizes = new Map(engine.takeChanges().map(({ service, state }) => [service, state.length]));
    const gone = engine.missing(batch).map(({ service }) => service);
    const held = [...sizes].filter(([service]) => !gone.includes(service)).map(([, size]) => size);
    expect(gone[0]).to.equal("s0");
    expect(held).to.not.deep.equal([]);
    expect(held.reduce((sum, size) => sum + size, 0)).to.be.within(50_000, 100_000);
  });

  it("keeps a service whose change isn't stored, whatever else comes", () => {
    const engine = createDetectionEngine(builtInRules, { servicesInMemoryMax: 1 });
    const batch = repeat(10, (index) => log(START, { service: `s${index}` }));
    for (const key of engine.missing(batch)) engine.load(key, null);
    engine.observe(batch, START);
    expect(engine.missing(batch)).to.deep.equal([]);
    expect(engine.takeChanges()).to.have.lengthOf(10);
    expect(engine.missing(batch)).to.have.lengthOf(9);
  });

  it("forgets what wasn't stored, and says so when a service isn't loaded", () => {
    const engine = createDetectionEngine(only("log-error-burst"));
    const batch = repeat(60, () => error(START));
    expect(() => engine.observe(batch, START)).to.throw("isn't loaded");
    const key = { organizationId: "default", service: "checkout-api" };
    engine.load(key, null);
    const first = engine.observe(batch, START);
    engine.forget([key]);
    expect(engine.takeChanges()).to.deep.equal([]);
    expect(engine.missing(batch)).to.deep.equal([key]);
    engine.load(key, null);
    expect(engine.observe(batch, START)).to.deep.equal(first);
  });

  it("holds organizations apart", () => {
    const world = createWorld();
    const half = (organizationId: string) => repeat(30, () => error(START, { organizationId }));
    expect(world.send([...half("one"), ...half("two"), ...half("three")])).to.deep.equal([]);
    expect(keys(world.send([...half("one"), ...half("two")]))).to.have.lengthOf(2);
  });
});
