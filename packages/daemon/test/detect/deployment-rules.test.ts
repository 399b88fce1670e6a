import { expect } from "chai";
import { createWorld, deployment, error, log, minutes, reasons, repeat, START, traffic } from "./support.ts";

describe("a deployment", () => {
  it("that says it failed is a candidate, whichever word it uses", () => {
    for (const metadata of [
      { status: "failed" },
      { result: "FAILURE" },
      { outcome: "rolled-back" },
      { status: "cancelled" },
    ]) {
      const event = deployment(START, { metadata });
      const [found] = createWorld().send([event]);
      expect(found).to.include({
        reason: "deployment_reported_failure",
        signalType: "deployment",
        deduplicationKey: "deployment-failed:checkout-api",
        environment: "production",
        triggeringEventId: event.id,
      });
      expect(found?.description).to.contain("2.4.0").and.to.contain("abc1234");
    }
  });

  it("that succeeded or says nothing is none", () => {
    expect(
      createWorld().send([deployment(START), deployment(START, { metadata: { status: "success" } })]),
    ).to.deep.equal([]);
  });

  const after = (errors: number, deployed = true) => {
    const world = createWorld();
    const before = world.live(traffic(START, 40, 60, 2));
    expect(before).to.deep.equal([]);
    if (deployed) world.send([deployment(START + minutes(40))]);
    return world.live(traffic(START + minutes(40), 8, 60, errors));
  };

  it("is named when errors rise after it", () => {
    const found = after(20).find((one) => one.ruleId === "errors-after-deployment");
    expect(found).to.include({
      reason: "errors_rose_after_deployment",
      signalType: "deployment",
      environment: "production",
    });
    expect(found?.deduplicationKey).to.equal("errors-after-deployment:checkout-api:2.4.0");
    expect(found?.description).to.contain("Version 2.4.0 (commit abc1234)");
  });

  it("is not named when nothing rises, or nothing was deployed", () => {
    expect(after(2)).to.deep.equal([]);
    expect(reasons(after(20, false))).to.not.include("errors_rose_after_deployment");
  });

  it("is not named for what it cut off and a request that is tried again", () => {
    const world = createWorld();
    const at = START + minutes(40);
    world.live(traffic(START, 40, 60, 0));
    world.send([deployment(at)]);
    const found = world.live([
      ...traffic(at, 1, 60, 8),
      ...traffic(at + minutes(1), 3, 60, 0),
      ...repeat(6, (index) => error(at + minutes(4) + index * 3000)),
    ]);
    expect(reasons(found)).to.deep.equal([]);
  });

  it("is not named for what begins long after it", () => {
    const world = createWorld();
    world.live(traffic(START, 20, 60, 2));
    world.send([deployment(START + minutes(20))]);
    world.live(traffic(START + minutes(20), 31, 60, 2));
    const found = world.live(traffic(START + minutes(51), 5, 60, 30));
    expect(reasons(found)).to.include("error_share_above_usual").and.not.include("errors_rose_after_deployment");
  });

  it("tells the environment where the telemetry doesn't", () => {
    const found = createWorld().send([deployment(START), log(START, { level: "fatal", message: "gone" })]);
    expect(found[0]?.environment).to.equal("production");
  });
});
