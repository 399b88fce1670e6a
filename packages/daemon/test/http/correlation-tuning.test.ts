import { join } from "node:path";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { correlationDecisionTable, correlationRuleTable } from "../../src/store/correlation/correlation-tables.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

const PREVIEW = "/correlation/rules/preview";
const RECOMMENDATIONS = "/correlation/rules/tuning/recommendations";
const AUTO_APPLY = "/correlation/rules/tuning/auto-apply";
const conditions = { matchFields: ["service"], timeWindowMinutes: 30 };

interface Named {
  readonly id: string;
}

describe("the tuning of correlation rules over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `org-${++last}`;
    token = tokenOf(organization);
  });
  after(() => daemon.stop());

  const ask = async (path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, body === undefined ? { token } : { token, body });
  const done = async <Body>(answer: Promise<Answer>): Promise<Body> => {
    const { status, text, json } = await answer;
    expect(status, text).to.be.within(200, 201);
    return json<Body>();
  };
  const open = (service: string): Promise<Named> =>
    done(ask("/incidents", { title: "t", description: "d", severity: "LOW", affectedServices: [service] }));
  const refused = async (path: string, body: unknown): Promise<string | undefined> => {
    const answer = await ask(path, body);
    expect(answer.status, answer.text).to.equal(400);
    return answer.json<ErrorBody>().details?.[0]?.path;
  };
  /** A rule of two days ago that decided so often, about five incidents that are over. */
  const ruleThatDecided = async (times: number): Promise<string> => {
    const rule = await done<Named>(
      ask("/correlation/rules", { name: "Same service", description: "", conditions, action: "group", priority: 96 }),
    );
    const ids: string[] = [];
    for (const service of ["a", "b", "c", "d", "e"]) {
      const { id } = await open(service);
      await done(core(daemon, `/incidents/${id}/status`, { method: "PATCH", token, body: { status: "RESOLVED" } }));
      ids.push(id);
    }
    const now = Date.now();
    const decisions = Array.from({ length: times }, (_, n) => ({
      id: uuidv7(now),
      organizationId: organization,
      incidentId: ids[n % ids.length] as string,
      relatedIncidentId: ids[0] as string,
      ruleId: rule.id,
      ruleName: "Same service",
      action: "group" as const,
      compared: {},
      gapMinutes: 1,
      reason: "Same service, 1 minute apart.",
      createdAt: now,
    }));
    const database = await openDatabase({ kind: "sqlite", path: join(daemon.dataDir, "tocsin.db") });
    try {
      await database.write(async (transaction) => {
        await insertRows(transaction, correlationDecisionTable, decisions);
        const aged = { createdAt: now - 2 * DAY_MS, updatedAt: now - 2 * DAY_MS };
        await transaction.update(correlationRuleTable, { id: rule.id }, aged);
      });
    } finally {
      await database.close();
    }
    return rule.id;
  };

  it("previews a draft on what is stored, and writes nothing", async () => {
    const [first, second] = [await open("cart"), await open("cart")];
    await open("pay");
    const draft = { rule: { conditions, action: "merge" } };
    const { samples, ...counts } = await done<{ samples: object[] }>(ask(PREVIEW, draft));
    expect(counts).to.deep.equal({ lookbackDays: 30, evaluated: 3, merged: 1, grouped: 0, suppressed: 0 });
    expect(samples).to.have.length(1);
    expect(samples[0]).to.deep.include({
      incidentId: second.id,
      relatedIncidentId: first.id,
      action: "merge",
      compared: { service: "cart" },
    });
    const unmerged = await done<Named[]>(ask("/incidents?deduplicated=true"));
    expect(unmerged).to.have.length(3);
    expect(await done(ask("/correlation/rules"))).to.deep.equal([]);
    expect(await done(ask("/correlation/decisions?action=merge"))).to.deep.equal([]);
  });

  it("takes a severity or signal type of nothing as all, as a rule does", async () => {
    await open("cart");
    await open("cart");
    const rule = { conditions: { ...conditions, severities: [], signalTypes: [] }, action: "suppress" };
    expect(await done(ask(PREVIEW, { rule, lookbackDays: 90 }))).to.include({ lookbackDays: 90, suppressed: 1 });
  });

  it("names what is wrong with a draft", async () => {
    const rule = { conditions, action: "merge" };
    expect(await refused(PREVIEW, {})).to.equal("/rule");
    expect(await refused(PREVIEW, { rule, lookbackDays: 91 })).to.equal("/lookbackDays");
    expect(await refused(PREVIEW, { rule: { ...rule, action: "delete" } })).to.equal("/rule/action");
    const fields = { ...conditions, matchFields: [] };
    expect(await refused(PREVIEW, { rule: { ...rule, conditions: fields } })).to.equal("/rule/conditions/matchFields");
  });

  it("recommends nothing where nothing was decided, and applies nothing", async () => {
    expect(await done(ask(RECOMMENDATIONS))).to.deep.equal({ lookbackDays: 30, recommendations: [] });
    const reason = "No rule decided about an incident in the last 30 days.";
    expect(await done(ask(AUTO_APPLY, {}))).to.deep.equal({ applied: false, lookbackDays: 30, reason });
    expect(await done(core(daemon, AUTO_APPLY, { method: "POST", token }))).to.include({ lookbackDays: 30 });
    expect(await done(ask(AUTO_APPLY, { lookbackDays: 1 }))).to.include({ lookbackDays: 1 });
    for (const lookbackDays of [0, 91, 1.5, "30"]) await refused(AUTO_APPLY, { lookbackDays });
  });

  it("recommends a priority with its numbers, applies it once, and tells of it among the decisions", async () => {
    const ruleId = await ruleThatDecided(30);
    const { recommendations } = await done<{ recommendations: unknown[] }>(ask(RECOMMENDATIONS));
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
    const outcomes = await Promise.all([1, 2, 3].map(() => done<{ applied: boolean }>(ask(AUTO_APPLY, {}))));
    expect(outcomes.filter(({ applied }) => applied)).to.deep.equal([
      { applied: true, lookbackDays: 30, ...named, ...change },
    ]);
    expect(await done(ask(`/correlation/rules/${ruleId}`))).to.include({ priority: 100 });
    const told = await done<{ reason: string; compared: object }[]>(
      ask(`/correlation/decisions?ruleId=${ruleId}&action=none`),
    );
    expect(told).to.have.length(1);
    expect(told[0]).to.include({ incidentId: null, relatedIncidentId: null, ruleName: "Same service" });
    expect(told[0]?.compared).to.include({ ...change, usageCount: 30, lookbackDays: 30 });
    expect(told[0]?.reason).to.match(/^Priority raised from 96 to 100 by tuning\. 30 of 30/);
  });

  it("asks for policy:update to preview and to apply, and for incidents:view to read", async () => {
    const viewer = tokenOf(organization, { permissions: ["incidents:view"] });
    const writer = tokenOf(organization, { permissions: ["policy:update"] });
    const status = async (path: string, as: string, body?: unknown): Promise<number> =>
      (await core(daemon, path, body === undefined ? { token: as } : { token: as, body })).status;
    const draft = { rule: { conditions, action: "merge" } };
    expect([await status(PREVIEW, viewer, draft), await status(PREVIEW, writer, draft)]).to.deep.equal([403, 200]);
    expect([await status(AUTO_APPLY, viewer, {}), await status(AUTO_APPLY, writer, {})]).to.deep.equal([403, 200]);
    expect([await status(RECOMMENDATIONS, viewer), await status(RECOMMENDATIONS, writer)]).to.deep.equal([200, 403]);
  });
});
