import type { HourCount, IncidentStats, ToolMetrics } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { wrap } from "../text/wrap.ts";
import { chart, type Drawing } from "./chart.ts";
import type { Sheet } from "./diagnosis.ts";
import { counted, factLines, heading, listed } from "./facts.ts";
import { severities, severityStyle } from "./incident.ts";
import { type Cell, table } from "./table.ts";

/** How many incidents there are, of what they are, and when they were opened. */
export function incidentStatsText(
  stats: IncidentStats,
  hourly: readonly HourCount[],
  days: number | undefined,
  sheet: Sheet & { readonly drawing: Drawing },
): string {
  const { paint, width } = sheet;
  const bySeverity = severities
    .toReversed()
    .map((severity) => `${paint(severityStyle[severity], severity)} ${stats.bySeverity[severity] ?? 0}`)
    .join(", ");
  const opened = hourly.reduce((sum, { count }) => sum + count, 0);
  return [
    heading(`Incidents ${days === undefined ? "of all time" : `of the last ${counted(days, "day")}`}`, sheet),
    factLines(
      [
        ["all", String(stats.totalCount)],
        ["active", String(stats.activeCount)],
        ["recovered", recovered(stats)],
        ["severity", bySeverity],
        ["affected", stats.affectedServices.map(cleanLine).join(", ") || "no service now"],
      ],
      sheet,
    ),
    heading(`Opened by the hour: ${opened} in ${counted(hourly.length, "hour")}`, sheet),
    chart(
      hourly.map(({ hour, count }) => ({ at: hour, value: count })),
      { width, paint, drawing: sheet.drawing, height: 5 },
    ),
  ].join("\n\n");
}

const recovered = ({ resolvedCount, avgRecoveryMinutes }: IncidentStats): string =>
  resolvedCount === 0 ? "0" : `${resolvedCount}, on average after ${counted(avgRecoveryMinutes, "minute")}`;

/** How often diagnostic tools ran, and why they failed. */
export function toolMetricsText(metrics: ToolMetrics, sheet: Sheet): string {
  const hours = counted(metrics.windowHours, "hour");
  if (metrics.total === 0) return wrap(`No diagnostic tool ran in the last ${hours}.`, sheet.width);
  const { topFailingTool: worst, byTool, byProvider, failurePatterns } = metrics;
  return [
    heading(`Diagnostic tools in the last ${hours}`, sheet),
    factLines(
      [
        ["runs", String(metrics.total)],
        ["succeeded", String(metrics.success)],
        ["failed", `${metrics.failed}${worst ? `, mostly ${cleanLine(worst.toolType)} (${worst.failed})` : ""}`],
        ["running", String(metrics.running)],
        ["cut off", String(metrics.truncated)],
      ],
      sheet,
    ),
    countTable(
      "TOOL",
      byTool.map((counts) => ({ name: counts.toolType, ...counts })),
      sheet,
    ),
    countTable(
      "PROVIDER",
      byProvider.map((counts) => ({ name: counts.provider, ...counts })),
      sheet,
    ),
    ...listed(
      "Why they failed",
      failurePatterns.map(({ pattern, count }) => `${cleanLine(pattern)} (${count})`),
      sheet,
    ),
  ].join("\n\n");
}

interface Counts {
  readonly name: string;
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly running: number;
  readonly truncated: number;
}

function countTable(name: string, rows: readonly Counts[], { width, paint }: Sheet): string {
  const cells = rows.map((row): Cell[] => [
    { text: cleanLine(row.name) },
    ...[row.total, row.success, row.failed, row.running, row.truncated].map((count) => ({ text: String(count) })),
  ]);
  const columns = [
    { name, flexible: 8 },
    { name: "RUNS" },
    { name: "OK" },
    { name: "FAILED" },
    { name: "RUNNING", optional: 10 },
    { name: "CUT", optional: 11 },
  ];
  return table(columns, cells, width, paint);
}
