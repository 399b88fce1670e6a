import type { DetectionReport, DetectionSensitivity, OpeningsBySensitivity, RuleReport } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { percentText } from "../text/figure.ts";
import { clock, span } from "../text/time.ts";
import { wrap } from "../text/wrap.ts";
import { modeCell } from "./detection-quality.ts";
import { countText, type Fact, factList } from "./fact-list.ts";
import type { Layout } from "./layout.ts";
import { column, fieldColumn, keyedListingOf, type ListCell } from "./listing.ts";

const delayCell = (seconds: number | undefined): ListCell | undefined =>
  seconds === undefined ? undefined : { text: span(seconds * 1000), exact: String(seconds) };

/** The openings of a sensitivity, highlighted where they differ from those of the present one. */
const comparedColumn = (
  name: string,
  field: keyof OpeningsBySensitivity,
  options: { readonly dropPriority?: number; readonly wide?: true },
) =>
  column<RuleReport>(
    name,
    field,
    ({ wouldOpen }) =>
      wouldOpen && {
        text: String(wouldOpen[field]),
        ...(wouldOpen[field] !== wouldOpen.present && { style: "yellow" as const }),
      },
    options,
  );

export const reportListing = keyedListingOf<RuleReport>({ name: "RULE", field: "ruleId" }, [
  column("MODE", "mode", ({ mode }) => modeCell(mode), { dropPriority: 4 }),
  fieldColumn("OPENED", "opened"),
  fieldColumn("USEFUL", "useful", { dropPriority: 30 }),
  fieldColumn("NOISE", "noise", { dropPriority: 30 }),
  fieldColumn("UNJUDGED", "unjudged", { dropPriority: 8 }),
  column(
    "ACKED",
    "acknowledgedShare",
    ({ acknowledgedShare: share }) => (share === null ? null : { text: percentText(share), exact: String(share) }),
    { dropPriority: 20 },
  ),
  fieldColumn("NIGHT", "openedAtNight", { dropPriority: 18 }),
  column("MEDIAN", "medianSeconds", ({ onsetToOpening }) => delayCell(onsetToOpening?.medianSeconds), {
    dropPriority: 16,
  }),
  column("WORST", "worstSeconds", ({ onsetToOpening }) => delayCell(onsetToOpening?.worstSeconds), {
    dropPriority: 14,
  }),
  comparedColumn("QUIET", "quiet", { dropPriority: 26 }),
  comparedColumn("PRESENT", "present", { dropPriority: 24 }),
  comparedColumn("EARLY", "early", { dropPriority: 26 }),
  comparedColumn("NORMAL", "normal", { wide: true }),
  fieldColumn("ACKNOWLEDGED", "acknowledged", { wide: true }),
]);

const truncationReasons: Readonly<Record<string, string>> = {
  events: "500,000 events were read",
  time: "20 seconds passed",
  openings: "too much would have opened",
};

/** The meaning of the figures. */
export function reportSummary(report: DetectionReport, { width }: Pick<Layout, "width">): string {
  const { from, countedFrom, to, timeZone, nightFrom, nightTo } = report;
  const counted =
    countedFrom === from ? "" : " There were more incidents than a report counts; older ones are left out.";
  const sentences = [
    `OPENED to WORST are of ${clock(countedFrom)} to ${clock(to)}.${counted}`,
    `NIGHT is from ${cleanLine(nightFrom)} to ${cleanLine(nightTo)} in ${cleanLine(timeZone)}. MEDIAN and WORST are the time from the first telemetry of a condition to its opening.`,
    comparisonText(report),
  ];
  return sentences.map((sentence) => wrap(sentence, width)).join("\n");
}

function comparisonText({ comparison }: DetectionReport): string {
  if (comparison === null) return "Sensitivities were not compared.";
  const { from, coveredUntil, truncatedBy, events, eventsLeftOut } = comparison;
  const cut =
    truncatedBy === null ? "" : ` The replay ended there because ${truncationReasons[truncatedBy] ?? "it was cut"}.`;
  const skipped = eventsLeftOut > 0 ? ` ${countText(eventsLeftOut, "event")} of further services were skipped.` : "";
  if (Date.parse(coveredUntil) <= Date.parse(from))
    return `QUIET, PRESENT and EARLY cover nothing: the replay ended at ${clock(coveredUntil)}, before its range.${cut}`;
  return `QUIET, PRESENT and EARLY are what a replay of ${countText(events, "event")} would have opened with this sensitivity for all services, and with the present settings, from ${clock(from)} to ${clock(coveredUntil)}.${cut}${skipped}`;
}

type Setting = Pick<DetectionSensitivity, "since" | "by" | "reason">;

const settingText = (value: string, { since, by, reason }: Setting): string =>
  since === null ? value : `${value}, set ${clock(since)} by ${cleanLine(by ?? "unknown")}: ${cleanLine(reason ?? "")}`;

/** The sensitivity of the organization and of all services, or of one. */
export function sensitivityText(settings: DetectionSensitivity, service: string | undefined, layout: Layout): string {
  const organization: Fact = ["organization", settingText(settings.sensitivity, settings)];
  const services = settings.services
    .filter((each) => service === undefined || each.service === service)
    .map((each): Fact => [cleanLine(each.service), settingText(each.sensitivity ?? "as the organization", each)]);
  const missing: Fact[] =
    service !== undefined && services.length === 0 ? [[cleanLine(service), "as the organization"]] : [];
  const facts = [organization, ...services, ...missing];
  return factList(facts, layout, Math.max(...facts.map(([name]) => name.length)) + 2);
}
