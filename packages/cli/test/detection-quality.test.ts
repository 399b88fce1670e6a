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
import { FIRST, feedback, measured, performance, rule, said, shadow } from "./detection-quality-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

describe("commands about the performance of detection rules", () => {
  const fake = fakeSession();
  const sent = (url: string): unknown[] =>
    fake.server.requests.filter((each) => each.url === url).map(({ body }) => JSON.parse(body ?? "{}") as unknown);

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
