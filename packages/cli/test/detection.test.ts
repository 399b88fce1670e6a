import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DetectionOpening, DetectionPreview, DetectionRule } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { detectionRuleDetails, detectionRuleListing, openingListing, previewSummary } from "../src/format/detection.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const rule = (fields: Partial<DetectionRule> = {}): DetectionRule => ({
  id: "queue-too-long",
  signalType: "metric_threshold",
  enabled: true,
  source: "file",
  description: "A metric passes a fixed threshold for some minutes.\u001b[2J",
  severity: "HIGH",
  resolveAfterMinutes: 15,
  parameters: {
    pattern: "metric-threshold",
    metrics: ["queue_depth\u202e"],
    threshold: 1000,
    services: [],
    labels: { queue: ["a", "b"] },
    exceptWords: [],
    highFrom: null,
  },
  mode: "active",
  fileMode: "active",
  modeSince: null,
  modeBy: null,
  modeReason: null,
  autoDemote: true,
  ...fields,
});
const opening = (fields: Partial<DetectionOpening> = {}): DetectionOpening => ({
  ruleId: "queue-too-long",
  service: "checkout-api",
  environment: "production",
  severity: "HIGH",
  title: "queue_depth of checkout-api is above 1,000 \u0007for five minutes",
  reason: "metric_above_threshold",
  description: "1,204 was measured.",
  at: "2026-11-20T07:10:00.000Z",
  openedAt: "2026-11-20T07:15:00.000Z",
  lastSeenAt: "2026-11-20T07:25:00.000Z",
  closedAt: "2026-11-20T07:40:00.000Z",
  observations: 14,
  reopened: 0,
  triggeringEventId: "019353e1-0000-7000-8000-00000000ee01",
  overlap: { incidentId: "019353e1-0000-7000-8000-000000000001", ruleId: "log-fatal", sameTrouble: false },
  ...fields,
});
const preview = (fields: Partial<DetectionPreview> = {}): DetectionPreview => ({
  from: "2026-11-19T08:00:00.000Z",
  to: "2026-11-20T08:00:00.000Z",
  coveredUntil: "2026-11-20T08:00:00.000Z",
  warmUpFrom: "2026-11-19T06:40:00.000Z",
  truncated: false,
  truncatedBy: null,
  events: 48211,
  backfilled: 0,
  eventsLeftOut: 0,
  rules: [
    {
      ruleId: "queue-too-long",
      mode: "active",
      signalType: "metric_threshold",
      openings: 2,
      perDay: 2,
      services: 1,
      observations: 15,
      overlapping: 1,
    },
    {
      ruleId: "log-fatal",
      mode: "active",
      signalType: "log_fatal",
      openings: 0,
      perDay: 0,
      services: 0,
      observations: 0,
      overlapping: 0,
    },
  ],
  openings: [
    opening(),
    opening({ overlap: null, triggeringEventId: "029353e1-0000-7000-8000-00000000ee02", observations: 1 }),
  ],
  openingsLeftOut: 0,
  missedIncidents: [],
  missedIncidentsLeftOut: 0,
  ...fields,
});
const sound = {
  valid: true,
  problems: [],
  rules: [rule(), rule({ id: "log-fatal", source: "built-in", enabled: false })],
};
const unsound = {
  valid: false,
  problems: [
    { line: 3, column: 14, message: "rule a: threshold is missing\u001b[31m" },
    { line: 4, column: 5, message: "rule b: minErrors is unknown" },
  ],
  rules: [],
};
const CHECK = "POST /detection/check";
const PREVIEW = "POST /detection/preview";
const draft = "rules:\n  - { id: a, pattern: log-fatal }\n";

