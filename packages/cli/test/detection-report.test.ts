import type { DetectionReport, RuleReport } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { reportListing, reportSummary } from "../src/format/detection-report.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const rule = (fields: Partial<RuleReport> = {}): RuleReport => ({
  ruleId: "log-error-rate",
  mode: "active",
  opened: 14,
  useful: 9,
  noise: 2,
  unjudged: 3,
  acknowledged: 10,
  acknowledgedShare: 10 / 14,
  openedAtNight: 4,
  onsetToOpening: { measured: 14, medianSeconds: 48.2, worstSeconds: 301.5 },
  wouldOpen: { present: 3, quiet: 1, normal: 3, early: 6 },
  ...fields,
});

const report = (fields: Partial<DetectionReport> = {}): DetectionReport => ({
  from: "2026-10-21T08:00:00.000Z",
  to: "2026-11-20T08:00:00.000Z",
  countedFrom: "2026-10-21T08:00:00.000Z",
  timeZone: "Europe/Berlin",
  nightFrom: "23:00",
  nightTo: "07:00",
  rules: [rule()],
  comparison: {
    from: "2026-11-19T08:00:00.000Z",
    to: "2026-11-20T08:00:00.000Z",
    coveredUntil: "2026-11-20T08:00:00.000Z",
    warmUpFrom: "2026-11-19T02:00:00.000Z",
    truncated: false,
    truncatedBy: null,
    events: 184220,
    eventsLeftOut: 0,
  },
  ...fields,
});

const REPORT = "/detection/report";

describe("detection report", () => {
  const fake = fakeSession();
  const asked = (): string[] => fake.server.requests.map(({ url }) => url).filter((url) => url.startsWith(REPORT));

  it("lists each rule on stdout, and says on stderr what the figures cover", async () => {
    await fake.serve({ [`GET ${REPORT}`]: json(report()) });
    const { stdout, stderr, code } = await fake.run("detection report");
    expect(code).to.equal(0);
    expect(stdout).to.equal(`log-error-rate\tactive\t14\t9\t2\t3\t${10 / 14}\t4\t48.2\t301.5\t1\t3\t6\n`);
    expect(stderr.replaceAll(/\s+/g, " "))
      .to.contain("NIGHT is from 23:00 to 07:00 in Europe/Berlin")
      .and.contain("a replay of 184220 events");
  });

  it("asks for the last 30 days and a day of replay unless told otherwise", async () => {
    await fake.serve({ [`GET ${REPORT}`]: json(report({ comparison: null })) });
    await fake.run("detection report");
    const { stderr } = await fake.run("detection report --days 7 --time-zone Asia/Tokyo --compare-hours 0");
    expect(stderr).to.contain("Sensitivities were not compared.");
    expect(asked()).to.deep.equal([
      `${REPORT}?days=30&compareHours=24`,
      `${REPORT}?days=7&compareHours=0&timeZone=Asia%2FTokyo`,
    ]);
  });

  it("prints the whole answer as JSON", async () => {
    await fake.serve({ [`GET ${REPORT}`]: json(report()) });
    const { stdout } = await fake.run("detection report --json");
    expect(JSON.parse(stdout)).to.deep.equal(report());
  });

  it("fails with 2 for days that there are not, and with the daemon's message for an unknown time zone", async () => {
    await fake.serve({ [`GET ${REPORT}`]: refusal(400, "Invalid request: /query/timeZone must be a time zone") });
    expect((await fake.run("detection report --days 91")).code).to.equal(2);
    const { code, stderr } = await fake.run("detection report --time-zone Mars/Olympus");
    expect(code).to.be.greaterThan(0);
    expect(stderr).to.contain("must be a time zone");
  });

  it("says so where a bound ended the replay, in its range or before it", () => {
    const cut = {
      ...(report().comparison as NonNullable<DetectionReport["comparison"]>),
      truncatedBy: "time" as const,
    };
    const summaryOf = (coveredUntil: string) =>
      reportSummary(report({ comparison: { ...cut, coveredUntil } }), { width: 1000 });
    expect(summaryOf("2026-11-19T20:00:00.000Z")).to.contain("The replay ended there because 20 seconds passed.");
    expect(summaryOf("2026-11-19T07:00:00.000Z")).to.contain("cover nothing");
    const more = report({ countedFrom: "2026-11-01T08:00:00.000Z" });
    expect(reportSummary(more, { width: 1000 })).to.contain("more incidents than a report counts");
  });

  for (const width of [40, 80, 200]) {
    it(`fits ${width} cells`, () => {
      const layout = { width, paint: plainPaint };
      const rules = [
        rule(),
        rule({ ruleId: "x".repeat(64), onsetToOpening: null, acknowledgedShare: null, wouldOpen: null }),
      ];
      for (const text of [listTable(reportListing(rules), { ...layout, now: 0 }), reportSummary(report(), layout)]) {
        for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
        expect(text).not.to.match(/\u001b\[2J|\u202e/);
      }
    });
  }
});
