import { expect } from "chai";
import fc from "fast-check";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { type DeploymentFacts, deploymentRisk, scoreOf, spansAfter } from "../../src/signal/deployment-risk.ts";
import { NOW } from "../store/samples.ts";

const facts = (given: Partial<DeploymentFacts> = {}): DeploymentFacts => ({
  deploymentCount: 4,
  postDeployIncidents: 0,
  unresolvedIncidents: 0,
  latestDeploymentAt: NOW - 2 * HOUR_MS,
  ...given,
});

describe("the deployment risk", () => {
  it("scores what followed deployments, what is unresolved and what is fresh", () => {
    const score = (given: Partial<DeploymentFacts>) => scoreOf(facts(given), NOW);
    expect(score({})).to.equal(0);
    expect(score({ postDeployIncidents: 1 })).to.equal(13); // 50 × 1/4
    expect(score({ postDeployIncidents: 9 })).to.equal(50);
    expect(score({ unresolvedIncidents: 1 })).to.equal(10);
    expect(score({ unresolvedIncidents: 50 })).to.equal(30);
    expect(score({ latestDeploymentAt: NOW - HOUR_MS + 1 })).to.equal(20);
    expect(score({ latestDeploymentAt: NOW - HOUR_MS })).to.equal(0);
    expect(score({ postDeployIncidents: 4, unresolvedIncidents: 3, latestDeploymentAt: NOW })).to.equal(100);
  });

  it("is zero and says so where nothing was deployed, or the incident names no service", () => {
    const nothing = facts({ deploymentCount: 0, unresolvedIncidents: 2, latestDeploymentAt: null });
    expect(deploymentRisk("pay", nothing, NOW)).to.deep.include({
      state: "low",
      score: 0,
      windowHours: 168,
      unresolvedIncidents: 2,
      reasons: ["No deployment of pay is known from the last 7 days.", "2 incidents of pay are unresolved."],
    });
    const nameless = deploymentRisk(null, facts({ deploymentCount: 0, latestDeploymentAt: null }), NOW);
    expect(nameless.reasons).to.deep.equal(["The incident names no service, so there are no deployments to look at."]);
  });

  it("shows its reckoning", () => {
    const risk = deploymentRisk("pay", facts({ postDeployIncidents: 2, unresolvedIncidents: 1 }), NOW);
    expect(risk).to.include({ state: "moderate", score: 35 });
    expect(risk.reasons.at(-1)).to.equal("Score 35 = 50 × min(1, 2 / 4) + 30 × min(1, 1 / 3) + 0.");
  });

  it("stays between 0 and 100 and never falls for more trouble", () => {
    const drawn = fc.record({
      deploymentCount: fc.nat({ max: 20 }),
      postDeployIncidents: fc.nat({ max: 30 }),
      unresolvedIncidents: fc.nat({ max: 10 }),
      latestDeploymentAt: fc.constantFrom(null, NOW, NOW - HOUR_MS),
    });
    fc.assert(
      fc.property(drawn, fc.nat({ max: 5 }), (given, more) => {
        const score = scoreOf(given, NOW);
        expect(score).to.be.at.least(0).and.at.most(100);
        const { postDeployIncidents, unresolvedIncidents } = given;
        expect(scoreOf({ ...given, postDeployIncidents: postDeployIncidents + more }, NOW)).to.be.at.least(score);
        expect(scoreOf({ ...given, unresolvedIncidents: unresolvedIncidents + more }, NOW)).to.be.at.least(score);
      }),
    );
  });

  it("takes times after deployments together where they overlap, so that no incident counts twice", () => {
    const at = (minute: number) => NOW + minute * MINUTE_MS;
    expect(spansAfter([at(200), at(0), at(60), at(30)])).to.deep.equal([
      { from: at(0), to: at(120) },
      { from: at(200), to: at(260) },
    ]);
    expect(spansAfter([])).to.deep.equal([]);
  });
});
