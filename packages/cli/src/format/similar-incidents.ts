import type { SimilarIncident } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { minutesText } from "../text/figure.ts";
import { ago } from "../text/time.ts";
import { wrapHanging } from "../text/wrap.ts";
import { severityStyle, statusStyle } from "./incident.ts";
import type { TimedLayout } from "./layout.ts";
import { column, fieldColumn, type Listing, styledColumn } from "./listing.ts";

const INDENT = 6;

export const similarListing = (items: readonly SimilarIncident[]): Listing<SimilarIncident> => ({
  items,
  idOf: ({ incidentId }) => incidentId,
  columns: [
    column("SCORE", "score", ({ score }) => score.toFixed(2)),
    styledColumn("SEVERITY", "severity", severityStyle, { dropPriority: 10 }),
    styledColumn("STATUS", "status", statusStyle),
    fieldColumn("TITLE", "title", { minWidth: 10 }),
    column("HELPED", "topSuccessfulActions", (similar) => similar.topSuccessfulActions.join(", "), {
      minWidth: 8,
      dropPriority: 12,
    }),
    column("REASONS", "reasons", ({ reasons }) => reasons.join("; "), { wide: true }),
    column("MINUTES", "mttrMinutes", ({ mttrMinutes }) => (mttrMinutes === null ? null : String(mttrMinutes)), {
      wide: true,
    }),
    fieldColumn("RESOLVED", "resolvedAt", { wide: true }),
  ],
});

/** Similar incidents with successful actions and reasons. */
export const similarText = (items: readonly SimilarIncident[], layout: TimedLayout): string =>
  items.map((item) => similarPart(item, layout)).join("\n\n");

function similarPart(similar: SimilarIncident, { width, paint, now }: TimedLayout): string {
  const { incidentId, title, score, severity, status, resolvedAt, mttrMinutes, topSuccessfulActions } = similar;
  const over = resolvedAt === null ? "" : `, resolved ${ago(resolvedAt, now)}`;
  const took = mttrMinutes === null ? "" : ` after ${minutesText(mttrMinutes)}`;
  const lines = [
    `${cleanLine(incidentId)}, ${cleanLine(severity)}, ${cleanLine(status)}${over}${took}`,
    topSuccessfulActions.length > 0 ? `Actions that helped: ${cleanLine(topSuccessfulActions.join(", "))}` : "",
    ...similar.reasons.map((reason) => `- ${cleanLine(reason)}`),
  ];
  return [
    `${paint("bold", score.toFixed(2).padEnd(INDENT))}${wrapHanging(cleanLine(title), width, INDENT)}`,
    ...lines.filter((line) => line !== "").map((line) => " ".repeat(INDENT) + wrapHanging(line, width, INDENT)),
  ].join("\n");
}
