import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { CALLED_SERVICES_MAX, CHANGES_READ_MAX, changeRisk } from "../../src/signal/change-risk.ts";
import type { Deployment } from "../../src/signal/service-history.ts";
import { incident, NOW } from "../store/samples.ts";

const deployed = (minutesBefore: number, given: Partial<Deployment> = {}): Deployment => ({
  id: `d${minutesBefore}`,
  service: "checkout",
  version: "2.14.0",
  environment: "production",
  gitHash: null,
  at: NOW - minutesBefore * MINUTE_MS,
  ...given,
});
const graph = {
  calls: new Map([
    ["bank", 1],
    ["ledger", 2],
  ]),
  cutOff: false,
};
const riskOf = (given: Partial<Incident>, ...deployments: Deployment[]) =>
  changeRisk(incident({ affectedServices: ["checkout", "cart"], ...given }), deployments, graph);

describe("Change risk", () => {
  it("is nothing, with the reason, where there was no deployment", () => {
    const none = riskOf({});
    expect(none).to.include({ state: "low", score: 0, changeCount: 0, maxChangeConfidence: 0, topChangeReason: null });
    expect(none.reasons).to.have.length(1);
    expect(none.reasons[0]).to.match(/No deployment of checkout and cart.*24 hours/);
    const bare = changeRisk(incident({ primaryService: null, affectedServices: [] }), [], graph);
    expect(bare.reasons[0]).to.match(/names no service/);
    const alone = changeRisk(incident(), [], { calls: new Map(), cutOff: false });
    expect(alone.reasons[1]).to.match(/names nothing that these services call/);
  });

  it("is the product that its reason tells", () => {
    // An hour is half of the half-life: 0.5 ^ 0.5 = 0.7071, to two decimals 0.71; 0.71 × 0.7 × 1 × 0.85 = 0.42245.
    const risk = riskOf({ severity: "HIGH" }, deployed(60, { service: "bank", environment: " PROD " }));
    expect(risk.maxChangeConfidence).to.equal(0.42);
    // 100 × 0.42 × 0.9
    expect(risk.score).to.equal(37.8);
    expect(risk.state).to.equal("moderate");
    expect(risk.topChangeReason).to.equal(
      "2.14.0 of bank was deployed to PROD 1 h before the incident, in a service that an affected one calls: " +
        "confidence 0.42 = 0.71 (time) × 0.7 (relation) × 1 (environment) × 0.85 (signal).",
    );
    expect(risk.reasons).to.deep.equal([risk.topChangeReason, "Score 37.8 = 100 × 0.42 × 0.9 for the severity HIGH."]);
  });

  it("falls by half every two hours", () => {
    for (const [minutes, confidence] of [
      [0, 0.85],
      [120, 0.43],
      [240, 0.21],
      [1440, 0],
    ] as const) {
      expect(riskOf({}, deployed(minutes)).maxChangeConfidence, `${minutes} minutes`).to.equal(confidence);
    }
  });

  it("falls with the distance from the primary service", () => {
    for (const [service, confidence] of [
      ["checkout", 0.85],
      ["cart", 0.77],
      ["bank", 0.6],
      ["ledger", 0.34],
    ] as const) {
      expect(riskOf({}, deployed(0, { service })).maxChangeConfidence, service).to.equal(confidence);
    }
  });

  it("is certain where a deployment rule opened the incident on that service", () => {
    expect(riskOf({ signalType: "deployment" }, deployed(0)).maxChangeConfidence).to.equal(1);
    expect(riskOf({ signalType: "deployment" }, deployed(0, { service: "cart" })).maxChangeConfidence).to.equal(0.77);
  });

  it("leaves other environments out, and trusts an unknown one less", () => {
    const other = riskOf({}, deployed(5, { environment: "staging" }));
    expect(other.changeCount).to.equal(0);
    expect(other.reasons.join(" ")).to.match(/other environments, left out: 1/);
    expect(riskOf({ environment: "unknown" }, deployed(0)).maxChangeConfidence).to.equal(0.68);
  });

  it("takes a sender's clock that is ahead by two minutes, and no deployment after the incident", () => {
    const ahead = riskOf({}, deployed(-2));
    expect(ahead.topChangeReason).to.match(/ just before the incident/);
    expect(riskOf({}, deployed(-2.1)).changeCount).to.equal(0);
  });

  it("leaves out deployments after the first evidence, and counts the time up to that", () => {
    const begunAt = NOW - 20 * MINUTE_MS;
    const risk = changeRisk(incident(), [deployed(10), deployed(25, { version: "v25" })], graph, begunAt);
    expect(risk.changeCount).to.equal(1);
    expect(risk.topChangeReason).to.match(/^v25 of checkout .* 5 min before the incident/);
  });

  it("has a state by the score, which falls with the severity", () => {
    const named = { signalType: "deployment" } as const;
    const states = (["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const).map((severity) => {
      const { score, state } = riskOf({ ...named, severity }, deployed(0));
      return [score, state];
    });
    expect(states).to.deep.equal([
      [100, "critical"],
      [90, "critical"],
      [75, "critical"],
      [50, "high"],
    ]);
    const low = riskOf({ severity: "LOW" }, deployed(1, { service: "ledger", version: "v1" }));
    expect(low.state).to.equal("low");
    expect(low.summary).to.equal(
      "Little speaks for a change; the most suspicious is the deployment of v1 of ledger, 1 min before the incident.",
    );
  });

  it("tells the most suspicious first, five at most, and names what to roll back", () => {
    const many = [20, 30, 40, 50, 60, 70].map((minutes) => deployed(minutes, { version: `v${minutes}` }));
    const risk = riskOf({ severity: "CRITICAL" }, deployed(1, { service: "ledger", version: "far" }), ...many);
    expect(risk.changeCount).to.equal(7);
    expect(risk.topChangeReason).to.match(/^v20 of checkout/);
    expect(risk.recommendation).to.equal(
      "Rule out or roll back v20 of checkout, v30 of checkout and v40 of checkout, the first named first.",
    );
    expect(risk.reasons.filter((reason) => /confidence/.test(reason))).to.have.length(5);
    expect(risk.reasons).to.include("Less suspicious changes beside these: 2.");
  });

  it("says where it didn't look at all there is", () => {
    const deployments = Array.from({ length: CHANGES_READ_MAX }, (_, number) => deployed(number / 10));
    const { reasons } = changeRisk(incident(), deployments, { ...graph, cutOff: true });
    expect(reasons.join(" ")).to.include(`nearest ${CALLED_SERVICES_MAX}`);
    expect(reasons.join(" ")).to.include(`newest ${CHANGES_READ_MAX}`);
  });

  it("cuts a hostile version down to one harmless line", () => {
    const risk = riskOf({}, deployed(1, { version: `\u001b]0;x\u0007\n${"9".repeat(9_000)}` }));
    const text = [risk.summary, risk.recommendation, ...risk.reasons].join("");
    expect(text).to.not.match(/[\u001b\u0007\n]/);
    expect(text.length).to.be.below(1_500);
  });
});
