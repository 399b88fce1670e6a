import type { SimilarIncident } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { age } from "../text/time.ts";
import { wrapHanging } from "../text/wrap.ts";
import { severityStyle, statusStyle } from "./incident.ts";
import type { TimedLayout } from "./layout.ts";
import { type Listing, styledColumn, textCell, textColumn } from "./listing.ts";

const INDENT = 6;

export const similarListing = (items: readonly SimilarIncident[]): Listing<SimilarIncident> => ({
  items,
  idOf: ({ incidentId }) => incidentId,
  columns: [
    { name: "SCORE", field: "score", cell: ({ score }) => ({ text: score.toFixed(2) }) },
    styledColumn("SEVERITY", "severity", severityStyle, { dropPriority: 10 }),
    styledColumn("STATUS", "status", statusStyle),
    textColumn("TITLE", "title", { minWidth: 10 }),
    {
      name: "HELPED",
      field: "topSuccessfulActions",
      minWidth: 8,
      dropPriority: 12,
      cell: (similar) => textCell(similar.topSuccessfulActions.join(", ")),
    },
    { name: "REASONS", field: "reasons", wide: true, cell: ({ reasons }) => textCell(reasons.join("; ")) },
    {
      name: "MINUTES",
      field: "mttrMinutes",
      wide: true,
      cell: ({ mttrMinutes }) => textCell(mttrMinutes === null ? null : String(mttrMinutes)),
    },
    textColumn("RESOLVED", "resolvedAt", { wide: true }),
  ],
});

/** Similar incidents with successful actions and reasons. */
export const similarText = (items: readonly SimilarIncident[], layout: TimedLayout): string =>
  items.map((item) => similarPart(item, layout)).join("\n\n");

function similarPart(similar: SimilarIncident, { width, paint, now }: TimedLayout): string {
  const { incidentId, title, score, severity, status, resolvedAt, mttrMinutes, topSuccessfulActions } = similar;
  const over = resolvedAt === null ? "" : `, resolved ${age(resolvedAt, now)} ago`;
  const took = mttrMinutes === null ? "" : ` after ${mttrMinutes} minutes`;
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
