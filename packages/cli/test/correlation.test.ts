import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CorrelationDecision, CorrelationRule, RulePreview, TuningRecommendation } from "@tocsin/sdk";
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
import { fakeSession } from "./fake-session.ts";
import { incident, json, refusal } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

const rule: CorrelationRule = {
  id: "5c1d0c2f-0000-4000-8000-000000000001",
  name: "One outage of a service",
  description: "All that fails in a service within a quarter of an hour is one trouble.",
  enabled: true,
  conditions: { matchFields: ["service"], timeWindowMinutes: 15, severities: null, signalTypes: ["ERROR_RATE"] },
  action: "merge",
  priority: 50,
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
};
const other = { ...rule, id: "6c1d0c2f-0000-4000-8000-000000000002", name: "quiet", enabled: false };
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
const preview: RulePreview = {
  lookbackDays: 30,
  evaluated: 200,
  merged: 30,
  grouped: 0,
  suppressed: 0,
  samples: [
    {
      incidentId: incident().id,
      relatedIncidentId: "029353e1-0000-7000-8000-000000000002",
      action: "merge",
      compared: { service: "checkout" },
      gapMinutes: 3.2,
      reason: "Both are of checkout.",
    },
  ],
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
const folder = mkdtempSync(path.join(tmpdir(), "tocsin-rules-"));
const fileOf = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

describe("commands about correlation", () => {
  const fake = fakeSession();
  const rules = "GET /correlation/rules";
  const sent = (method: string): unknown =>
    JSON.parse(fake.server.requests.find((each) => each.method === method)?.body ?? "null");

  it("lists the rules with full ids in a pipe", async () => {
    await fake.serve({ [rules]: json([rule, other]) });
    expect((await fake.run("correlation rules")).stdout).to.equal(
      `${rule.id}\ttrue\t50\tmerge\tOne outage of a service\tservice\t15\n` +
        `${other.id}\tfalse\t50\tmerge\tquiet\tservice\t15\n`,
    );
  });

  it("creates a rule from flags", async () => {
    await fake.serve({ "POST /correlation/rules": json(rule, 201) });
    const { code, stdout } = await fake.run(
      "correlation create outage --match service,severity --window 90m --severity high,critical --action merge --priority 50",
    );
    expect(code).to.equal(0);
    expect(stdout).to.contain(rule.id);
    expect(sent("POST")).to.deep.equal({
      name: "outage",
      description: "",
      action: "merge",
      priority: 50,
      conditions: { matchFields: ["service", "severity"], timeWindowMinutes: 90, severities: ["HIGH", "CRITICAL"] },
    });
  });

  it("creates a rule from YAML, which flags override, and from the output of show --json", async () => {
    await fake.serve({ "POST /correlation/rules": json(rule, 201) });
    const file = fileOf(
      "rule.yaml",
      "name: outage\ndescription: one\nconditions:\n  matchFields: [service]\n  timeWindowMinutes: 15\naction: merge\n",
    );
    await fake.run(`correlation create -f ${file} --window 1h`);
    expect(sent("POST")).to.deep.equal({
      name: "outage",
      description: "one",
      action: "merge",
      conditions: { matchFields: ["service"], timeWindowMinutes: 60 },
    });
    fake.server.requests.length = 0;
    await fake.run("correlation create copy -f -", JSON.stringify(rule));
    expect(sent("POST")).to.deep.equal({
      name: "copy",
      description: rule.description,
      enabled: true,
      action: "merge",
      priority: 50,
      conditions: { matchFields: ["service"], timeWindowMinutes: 15, signalTypes: ["ERROR_RATE"] },
    });
  });

  it("reports missing fields and invalid files before the request", async () => {
    await fake.serve();
    const bare = await fake.run("correlation create outage --action merge");
    expect(bare.code).to.equal(2);
    expect(bare.stderr).to.contain("--match, --window");
    const broken = await fake.run(`correlation create -f ${fileOf("broken.yaml", "a: [")}`);
    expect(broken.code).to.equal(2);
    expect(broken.stderr).to.contain("neither JSON nor YAML");
    const mistyped = await fake.run(
      "correlation preview -f -",
      "conditions: { matchField: [service] }\naction: merge\n",
    );
    expect(mistyped.code).to.equal(2);
    expect(mistyped.stderr).to.contain('Unknown field "matchField"');
    expect(fake.server.requests).to.have.length(0);
  });

  it("keeps other conditions of a rule when it changes one", async () => {
    await fake.serve({ [rules]: json([rule, other]), [`PUT /correlation/rules/${rule.id}`]: json(rule) });
    const env = fake.env;
    await tocsin(["correlation", "update", "one outage of a SERVICE", "--window", "30m"], { env });
    expect(sent("PUT")).to.deep.equal({
      conditions: { matchFields: ["service"], timeWindowMinutes: 30, signalTypes: ["ERROR_RATE"] },
    });
    expect(await fake.run("correlation update quiet")).to.have.property("code", 2);
  });

  it("previews an existing rule with the changes of the flags", async () => {
    await fake.serve({
      [`GET /correlation/rules/${rule.id}`]: json(rule),
      "POST /correlation/rules/preview": json(preview),
    });
    const { stdout } = await fake.run(`correlation preview ${rule.id} --window 1h --days 7`);
    expect(sent("POST")).to.deep.equal({
      rule: {
        name: rule.name,
        priority: 50,
        action: "merge",
        conditions: { matchFields: ["service"], timeWindowMinutes: 60, signalTypes: ["ERROR_RATE"] },
      },
      lookbackDays: 7,
    });
    expect(stdout).to.contain("30 (15 %)").and.contain("019353e1 into 029353e1, 3.2 min later");
  });

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

  it("deletes rules by ids from a pipe, and only after confirmation", async () => {
    const own = `DELETE /correlation/rules/${rule.id}`;
    await fake.serve({ [`GET /correlation/rules/${rule.id}`]: json(rule), [own]: json({ deleted: true }) });
    expect(await fake.run("correlation delete -", `${rule.id}\n`)).to.have.property("code", 2);
    expect((await fake.run("correlation delete - --yes", `${rule.id}\n`)).stdout).to.contain("is deleted");
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
