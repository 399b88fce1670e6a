import type { HourCount, IncidentStats, ToolMetrics } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { minutesText } from "../text/figure.ts";
import { wrap } from "../text/wrap.ts";
import { type ChartStyle, renderChart } from "./chart.ts";
import { bulletSection, countText, factList, heading } from "./fact-list.ts";
import { severities, severityStyle } from "./incident.ts";
import type { Layout } from "./layout.ts";
import { type Cell, renderTable } from "./table.ts";

/** Counts of incidents, and a chart of their openings. */
export function incidentStatsText(
  stats: IncidentStats,
  hourly: readonly HourCount[],
  days: number | undefined,
  layout: Layout & { readonly drawing: ChartStyle },
): string {
  const { paint, width } = layout;
  const bySeverity = severities
    .toReversed()
    .map((severity) => `${paint(severityStyle[severity], severity)} ${stats.bySeverity[severity] ?? 0}`)
    .join(", ");
  const opened = hourly.reduce((sum, { count }) => sum + count, 0);
  return [
    heading(`Incidents ${days === undefined ? "of all time" : `of the last ${countText(days, "day")}`}`, layout),
    factList(
      [
        ["all", String(stats.totalCount)],
        ...(stats.mergedCount === undefined ? [] : [["merged", mergedText(stats.mergedCount)] as const]),
        ["active", String(stats.activeCount)],
        ["recovered", recovered(stats)],
        ["severity", bySeverity],
        ["affected", stats.affectedServices.map(cleanLine).join(", ") || "no service now"],
      ],
      layout,
    ),
    heading(`Opened by the hour: ${opened} in ${countText(hourly.length, "hour")}`, layout),
    renderChart(
      hourly.map(({ hour, count }) => ({ at: hour, value: count })),
      { width, paint, drawing: layout.drawing, height: 5 },
    ),
  ].join("\n\n");
}

const mergedText = (count: number): string =>
  count === 1 ? "1, which counts with its parent" : `${count}, which count with their parents`;

const recovered = ({ resolvedCount, avgRecoveryMinutes }: IncidentStats): string =>
  resolvedCount === 0 ? "0" : `${resolvedCount}, on average after ${minutesText(avgRecoveryMinutes)}`;

/** Counts of probes, and their failures. */
export function toolMetricsText(metrics: ToolMetrics, layout: Layout): string {
  const hours = countText(metrics.windowHours, "hour");
  if (metrics.total === 0) return wrap(`No diagnostic tool ran in the last ${hours}.`, layout.width);
  const { topFailingTool: worst, byTool, byProvider, failurePatterns } = metrics;
  return [
    heading(`Diagnostic tools in the last ${hours}`, layout),
    factList(
      [
        ["runs", String(metrics.total)],
        ["succeeded", String(metrics.success)],
        ["failed", `${metrics.failed}${worst ? `, mostly ${cleanLine(worst.toolType)} (${worst.failed})` : ""}`],
        ["running", String(metrics.running)],
        ["cut off", String(metrics.truncated)],
      ],
      layout,
    ),
    countTable(
      "TOOL",
      byTool.map((counts) => ({ name: counts.toolType, ...counts })),
      layout,
    ),
    countTable(
      "PROVIDER",
      byProvider.map((counts) => ({ name: counts.provider, ...counts })),
      layout,
    ),
    ...bulletSection(
      "Failures",
      failurePatterns.map(({ pattern, count }) => `${cleanLine(pattern)} (${count})`),
      layout,
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

function countTable(name: string, rows: readonly Counts[], { width, paint }: Layout): string {
  const cells = rows.map((row): Cell[] => [
    { text: cleanLine(row.name) },
    ...[row.total, row.success, row.failed, row.running, row.truncated].map((count) => ({ text: String(count) })),
  ]);
  const columns = [
    { name, minWidth: 8 },
    { name: "RUNS" },
    { name: "OK" },
    { name: "FAILED" },
    { name: "RUNNING", dropPriority: 10 },
    { name: "CUT", dropPriority: 11 },
  ];
  return renderTable(columns, cells, width, paint);
}
