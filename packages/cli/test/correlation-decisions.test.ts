import type { CorrelationDecision, TuningRecommendation } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import {
  decisionListing,
  explanationText,
  previewText,
  recommendationListing,
  ruleDetails,
  ruleListing,
} from "../src/format/correlation.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { other, preview, rule } from "./correlation-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json, refusal } from "./fake-tocsin.ts";

const decision: CorrelationDecision = {
  id: "0198c1da-0000-7000-8000-00000000dd01",
  incidentId: incident().id,
  relatedIncidentId: "029353e1-0000-7000-8000-000000000002",
  ruleId: rule.id,
  ruleName: `${rule.name}\u001b[2J`,
  action: "merge",
  compared: { service: "checkout" },
  gapMinutes: 3.2,
  reason: "Both are of checkout, 3.2 minutes apart.",
  createdAt: "2026-11-20T08:00:00.000Z",
  repeats: 2,
  lastAt: "2026-11-20T08:10:00.000Z",
};
const recommendation: TuningRecommendation = {
  ruleId: rule.id,
  name: rule.name,
  currentPriority: 50,
  suggestedPriority: 55,
  recommendation: "increase",
  usageCount: 40,
  resolvedCount: 38,
  successRate: 0.95,
  rationale: "38 of 40 ended well, so the true share is between 0.83 and 0.99.",
};

describe("commands about correlation decisions", () => {
  const fake = fakeSession();
  const rules = "GET /correlation/rules";
  const sent = (method: string): unknown =>
    JSON.parse(fake.server.requests.find((each) => each.method === method)?.body ?? "null");

  it("lists decisions by the name of a rule and a time range", async () => {
    await fake.serve({ [rules]: json([rule, other]), "GET /correlation/decisions": json([decision]) });
    await fake.run("correlation decisions --rule quiet --action merge --since 2026-11-20T08:00:00Z --limit 7");
    const query = new URLSearchParams(fake.server.requests.at(-1)?.url.split("?")[1]);
    expect(Object.fromEntries(query)).to.deep.equal({
      ruleId: other.id,
      action: "merge",
      from: "2026-11-20T08:00:00.000Z",
      limit: "7",
    });
  });

  it("explains a merged and a suppressed incident", async () => {
    await fake.serve({
      "GET /correlation/decisions": json([{ ...decision, action: "suppress" }]),
      [`GET /incidents/${incident().id}`]: refusal(404, "There is no such incident."),
    });
    const gone = await fake.run(`correlation explain ${incident().id}`);
    expect(gone.code).to.equal(0);
    expect(gone.stdout).to.contain("no, it was suppressed").and.contain("Both are of checkout");
    expect(gone.stdout).not.to.contain("\u001b");
  });

  it("exits with 5 for an unknown incident without decisions", async () => {
    await fake.serve({ "GET /correlation/decisions": json([]) });
    expect(await fake.run(`correlation explain ${incident().id}`)).to.have.property("code", 5);
  });

  it("recommends priorities, and applies one only with --apply", async () => {
    const applied = { applied: true, lookbackDays: 30, ruleId: rule.id, name: rule.name, recommendation: "increase" };
    await fake.serve({
      "GET /correlation/rules/tuning/recommendations": json({ lookbackDays: 30, recommendations: [recommendation] }),
      "POST /correlation/rules/tuning/auto-apply": json({ ...applied, previousPriority: 50, appliedPriority: 55 }),
    });
    expect((await fake.run("correlation tune")).stdout).to.contain("increase\t50\t55\tOne outage of a service\t40\t38");
    expect(await fake.run("correlation tune --apply")).to.have.property("code", 2);
    expect((await fake.run("correlation tune --apply --dry-run")).stdout).to.contain(
      "Would send POST /correlation/rules/tuning/auto-apply",
    );
    expect(fake.server.requests.map(({ method }) => method)).not.to.include("POST");
    expect((await fake.run("correlation tune --apply --yes --days 7")).stdout).to.contain("priority 50 → 55");
    expect(sent("POST")).to.deep.equal({ lookbackDays: 7 });
  });

  it("reports the guardrail that prevented a change, without a failure", async () => {
    const declined = { applied: false, lookbackDays: 30, reason: "No rule decided 20 times." };
    await fake.serve({ "POST /correlation/rules/tuning/auto-apply": json(declined) });
    expect(await fake.run("correlation tune --apply --yes")).to.deep.include({
      code: 0,
      stdout: "No priority was changed: No rule decided 20 times.\n",
    });
  });

  it("lists decisions with similar ids within 40 cells, with their incidents if they fit", () => {
    const layout = { now: Date.parse("2026-11-20T09:00:00Z"), paint: plainPaint };
    const decisions = (ids: readonly string[]) =>
      decisionListing(ids.map((id) => ({ ...decision, id, action: "suppress" })));
    const sameMinute = decisions(["0198c1da-7b1c-7c1e-9a4e-0242ac120002", "0198c1da-7b2d-7000-8000-0242ac120002"]);
    const sameMillisecond = decisions(["0198c1da-7b1c-7c1e-9a4e-0242ac120002", "0198c1da-7b1c-7c1f-8000-0242ac120002"]);
    for (const listing of [sameMinute, sameMillisecond]) {
      const text = listTable(listing, { ...layout, width: 40 });
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(40);
      expect(text).to.contain("suppress").and.contain("One");
      expect(listTable(listing, { ...layout, width: 80 }))
        .to.contain("INCIDENT")
        .and.contain("WITH");
    }
    expect(listTable(sameMinute, { ...layout, width: 40 })).to.contain("INCIDENT");
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const layout = { width, now: Date.parse("2026-11-20T09:00:00Z"), paint: plainPaint };
      const text = [
        listTable(ruleListing([rule, other]), layout),
        ruleDetails(rule, layout),
        previewText({ ...rule, conditions: { matchFields: ["service"], timeWindowMinutes: 15 } }, preview, layout),
        listTable(decisionListing([decision, { ...decision, ruleName: null, relatedIncidentId: null }]), layout),
        explanationText(incident().id, incident({ duplicateCount: 3 }), [decision], layout),
        listTable(recommendationListing([recommendation]), layout),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