describe("commands about detection rules", () => {
  const fake = fakeSession();
  const bodyOf = (url: string): unknown => {
    const asked = fake.server.requests.find((each) => each.url === url && each.method === "POST");
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

  it("detection rules lists rules by id, tab-separated in a pipe", async () => {
    await fake.serve({ "GET /detection/rules": json([rule()]), "GET /detection/performance": json([]) });
    expect((await fake.run("detection rules")).stdout).to.equal(
      "queue-too-long\ton\tactive\t-\tHIGH\tfile\tA metric passes a fixed threshold for some minutes.\n",
    );
    expect((await fake.run("detection rules -o name")).stdout).to.equal("queue-too-long\n");
  });

  it("detection show prints one rule with its thresholds, and exits with 5 for an unknown one", async () => {
    await fake.serve({ "GET /detection/rules": json([rule()]), "GET /detection/performance": json([]) });
    const { stdout } = await fake.run("detection show Queue-Too-Long");
    expect(stdout)
      .to.match(/source +the detection file/)
      .and.match(/threshold +1000/);
    expect(stdout)
      .to.match(/services +any/)
      .and.match(/highFrom +none/);
    expect(stdout)
      .to.match(/labels +queue: a, b/)
      .and.match(/exceptWords +none/);
    expect(stdout).not.to.match(/\u001b\[2J|\u202e/);
    expect((await fake.run("detection show other")).code).to.equal(5);
  });

  it("detection check summarizes a valid file", async () => {
    await fake.serve({ [CHECK]: json(sound) });
    const { stdout, code } = await fake.run("detection check -", draft);
    expect(code).to.equal(0);
    expect(stdout).to.equal("- is valid: 2 rules, of which 1 new, 0 changed, 1 built in, 1 off.\n");
    expect(bodyOf("/detection/check")).to.deep.equal({ rules: draft });
  });

  it("detection check notes rules that name the deprecated field pattern", async () => {
    await fake.serve({ [CHECK]: json({ ...sound, deprecated: ["a", "b\u001b[2J"] }) });
    const { stdout, stderr, code } = await fake.run("detection check -", draft);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^- is valid: .*\n$/);
    expect(stderr).to.equal("The field pattern is deprecated. Write type instead in 2 rules: a, b.\n");
  });

  it("detection check lists every problem with file, line and column, and exits with 1", async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "tocsin-rules-")), "rules.yaml");
    writeFileSync(file, draft);
    await fake.serve({ [CHECK]: json(unsound) });
    const { stdout, code } = await fake.run(`detection check ${file}`);
    expect(stdout).to.equal(`${file}:3:14: rule a: threshold is missing\n${file}:4:5: rule b: minErrors is unknown\n`);
    expect(code).to.equal(1);
    const asJson = await fake.run(`detection check ${file} --json`);
    expect(JSON.parse(asJson.stdout)).to.deep.equal(unsound);
    expect(asJson.code).to.equal(1);
  });

  it("detection check rejects a missing and an empty file", async () => {
    await fake.serve();
    expect(await fake.run("detection check /no/such/file")).to.include({ code: 2, stdout: "" });
    expect(await fake.run("detection check -", " \n")).to.include({ code: 2, stdout: "" });
  });

  it("detection preview lists openings on stdout, and a summary of each rule on stderr", async () => {
    await fake.serve({ [CHECK]: json(sound), [PREVIEW]: json(preview()) });
    const { stdout, stderr, code } = await fake.run(
      "detection preview - --since 2026-11-19T08:00:00Z --rule queue-too-long --service checkout-api",
      draft,
    );
    expect(code).to.equal(0);
    expect(stdout.split("\n")[0]?.split("\t")).to.deep.equal([
      "queue-too-long",
      opening().openedAt,
      "HIGH",
      "checkout-api",
      "queue_depth of checkout-api is above 1,000 for five minutes",
      "019353e1-0000-7000-8000-000000000001",
      "14",
    ]);
    expect(stderr)
      .to.match(/queue-too-long +2 +2 +1 +1/)
      .and.contain("1 rule would have opened no incidents.");
    expect(bodyOf("/detection/preview")).to.deep.equal({
      rules: draft,
      from: "2026-11-19T08:00:00.000Z",
      ruleIds: ["queue-too-long"],
      service: "checkout-api",
    });
  });

  it("detection preview notes an unknown service, and suggests the closest one", async () => {
    const nothing = preview({ events: 0, openings: [] });
    await fake.serve({
      [CHECK]: json(sound),
      [PREVIEW]: json(nothing),
      "GET /services/catalog": json([{ serviceName: "checkout-api" }]),
      "GET /incidents": json([]),
    });
    const mistyped = await fake.run("detection preview - --service chekout-api", draft);
    expect(mistyped).to.include({ code: 0, stdout: "" });
    expect(mistyped.stderr)
      .to.contain('Unknown service: neither the catalog nor the newest incidents contain "chekout-api"')
      .and.contain("Did you mean checkout-api?");
    expect((await fake.run("detection preview - --service checkout-api", draft)).stderr).not.to.contain("Neither");
    expect((await fake.run("detection preview -", draft)).stderr).not.to.contain("Neither");
    const asJson = await fake.run("detection preview - --service chekout-api --json", draft);
    expect(JSON.parse(asJson.stdout)).to.deep.equal(nothing);
    expect(asJson.stderr).to.contain("Did you mean checkout-api?");
  });

  it("detection preview lists the errors of an invalid file, and sends no preview", async () => {
    await fake.serve({ [CHECK]: json(unsound) });
    const { stderr, code } = await fake.run("detection preview -", draft);
    expect(code).to.equal(1);
    expect(stderr).to.contain("-:3:14: rule a: threshold is missing");
    expect(bodyOf("/detection/preview")).to.equal(undefined);
  });

  it("detection preview rejects an unknown or disabled rule", async () => {
    await fake.serve({ [CHECK]: json(sound) });
    for (const [id, words] of [
      ["queue-to-long", "Did you mean queue-too-long?"],
      ["log-fatal", 'The file turns off the rule "log-fatal"'],
    ] as const) {
      const { stderr, code } = await fake.run(`detection preview - --rule ${id}`, draft);
      expect(code).to.equal(2);
      expect(stderr).to.contain(words);
    }
    expect(bodyOf("/detection/preview")).to.equal(undefined);
  });

  it("detection preview exits with 7 while another one runs", async () => {
    const busy = refusal(429, "A preview of this organization is still running.");
    await fake.serve({ [CHECK]: json(sound), [PREVIEW]: busy });
    expect((await fake.run("detection preview -", draft)).code).to.equal(7);
  });

  it("a preview reports its end, skipped events and missed incidents", () => {
    const text = previewSummary(
      preview({
        truncatedBy: "events",
        backfilled: 3,
        eventsLeftOut: 1,
        openingsLeftOut: 2,
        missedIncidents: [
          {
            incidentId: "019353e1-0000-7000-8000-000000000009",
            ruleId: "log-fatal",
            service: "cart",
            createdAt: "2026-11-20T01:00:00.000Z",
          },
        ],
      }),
      { width: 200, paint: plainPaint, drawing: "blocks" },
    );
    expect(text).to.contain("the limit on events");
    expect(text).to.contain("3 events came six hours late").and.contain("2 openings are not listed");
    expect(text).to.contain("1 incident of that time would not have opened: 019353e1-0000-7000-8000-000000000009");
    expect(text).to.match(/▁+█/);
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const now = Date.parse("2026-11-20T08:05:00Z");
      const layout = { width, paint: plainPaint };
      const long = rule({ description: "A metric that ".repeat(20), parameters: { metrics: ["a_metric_".repeat(9)] } });
      for (const text of [
        detectionRuleDetails(long, layout),
        listTable(detectionRuleListing([rule(), long]), { ...layout, now }),
        listTable(openingListing(preview().openings), { ...layout, now }),
        previewSummary(preview({ truncatedBy: "time", backfilled: 9 }), { ...layout, drawing: "blocks" }),
      ]) {
        for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
      }
    });
  }
});
