import { expect } from "chai";
import { ENVIRONMENTS_MAX } from "../../src/detect/detection-bounds.ts";
import { decodeState } from "../../src/detect/state/service-codec.ts";
import { createWorld, deployment, error, keys, log, metric, minutes, only, repeat, START, traffic } from "./support.ts";

const fatal = (at: number, environment?: string) =>
  log(at, {
    level: "fatal",
    message: "gone",
    ...(environment === undefined ? {} : { metadata: { env: environment } }),
  });

describe("the environments of a service", () => {
  it("are two troubles where both are in trouble, also after a restart", () => {
    const world = createWorld();
    const [staging] = world.send([fatal(START, "staging")]);
    expect(staging).to.include({ environment: "staging", deduplicationKey: "log-fatal:checkout-api@staging" });
    world.restart();
    const [production] = world.send([fatal(START + 6000, "production")]);
    expect(production).to.include({ environment: "production", deduplicationKey: "log-fatal:checkout-api" });
  });

  it("are told apart trimmed and without case, and prod is production", () => {
    const world = createWorld();
    expect(keys(world.send([fatal(START, "prod")]))).to.deep.equal(["log-fatal:checkout-api"]);
    expect(world.send([fatal(START + 1, " Production "), fatal(START + 2, "PROD")])).to.deep.equal([]);
    expect(world.wake(START + 5000)[0]).to.include({ observations: 2, environment: "PROD" });
  });

  it("don't mix their shares of errors", () => {
    const world = createWorld(only("log-error-burst"));
    const half = (environment: string) => repeat(30, () => error(START, { metadata: { environment } }));
    expect(world.send([...half("staging"), ...half("production"), ...half("test")])).to.deep.equal([]);
    expect(keys(world.send(half("production")))).to.deep.equal(["log-error-burst:checkout-api"]);
  });

  it("fall silent each by itself", () => {
    const world = createWorld(only("service-silent"));
    for (let at = START; at <= START + minutes(40); at += 10_000) {
      const names = at <= START + minutes(33) ? ["staging", "production"] : ["staging"];
      world.send(names.map((env) => log(at, { metadata: { env } })));
    }
    expect(world.wakeAt(), "though the other speaks").to.equal(START + minutes(37));
    expect(keys(world.wake(START + minutes(40)))).to.deep.equal(["service-silent:checkout-api"]);
    expect(world.wake(START + minutes(43))).to.deep.equal([]);
    expect(keys(world.wake(START + minutes(44)))).to.include("service-silent:checkout-api@staging");
  });

  it("are production where telemetry doesn't say, if the service is known there, whatever else it is known in", () => {
    const world = createWorld();
    world.send([log(START, { metadata: { env: "staging" } }), metric(START, 1, { labels: { env: "production" } })]);
    expect(world.send([fatal(START + 1000)])[0]).to.include({
      environment: "production",
      deduplicationKey: "log-fatal:checkout-api",
    });
  });

  it("are one of their own where telemetry doesn't say and production isn't known: it may be it", () => {
    const world = createWorld();
    world.send([log(START, { metadata: { env: "staging" } })]);
    expect(world.send([fatal(START + 1000)])[0]).to.include({
      environment: null,
      deduplicationKey: "log-fatal:checkout-api",
    });
  });

  it("keep what was learned when telemetry begins to say that it is production's", () => {
    const world = createWorld(only("log-error-rate"));
    world.live(traffic(START, 60, 60, 2));
    const found = world.live(traffic(START + minutes(60), 5, 60, 24, { metadata: { env: "prod" } }));
    expect(keys(found)).to.include("log-error-rate:checkout-api");
  });

  it("name their deployment to telemetry that names no environment", () => {
    const world = createWorld(only("errors-after-deployment"));
    world.live(traffic(START, 40, 60, 2));
    world.send([deployment(START + minutes(40), { environment: "staging" })]);
    const [found] = world.live(traffic(START + minutes(40), 8, 60, 20));
    expect(found).to.include({ environment: null, deduplicationKey: "errors-after-deployment:checkout-api:2.4.0" });
    expect(found?.description).to.contain("came to staging");
  });

  it("are so many at most; what passes that is one group apart, and production always has its place", () => {
    const world = createWorld(only("log-fatal"));
    const previews = repeat(500, (index) => fatal(START + index, `preview-${index}`));
    const found = world.send([...previews, fatal(START + 600, "production")]);
    expect(found).to.have.lengthOf(ENVIRONMENTS_MAX + 2);
    expect(new Set(keys(found)).size).to.equal(ENVIRONMENTS_MAX + 2);
    expect(found.find(({ environment }) => environment === "production")).to.include({ observations: 1 });
    const held = decodeState(world.state()).environments;
    expect(held.size).to.be.at.most(ENVIRONMENTS_MAX + 2);
    expect(held.has("production")).to.equal(true);
    const later = START + minutes(90);
    expect(world.send([fatal(later, "another")])[0]).to.include({ environment: "another" });
    expect(decodeState(world.state()).environments.size).to.be.at.most(ENVIRONMENTS_MAX + 2);
  });
});
