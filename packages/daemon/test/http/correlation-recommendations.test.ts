import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { tokenOf } from "../support/tokens.ts";
import { conditions, tuningRequests } from "./tuning-requests.ts";

const PREVIEW = "/correlation/rules/preview";
const RECOMMENDATIONS = "/correlation/rules/tuning/recommendations";
const AUTO_APPLY = "/correlation/rules/tuning/auto-apply";

describe("Recommendations for correlation rules over HTTP", function () {
  this.timeout(30_000);
  const world = tuningRequests();

  it("recommends nothing where nothing was decided, and applies nothing", async () => {
    expect(await world.done(world.ask(RECOMMENDATIONS))).to.deep.equal({ lookbackDays: 30, recommendations: [] });
    const reason = "No rule decided about an incident in the last 30 days.";
    expect(await world.done(world.ask(AUTO_APPLY, {}))).to.deep.equal({ applied: false, lookbackDays: 30, reason });
    expect(await world.done(core(world.daemon, AUTO_APPLY, { method: "POST", token: world.token }))).to.include({
      lookbackDays: 30,
    });
    expect(await world.done(world.ask(AUTO_APPLY, { lookbackDays: 1 }))).to.include({ lookbackDays: 1 });
    for (const lookbackDays of [0, 91, 1.5, "30"]) await world.refused(AUTO_APPLY, { lookbackDays });
  });

  it("recommends a priority with its numbers, applies it once, and tells of it among the decisions", async () => {
    const ruleId = await world.ruleThatDecided(30);
    const { recommendations } = await world.done<{ recommendations: unknown[] }>(world.ask(RECOMMENDATIONS));
    expect(recommendations).to.deep.equal([
      {
        ruleId,
        name: "Same service",
        currentPriority: 96,
        suggestedPriority: 100,
        recommendation: "increase",
        usageCount: 30,
        resolvedCount: 30,
        successRate: 1,
        rationale:
          "30 of 30 decisions ended well (100 %). " +
          "The true rate lies between 88.6 % and 100 % (95 % confidence), all of it above 80 %.",
      },
    ]);
    const change = { previousPriority: 96, appliedPriority: 100 };
    const named = { ruleId, name: "Same service", recommendation: "increase" };
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => world.done<{ applied: boolean }>(world.ask(AUTO_APPLY, {}))),
    );
    expect(outcomes.filter(({ applied }) => applied)).to.deep.equal([
      { applied: true, lookbackDays: 30, ...named, ...change },
    ]);
    expect(await world.done(world.ask(`/correlation/rules/${ruleId}`))).to.include({ priority: 100 });
    const reported = await world.done<{ reason: string; compared: object }[]>(
      world.ask(`/correlation/decisions?ruleId=${ruleId}&action=none`),
    );
    expect(reported).to.have.length(1);
    expect(reported[0]).to.include({ incidentId: null, relatedIncidentId: null, ruleName: "Same service" });
    expect(reported[0]?.compared).to.include({ ...change, usageCount: 30, lookbackDays: 30 });
    expect(reported[0]?.reason).to.match(/^Priority raised from 96 to 100 by tuning\. 30 of 30/);
  });

  it("asks for policy:update to preview and to apply, and for incidents:view to read", async () => {
    const viewer = tokenOf(world.organization, { permissions: ["incidents:view"] });
    const writer = tokenOf(world.organization, { permissions: ["policy:update"] });
    const status = async (path: string, as: string, body?: unknown): Promise<number> =>
      (await core(world.daemon, path, body === undefined ? { token: as } : { token: as, body })).status;
    const draft = { rule: { conditions, action: "merge" } };
    expect([await status(PREVIEW, viewer, draft), await status(PREVIEW, writer, draft)]).to.deep.equal([403, 200]);
    expect([await status(AUTO_APPLY, viewer, {}), await status(AUTO_APPLY, writer, {})]).to.deep.equal([403, 200]);
    expect([await status(RECOMMENDATIONS, viewer), await status(RECOMMENDATIONS, writer)]).to.deep.equal([200, 403]);
  });
});
