import { expect } from "chai";
import stringWidth from "string-width";
import { detectionRuleDetails, detectionRuleListing, openingListing, previewSummary } from "../src/format/detection.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { CHECK, draft, opening, preview, rule, sound, unsound } from "./detection-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const PREVIEW = "POST /detection/preview";

describe("detection preview", () => {
  const fake = fakeSession();
  const bodyOf = (url: string): unknown => {
    const asked = fake.server.requests.find((each) => each.url === url && each.method === "POST");
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

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
