import { HOUR_MS, SECOND_MS, toIso } from "../../kernel/clock.ts";
import { ProbeFailed } from "../../probe/prober.ts";
import { amount } from "./aws-report.ts";
import { type Call, closing } from "./cloud-tool.ts";

/** A metric of a subject. The unit is for the report. */
export type MetricQuery = readonly [name: string, stat: "Sum" | "Average" | "Maximum" | "Minimum", unit: string];

/** The resource whose metrics are read. */
interface Subject {
  readonly namespace: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

export interface Series {
  readonly query: MetricQuery;
  /** The oldest first. */
  readonly values: readonly number[];
  readonly times: readonly number[];
}

export interface Metrics {
  /** In the order they were asked for; empty where `problem` says why. */
  readonly series: readonly Series[];
  readonly lines: readonly string[];
  /** Why there are none. */
  readonly problem: string | undefined;
}

export const METRICS_ACTION = "cloudwatch:GetMetricData";
const PAGES_MAX = 5;

/** A minute each in the newest three hours, so that no series has more than some 300 points. */
const periodSeconds = ({ from, to }: Call): number => (to - from <= 3 * HOUR_MS ? 60 : 300);

/** Where metrics can't be read, the rest of the report is still worth having. */
export async function readMetrics(call: Call, subject: Subject, queries: readonly MetricQuery[]): Promise<Metrics> {
  try {
    const series = await ask(call, subject, queries);
    return { series, lines: ["", "Metrics:", ...series.map(described)], problem: undefined };
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error;
    return { series: [], lines: ["", `Metrics: ${error.message}`], problem: `There are no metrics: ${error.message}` };
  }
}

async function ask(call: Call, subject: Subject, queries: readonly MetricQuery[]): Promise<readonly Series[]> {
  const { CloudWatchClient, GetMetricDataCommand } = await import("@aws-sdk/client-cloudwatch");
  const period = periodSeconds(call);
  const aligned = (ms: number, round: (value: number) => number): Date =>
    new Date(round(ms / (period * SECOND_MS)) * period * SECOND_MS);
  const found = queries.map((query) => ({ query, points: new Map<number, number>() }));
  await closing(new CloudWatchClient(call.config), async (client) => {
    let token: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const command = new GetMetricDataCommand({
        StartTime: aligned(call.from, Math.floor),
        EndTime: aligned(call.to, Math.ceil),
        ScanBy: "TimestampDescending",
        MetricDataQueries: queries.map((query, index) => wanted(subject, query, index, period)),
        ...(token === undefined ? {} : { NextToken: token }),
      });
      const answer = await call.ask(METRICS_ACTION, (options) => client.send(command, options));
      for (const { Id, Timestamps = [], Values = [] } of answer.MetricDataResults ?? []) {
        const points = found[Number(Id?.slice(1))]?.points;
        Timestamps.forEach((time, index) => {
          points?.set(time.getTime(), Values[index] ?? 0);
        });
      }
      token = answer.NextToken;
      if (!token) break;
    }
  });
  return found.map(({ query, points }) => {
    const sorted = [...points].sort(([one], [other]) => one - other);
    return { query, times: sorted.map(([time]) => time), values: sorted.map(([, value]) => value) };
  });
}

const wanted = (
  { namespace: Namespace, dimensions }: Subject,
  [MetricName, Stat]: MetricQuery,
  index: number,
  Period: number,
) => ({
  Id: `m${index}`,
  MetricStat: {
    Metric: {
      Namespace,
      MetricName,
      Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
    },
    Period,
    Stat,
  },
});

function described({ query: [name, stat, unit], values, times }: Series): string {
  const named = `${name} (${stat.toLowerCase()}, ${unit})`;
  if (values.length === 0) return `${named}: no data`;
  const points = values.map((value, index) => `${toIso(times[index] ?? 0).slice(11, 16)} ${amount(value)}`);
  return `${named}: ${points.join(", ")}`;
}

/** Undefined where there is no data, which is not the same as nothing. */
export const highest = (series: Series | undefined): number | undefined =>
  series && series.values.length > 0 ? Math.max(...series.values) : undefined;
export const lowest = (series: Series | undefined): number | undefined =>
  series && series.values.length > 0 ? Math.min(...series.values) : undefined;
export const total = (series: Series | undefined): number => series?.values.reduce((sum, value) => sum + value, 0) ?? 0;
