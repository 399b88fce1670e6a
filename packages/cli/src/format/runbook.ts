import type { RankedRunbook, Runbook, RunbookLink, RunbookVersion } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { ago, clock } from "../text/time.ts";
import { wrapHanging } from "../text/wrap.ts";
import { authorText } from "./author.ts";
import { factList, heading, optionalFact } from "./fact-list.ts";
import type { TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, keyedListingOf, type Listing, styledColumn } from "./listing.ts";
import { firstHeading, markdownText } from "./markdown.ts";

export const runbookStatuses: readonly Runbook["status"][] = ["draft", "published", "archived"];

const statusStyle: Readonly<Record<Runbook["status"], Style>> = {
  draft: "yellow",
  published: "green",
  archived: "gray",
};

const key = { name: "RUNBOOK", field: "slug" } as const;
const INDENT = 6;

export const runbookListing = keyedListingOf<Runbook>(key, [
  styledColumn("STATUS", "status", statusStyle),
  // The slug is typed next and mostly contains the title, so other columns are dropped first.
  fieldColumn("VERSION", "latestVersion", { dropPriority: 41 }),
  fieldColumn("TITLE", "title", { minWidth: 10, dropPriority: 40 }),
  fieldColumn("FOR", "actionTags", { minWidth: 8, dropPriority: 42 }),
  fieldColumn("TEAM", "ownerTeam", { wide: true }),
  column("BY", "createdBy", ({ createdBy, actor }) => authorText(createdBy, actor), { wide: true }),
  ageColumn("UPDATED", "updatedAt", { dropPriority: 42 }),
  fieldColumn("ID", "id", { wide: true }),
]);

export const versionListing = keyedListingOf<RunbookVersion>({ name: "VERSION", field: "version" }, [
  column("BY", "createdBy", ({ createdBy, actor }) => authorText(createdBy, actor), { minWidth: 6 }),
  ageColumn("AGE", "createdAt"),
  fieldColumn("CHANGE", "changeSummary", { minWidth: 10 }),
  fieldColumn("ID", "id", { wide: true }),
]);

/** The version of a runbook that is shown. */
export type ShownVersion = Pick<RunbookVersion, "version" | "contentMd"> &
  Pick<Runbook, "createdBy" | "actor" | "changeSummary">;

/** A runbook on a page with the text of a version. */
export function runbookPage(runbook: Runbook, shown: ShownVersion, layout: TimedLayout): string {
  const { slug, title, status, latestVersion, actionTags, updatedAt } = runbook;
  const latest = shown.version === latestVersion ? "" : `, the latest is ${latestVersion}`;
  const facts = factList(
    [
      ["slug", cleanLine(slug)],
      ["status", layout.paint(statusStyle[status], cleanLine(status))],
      ["version", cleanLine(`${shown.version}${latest}`)],
      ...optionalFact("written by", authorText(shown.createdBy, shown.actor)),
      ...optionalFact("change", shown.changeSummary),
      ...optionalFact("team", runbook.ownerTeam),
      ...optionalFact("actions", actionTags.join(", ")),
      ["updated", `${clock(updatedAt)} (${ago(updatedAt, layout.now)})`],
    ],
    layout,
  );
  // Most texts begin with their title.
  const isTitled = firstHeading(shown.contentMd) === cleanLine(title);
  return [...(isTitled ? [] : [heading(title, layout)]), facts, markdownText(shown.contentMd, layout)].join("\n\n");
}

/** A runbook linked to or recommended for an incident. */
export interface IncidentRunbook {
  readonly runbook: Runbook;
  readonly link: RunbookLink | null;
  readonly ranking: RankedRunbook | null;
}

const howOf = ({ link, ranking }: IncidentRunbook): string =>
  [link ? "linked" : "", ranking ? "recommended" : ""].filter((word) => word !== "").join(",");

export const incidentRunbookListing = (items: readonly IncidentRunbook[]): Listing<IncidentRunbook> => ({
  items,
  key,
  idOf: ({ runbook }) => runbook.slug,
  columns: [
    column("SOURCE", "how", (item) => ({ text: howOf(item) })),
    column("SCORE", "score", ({ ranking }) => ranking?.score.toFixed(2), { dropPriority: 8 }),
    column("TITLE", "title", ({ runbook }) => runbook.title, { minWidth: 10 }),
    column("STATUS", "status", ({ runbook }) => runbook.status, { wide: true }),
    column("REASONS", "reasons", ({ ranking }) => ranking?.reasons.join(" "), { wide: true }),
    column("LINKED", "linkedAt", ({ link }) => link?.createdAt, { wide: true }),
  ],
});

export const incidentRunbooksText = (items: readonly IncidentRunbook[], { width, paint, now }: TimedLayout): string =>
  items
    .map(({ runbook, link, ranking }) => {
      const { slug, title, status, latestVersion } = runbook;
      const linked = link ? [`Linked ${ago(link.createdAt, now)} (${cleanLine(link.source)}).`] : [];
      const lines = [
        `${cleanLine(slug)}, ${cleanLine(status)}, ${cleanLine(latestVersion)}`,
        ...linked,
        ...(ranking?.reasons ?? []).map((reason) => `- ${cleanLine(reason)}`),
      ];
      const score = paint("bold", (ranking ? ranking.score.toFixed(2) : "").padEnd(INDENT));
      return [
        `${score}${wrapHanging(cleanLine(title), width, INDENT)}`,
        ...lines.map((line) => " ".repeat(INDENT) + wrapHanging(line, width, INDENT)),
      ].join("\n");
    })
    .join("\n\n");
