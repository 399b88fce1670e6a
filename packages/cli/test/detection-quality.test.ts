import type { DetectionRule, OpeningsMeasured, RulePerformance, ShadowOpening } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { detectionRuleDetails, detectionRuleListing } from "../src/format/detection.ts";
import {
  feedbackListing,
  performanceListing,
  precisionText,
  shadowDetails,
  shadowListing,
} from "../src/format/detection-quality.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const FIRST = "019353e1-0000-7000-8000-000000000001";
const SECOND = "019353f2-0000-7000-8000-000000000002";

const measured = (fields: Partial<OpeningsMeasured> = {}): OpeningsMeasured => ({
  from: "2026-10-21T08:00:00.000Z",
  opened: 42,
  useful: 3,
  noise: 27,
  unjudged: 12,
  occasions: 19,
  precision: { value: 0.1, lower: 0.0346, upper: 0.2562 },
  ...fields,
});
const performance = (fields: Partial<RulePerformance> = {}): RulePerformance => ({
  ...measured(),
  ruleId: "log-error-burst",
  mode: "active",
  shadow: measured({ opened: 0, useful: 0, noise: 0, unjudged: 0, precision: { value: null, lower: 0, upper: 1 } }),
  recommendation: "demote",
  rationale: "3 of 30 judged openings were useful (10 %).\u001b[2J",
  ...fields,
});
const rule = (fields: Partial<DetectionRule> = {}): DetectionRule => ({
  id: "log-error-burst",
  signalType: "log_error_burst",
  enabled: true,
  source: "built-in",
  description: "Many errors within one minute.",
  severity: "MEDIUM",
  resolveAfterMinutes: 15,
  parameters: { minErrors: 50 },
  mode: "shadow",
  fileMode: "active",
  modeSince: "2026-11-20T07:00:00.000Z",
  modeBy: "Ada\u202e",
  modeReason: "Too loud",
  autoDemote: true,
  ...fields,
});
const shadow = (fields: Partial<ShadowOpening> = {}): ShadowOpening => ({
  id: FIRST,
  ruleId: "queue-too-long",
  service: "checkout-api",
  environment: "production",
  title: "queue_depth of checkout-api is 1,480\u0007",
  description: "queue_depth was above 1000 for 5 minutes.",
  severity: "HIGH",
  openedAt: "2026-11-20T07:15:00.000Z",
  lastSeenAt: "2026-11-20T07:25:00.000Z",
  closedAt: null,
  observations: 14,
  triggeringEventId: "019353e1-0000-7000-8000-00000000ee01",
  incidentId: null,
  verdict: "useful",
  verdictFrom: "feedback",
  ...fields,
});
const said = { verdict: "noise" as const, note: "The import.", by: "Ada", createdAt: "2026-11-20T08:00:00.000Z" };
const feedback = { ...said, incidentId: FIRST, updatedAt: "2026-11-20T08:00:00.000Z" } as const;

