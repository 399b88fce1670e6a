import type { Diagnosis, HourCount, IncidentStats, StoredMetric, ToolMetrics } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { incidentStatsText, toolMetricsText } from "../src/format/incident-stats.ts";
import { incidentMarks, type Series, seriesWithLargestChange } from "../src/query/metric-series.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json } from "./fake-tocsin.ts";

const start = Date.parse("2026-11-20T08:00:00Z");
const minute = (count: number): string => new Date(start + count * 60_000).toISOString();
const stats: IncidentStats = {
  activeCount: 2,
  resolvedCount: 11,
  totalCount: 13,
  avgRecoveryMinutes: 27.4,
  bySeverity: { CRITICAL: 1, HIGH: 4, MEDIUM: 6, LOW: 2 },
  mergedCount: 5,
  affectedServices: ["checkout-api", "payment-api\u001b[2J"],
  allServices: [],
};
const hourly: HourCount[] = Array.from({ length: 24 }, (_, hour) => ({ hour: minute(60 * hour), count: hour % 5 }));
const counts = { total: 3, success: 2, failed: 1, running: 0, truncated: 1 };
const tools: ToolMetrics = {
  windowHours: 24,
  ...counts,
  byProvider: [{ provider: "kubernetes", ...counts }],
  topFailingTool: { toolType: "describePod", failed: 1 },
  failurePatterns: [{ pattern: "The pod was not found", count: 1 }],
  byTool: [{ toolType: "getLoadBalancer5xxMetrics", ...counts }],
};

describe("figures of incidents", () => {
  for (const width of [40, 80, 200])
    for (const drawing of ["blocks", "ascii", "words"] as const)
      it(`fit ${width} cells, drawn with ${drawing}`, () => {
        const layout = { width, paint: plainPaint, drawing };
        const text = [incidentStatsText(stats, hourly, 7, layout), toolMetricsText(tools, layout)].join("\n");
        for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
        expect(text).to.contain("CRITICAL 1").and.to.contain("describePod").and.not.to.contain("\u001b");
      });

  it("say how many incidents count with their parents, where there are any", () => {
    const layout = { width: 80, paint: plainPaint, drawing: "blocks" } as const;
    const textOf = (given: IncidentStats) => incidentStatsText(given, [], 7, layout);
    expect(textOf(stats)).to.match(/^merged +5, which count with their parents$/m);
    expect(textOf({ ...stats, mergedCount: 1 })).to.match(/^merged +1, which counts with its parent$/m);
    const { mergedCount: _merged, ...alone } = stats;
    expect(textOf(alone)).to.not.contain("merged");
  });

  it("say that there are none", () => {
    const layout = { width: 80, paint: plainPaint, drawing: "blocks" } as const;
    expect(toolMetricsText({ ...tools, total: 0 }, layout)).to.equal("No diagnostic tool ran in the last 24 hours.");
    const none = { ...stats, resolvedCount: 0, affectedServices: [] };
    expect(incidentStatsText(none, [], undefined, layout))
      .to.contain("no service now")
      .and.to.contain("no values");
  });
});

describe("the metric around an incident", () => {
  const series = (metric: string, before: number, since: number): Series => ({
    service: "checkout",
    metric,
    unit: "",
    points: Array.from({ length: 20 }, (_, index) => ({
      at: minute(index),
      value: (index < 10 ? before : since) + (index % 2),
    })),
  });

  it("is the one with the largest change relative to its noise", () => {
    const found = seriesWithLargestChange([
      series("steady", 1000, 1001),
      series("broken", 2, 30),
      series("same", 5, 5),
    ]);
    expect(found?.metric).to.equal("broken");
    expect(seriesWithLargestChange([])).to.equal(undefined);
  });

  it("has marks for changes, onset and status in order of time", () => {
    const evidence = [
      { id: "d", kind: "deployment", service: "a", summary: "v2 was deployed", at: minute(8), ref: null },
      { id: "l", kind: "log", service: "a", summary: "a log", at: minute(9), ref: null },
    ];
    const diagnosis = { onsetAt: minute(10), evidence } as unknown as Diagnosis;
    const marks = incidentMarks(incident({ diagnosis, createdAt: minute(12), resolvedAt: minute(30) }));
    expect(marks.map(({ label }) => label)).to.deep.equal(["v2 was deployed", "onset", "incident opened", "resolved"]);
  });

  const fake = fakeSession();
  const at = `/incidents/${incident().id}`;
  const metric = (name: string, at: number, value: number): StoredMetric => ({
    id: incident().id,
    kind: "metric",
    organizationId: "acme",
    receivedAt: minute(at),
    service: "checkout",
    timestamp: minute(at),
    name,
    value,
    unit: "ms",
    labels: null,
  });
  const events = Array.from({ length: 20 }, (_, back) => metric("latency", 9 - back, back < 10 ? 900 : 20));

  it("is drawn and described by incident chart", async () => {
    await fake.serve({ [`GET ${at}`]: json(incident()), "GET /events/search": json(events) });
    const { stdout } = await fake.run(`incident chart ${incident().id} --around 10m`);
    expect(stdout).to.contain("latency of checkout").and.to.contain("900 ms").and.to.contain("incident opened");
    const { points, metric: name } = JSON.parse((await fake.run(`incident chart ${incident().id} --json`)).stdout);
    expect([name, points.length, points[0].value]).to.deep.equal(["latency", 20, 20]);
  });

  it("lists known metrics for an unknown one", async () => {
    await fake.serve({ [`GET ${at}`]: json(incident()), "GET /events/search": json(events) });
    const { code, stderr } = await fake.run(`incident chart ${incident().id} --metric pool`);
    expect(code).to.equal(5);
    expect(stderr).to.contain('no metric "pool" of checkout').and.to.contain("Known metrics: latency.");
  });

  it("is the errors a minute if there are no metrics", async () => {
    const log = { ...events[0], kind: "log", level: "error", message: "m", timestamp: minute(1) };
    await fake.serve({
      [`GET ${at}`]: json(incident()),
      "GET /events/search": (response, { url }) =>
        json(url.includes("level=error") ? [log, log] : [])(response, fake.server.requests[0] as never),
    });
    const { metric: name, points } = JSON.parse((await fake.run(`incident chart ${incident().id} --json`)).stdout);
    expect([name, points.length, points[31].value]).to.deep.equal(["errors", 60, 2]);
  });

  it("incident export sends its filters, and needs a file with --json", async () => {
    const csv = "id,title\n1,'=cmd()\n";
    await fake.serve({
      "GET /incidents/export/csv": (response) => response.writeHead(200, { "content-type": "text/csv" }).end(csv),
    });
    expect((await fake.run("incident export --status resolved --deduplicated")).stdout).to.equal(csv);
    expect(fake.server.requests[0]?.url).to.equal(
      "/incidents/export/csv?status=RESOLVED&limit=10000&deduplicated=true",
    );
    expect((await fake.run("incident export --json")).code).to.equal(2);
  });
});
