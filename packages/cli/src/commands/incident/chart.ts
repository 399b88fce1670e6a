import { Flags } from "@oclif/core";
import type { Incident, Tocsin } from "@tocsin/sdk";
import type { BaseCommand } from "../../command/base-command.ts";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { ignoreNotFound } from "../../find/by-id.ts";
import { findIncident, incidentItem } from "../../find/items.ts";
import { duration } from "../../flags/common-flags.ts";
import { chartStyleFor, describeChart, type Mark, type Point, renderChart } from "../../format/chart.ts";
import { heading } from "../../format/fact-list.ts";
import { serviceOf } from "../../format/incident.ts";
import {
  type FoundSeries,
  incidentMarks,
  onsetOf,
  readErrors,
  readMetrics,
  type SeriesQuery,
  seriesWithLargestChange,
} from "../../query/metric-series.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { parseDuration } from "../../text/time.ts";
import { wrap } from "../../text/wrap.ts";

/** The output of a chart with --json. */
interface Charted {
  readonly incidentId: string;
  readonly service: string;
  readonly metric: string;
  readonly unit: string;
  readonly marks: readonly Mark[];
  readonly points: readonly Point[];
}

export default defineCommand({
  summary: "Draw a metric around the onset of an incident, with changes marked.",
  description:
    "Without --metric it draws the metric in the diagnosis's evidence, or the service's metric that changed most, or the errors logged each minute. A sentence below the chart describes it; with TOCSIN_SCREEN_READER=1 only the sentence is printed.",
  examples: [
    "tocsin incident chart 019353e1",
    "tocsin incident chart 019353e1 --metric pool_in_use --service payments --around 2h",
    "tocsin incident chart 019353e1 --json | jq -r '.points[] | [.at, .value] | @tsv'",
  ],
  args: incidentItem.args,
  flags: {
    metric: Flags.string({ description: "Name of the metric; errors counts logged errors." }),
    service: Flags.string({ description: "Service to read; by default that of the incident." }),
    around: duration({
      description: "Time before and after the onset.",
      default: parseDuration("30m"),
      defaultHelp: async () => "30m",
    }),
  },
  async request({ client, args, flags }): Promise<Charted> {
    // Lists leave out the evidence.
    const incident = await client.incidents.get((await findIncident(client, args.incident)).id);
    const named = flags.metric ?? (flags.service === undefined ? await evidenceMetric(client, incident) : undefined);
    const [metric, service] =
      typeof named === "object" ? [named.name, named.service] : [named, flags.service ?? serviceOf(incident)];
    const onset = Date.parse(onsetOf(incident));
    const around: SeriesQuery = {
      service,
      from: new Date(onset - flags.around).toISOString(),
      to: new Date(Math.min(onset + flags.around, Date.now())).toISOString(),
    };
    const found = await seriesOf(client, around, metric);
    const shown =
      metric === undefined
        ? seriesWithLargestChange(found.series)
        : found.series.find((each) => each.metric === metric);
    if (!shown) throw nothingFound(around, metric, found);
    const marks = incidentMarks(incident);
    this.log(picture(this, shown, marks));
    const others = found.series.filter((each) => each !== shown).map((each) => cleanLine(each.metric));
    if (this.isTerminal && others.length > 0) this.note(`Other metrics: ${others.slice(0, 20).join(", ")}`);
    if (found.isCut) this.note("The oldest values are left out: there are more than 10,000. Use a shorter --around.");
    return { incidentId: incident.id, ...shown, marks };
  },
});

function picture(command: BaseCommand, shown: FoundSeries["series"][number], marks: readonly Mark[]): string {
  const { service, metric, unit, points } = shown;
  const layout = { ...command.layout, drawing: chartStyleFor(process.env), unit, marks };
  const title = heading(`${metric} of ${service}`, layout);
  const words = wrap(describeChart(points, { unit }), command.width);
  return [title, renderChart(points, layout), ...(layout.drawing === "words" ? [] : [words])].join("\n\n");
}

/** The metric of the first metric event in the evidence. */
async function evidenceMetric(client: Tocsin, { diagnosis }: Incident) {
  const piece = diagnosis?.evidence.find(({ kind, ref }) => kind === "metric" && ref?.startsWith("/events/"));
  const id = piece?.ref?.slice("/events/".length);
  if (id === undefined || !/^[0-9a-f-]+$/i.test(id)) return undefined;
  // The event may be past its retention.
  const event = await ignoreNotFound(client.events.get(id));
  return event?.kind === "metric" ? { name: event.name, service: event.service } : undefined;
}

async function seriesOf(client: Tocsin, around: SeriesQuery, metric: string | undefined): Promise<FoundSeries> {
  if (metric === "errors") return readErrors(client, around);
  const found = await readMetrics(client, around);
  return metric === undefined && found.series.length === 0 ? readErrors(client, around) : found;
}

function nothingFound(
  { service, from, to }: SeriesQuery,
  metric: string | undefined,
  { series }: FoundSeries,
): Failure {
  const what = metric === undefined ? "neither a metric nor an error" : `no metric ${JSON.stringify(metric)}`;
  const known = series.map((each) => cleanLine(each.metric)).join(", ");
  return new Failure(
    `There is ${what} of ${cleanLine(service)} from ${from} to ${to}.`,
    exitCodes.notFound,
    known === ""
      ? "Widen the range with --around 2h, or choose another service with --service NAME."
      : `Known metrics: ${known}.`,
  );
}