describe("commands about the quality of detection", () => {
  const fake = fakeSession();
  const sent = (url: string): unknown[] =>
    fake.server.requests.filter((each) => each.url === url).map(({ body }) => JSON.parse(body ?? "{}") as unknown);

  it("incident feedback judges several incidents, also from stdin", async () => {
    const routes = [FIRST, SECOND].flatMap((id) => [
      [`GET /incidents/${id}`, json({ id })] as const,
      [`POST /incidents/${id}/feedback`, json({ ...feedback, incidentId: id }, 201)] as const,
    ]);
    await fake.serve(Object.fromEntries(routes));
    const { stdout, code } = await fake.run("incident feedback - Noise --note again", `${FIRST}\n${SECOND}\n`);
    expect(code).to.equal(0);
    expect(stdout).to.equal("019353e1 is noise, says Ada.\n019353f2 is noise, says Ada.\n");
    for (const id of [FIRST, SECOND]) {
      expect(sent(`/incidents/${id}/feedback`)).to.deep.equal([{ verdict: "noise", note: "again" }]);
    }
  });

  it("incident feedback with an id only lists the verdicts", async () => {
    await fake.serve({
      [`GET /incidents/${FIRST}`]: json({ id: FIRST }),
      [`GET /incidents/${FIRST}/feedback`]: json([feedback]),
    });
    const { stdout } = await fake.run(`incident feedback ${FIRST}`);
    expect(stdout).to.match(/^Ada\tnoise\tThe import\.\t/);
  });

  it("incident feedback rejects several ids without a verdict", async () => {
    await fake.serve({});
    for (const words of ["", `${FIRST} ${SECOND}`, "noise"]) {
      const { code, stderr } = await fake.run(`incident feedback ${words}`.trim());
      expect(code, words).to.equal(2);
      expect(stderr).to.contain("useful or noise");
    }
  });

  it("incident feedback rejects a note without a verdict", async () => {
    await fake.serve({});
    const { code, stderr } = await fake.run(`incident feedback ${FIRST} --note why`);
    expect(code).to.equal(2);
    expect(stderr).to.contain("useful or noise");
  });

  it("detection shadow fails for an unknown rule", async () => {
    await fake.serve({ "GET /detection/shadow": json([]), "GET /detection/rules": json([rule()]) });
    expect((await fake.run("detection shadow --rule log-error-brust")).code).to.equal(5);
    expect((await fake.run("detection shadow --rule log-error-burst")).code).to.equal(0);
  });

  it("detection shadow shows verdicts at 80 cells too", () => {
    const table = listTable(shadowListing([shadow()]), { width: 80, paint: plainPaint, now: 0 });
    expect(table).to.match(/ useful /);
  });

  it("detection performance lists every rule, and suggests changes", async () => {
    await fake.serve({ "GET /detection/performance": json([performance()]) });
    const { stdout, stderr } = await fake.run("detection performance");
    expect(stdout).to.equal("log-error-burst\tactive\t0.1\t3\t27\t12\t42\tdemote\n");
    expect(stderr)
      .to.contain("log-error-burst: 3 of 30 judged openings")
      .and.not.match(/\u001b\[2J/);
  });

  it("detection performance measures a shadow rule by its shadow openings", () => {
    const inShadow = performance({
      mode: "shadow",
      shadow: measured({ opened: 20, useful: 12, noise: 0, precision: { value: 1, lower: 0.757, upper: 1 } }),
      recommendation: "promote",
    });
    const table = listTable(performanceListing([inShadow]), { width: 120, paint: plainPaint, now: 0 });
    expect(table).to.match(/shadow +100% \(76%–100%\) +12 +0 +12 +20 +promote/);
    expect(table.split("\n")[0]).to.match(/PRECISION .* ADVICE$/);
    const narrow = listTable(performanceListing([inShadow]), { width: 40, paint: plainPaint, now: 0 });
    expect(narrow).to.match(/^log-error-b\S+ +100% \(76%–100%\) +promote$/m);
    expect(precisionText(performance().shadow.precision)).to.equal("-");
  });

  it("detection promote, demote and reset set the mode of a rule, with a reason", async () => {
    const PUT = "/detection/rules/log-error-burst/mode";
    const missing = refusal(404, "Detection rule not found.");
    const RULES = { "GET /detection/rules": json([rule()]) };
    await fake.serve({ ...RULES, [`PUT ${PUT}`]: json(rule()), "PUT /detection/rules/LOG-Error-Burst/mode": missing });
    const { stdout } = await fake.run("detection demote log-error-burst --reason loud");
    expect(stdout).to.equal("log-error-burst is in shadow: Too loud\n");
    await fake.run("detection promote LOG-Error-Burst");
    await fake.run("detection reset log-error-burst");
    expect(sent(PUT)).to.deep.equal([
      { mode: "shadow", reason: "loud" },
      { mode: "active", reason: "Promoted by hand." },
      { mode: null, reason: "As the detection file says." },
    ]);
    expect((await fake.run("detection demote log-error-burst")).code, "no reason").to.equal(2);
    const misspelt = await fake.run("detection promote log-error-brust");
    expect(misspelt.code).to.equal(5);
    expect(misspelt.stderr).to.match(/no detection rule "log-error-brust"\. Did you mean log-error-burst\?/);
    await fake.serve({ ...RULES, [`PUT ${PUT}`]: missing });
    expect((await fake.run("detection promote log-error-burst")).code).to.equal(5);
  });

  it("detection shadow lists openings and shows one, and detection feedback judges it", async () => {
    await fake.serve({
      "GET /detection/shadow": json([shadow()]),
      [`GET /detection/shadow/${FIRST}`]: json(shadow()),
      [`POST /detection/shadow/${FIRST}/feedback`]: json({ ...said, shadowId: FIRST, updatedAt: said.createdAt }, 201),
    });
    expect((await fake.run("detection shadow --rule queue-too-long -o name")).stdout).to.equal(`${FIRST}\n`);
    expect((await fake.run("detection shadow 019353e1")).stdout)
      .to.match(/verdict +useful, by feedback/)
      .and.match(/incident +none/)
      .and.not.contain("\u0007");
    expect((await fake.run("detection feedback 019353e1 noise")).stdout).to.equal("019353e1 is noise, says Ada.\n");
    expect(sent(`/detection/shadow/${FIRST}/feedback`)).to.deep.equal([{ verdict: "noise" }]);
    expect((await fake.run(`detection feedback ${FIRST}`)).code).to.equal(2);
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const layout = { width, paint: plainPaint };
      const now = Date.parse("2026-11-20T08:05:00Z");
      const long = "a long word ".repeat(20);
      for (const text of [
        listTable(performanceListing([performance({ rationale: long })]), { ...layout, now }),
        listTable(shadowListing([shadow({ title: long, service: "service".repeat(9) })]), { ...layout, now }),
        listTable(feedbackListing([{ ...feedback, note: long, by: "Ada" }]), { ...layout, now }),
        listTable(detectionRuleListing([rule()], [performance()]), { ...layout, now }),
        shadowDetails(shadow({ title: long, description: long }), layout),
        detectionRuleDetails(rule({ modeReason: long }), layout, performance({ rationale: long })),
      ]) {
        for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
        expect(text).not.to.match(/\u001b\[2J|\u202e|\u0007/);
      }
    });
  }
});
