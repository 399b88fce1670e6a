import type { RankedRunbook, Runbook, RunbookLink, RunbookVersion } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { age, clock } from "../text/time.ts";
import { wrapHanging } from "../text/wrap.ts";
import type { Sheet } from "./diagnosis.ts";
import { factLines, heading, optional } from "./facts.ts";
import { type Listing, textCell } from "./listing.ts";
import { firstHeading, markdownText } from "./markdown.ts";
import { writtenBy } from "./written-by.ts";

export const runbookStatuses: readonly Runbook["status"][] = ["draft", "published", "archived"];

/** Colour goes with the word, never instead of it. */
const statusStyle: Readonly<Record<Runbook["status"], Style>> = {
  draft: "yellow",
  published: "green",
  archived: "gray",
};

const key = { name: "RUNBOOK", field: "slug" };
const INDENT = 6;

/** Runbooks as a list. */
export const runbookListing = (items: readonly Runbook[]): Listing<Runbook> => ({
  items,
  key,
  idOf: ({ slug }) => slug,
  columns: [
    { name: "STATUS", field: "status", of: ({ status }) => ({ text: cleanLine(status), style: statusStyle[status] }) },
    // The slug is what is typed next, and mostly says the title: the others give way first.
    { name: "VERSION", field: "latestVersion", optional: 41, of: ({ latestVersion }) => textCell(latestVersion) },
    { name: "TITLE", field: "title", flexible: 10, optional: 40, of: ({ title }) => textCell(title) },
    {
      name: "FOR",
      field: "actionTags",
      flexible: 8,
      optional: 42,
      of: ({ actionTags }) => textCell(actionTags.join(",")),
    },
    { name: "TEAM", field: "ownerTeam", wide: true, of: ({ ownerTeam }) => textCell(ownerTeam) },
    { name: "BY", field: "createdBy", wide: true, of: ({ createdBy, actor }) => textCell(writtenBy(createdBy, actor)) },
    {
      name: "UPDATED",
      field: "updatedAt",
      optional: 42,
      of: ({ updatedAt }, now) => ({ text: age(updatedAt, now), whole: updatedAt }),
    },
    { name: "ID", field: "id", wide: true, of: ({ id }) => textCell(id) },
  ],
});

/** The versions of a runbook as a list. */
export const versionListing = (items: readonly RunbookVersion[]): Listing<RunbookVersion> => ({
  items,
  key: { name: "VERSION", field: "version" },
  idOf: ({ version }) => version,
  columns: [
    {
      name: "BY",
      field: "createdBy",
      flexible: 6,
      of: ({ createdBy, actor }) => textCell(writtenBy(createdBy, actor)),
    },
    {
      name: "AGE",
      field: "createdAt",
      of: ({ createdAt }, now) => ({ text: age(createdAt, now), whole: createdAt }),
    },
    { name: "CHANGE", field: "changeSummary", flexible: 10, of: ({ changeSummary }) => textCell(changeSummary) },
    { name: "ID", field: "id", wide: true, of: ({ id }) => textCell(id) },
  ],
});

/** What is shown of a runbook: one of its versions. */
export type ShownVersion = Pick<RunbookVersion, "version" | "contentMd"> &
  Pick<Runbook, "createdBy" | "actor" | "changeSummary">;

/** A runbook on a page: what it is, and the text of a version. */
export function runbookPage(runbook: Runbook, shown: ShownVersion, sheet: Sheet & { readonly now: number }): string {
  const { slug, title, status, latestVersion, actionTags, updatedAt } = runbook;
  const latest = shown.version === latestVersion ? "" : `, the latest is ${latestVersion}`;
  const facts = factLines(
    [
      ["slug", cleanLine(slug)],
      ["status", sheet.paint(statusStyle[status], cleanLine(status))],
      ["version", cleanLine(`${shown.version}${latest}`)],
      ...optional("written by", writtenBy(shown.createdBy, shown.actor)),
      ...optional("change", shown.changeSummary),
      ...optional("team", runbook.ownerTeam),
      ...optional("for", actionTags.join(", ")),
      ["updated", `${clock(updatedAt)} (${age(updatedAt, sheet.now)} ago)`],
    ],
    sheet,
  );
  // Most begin with their title.
  const isTitled = firstHeading(shown.contentMd) === cleanLine(title);
  return [...(isTitled ? [] : [heading(title, sheet)]), facts, markdownText(shown.contentMd, sheet)].join("\n\n");
}

/** A runbook that is linked to an incident, or recommended for it, or both. */
export interface IncidentRunbook {
  readonly runbook: Runbook;
  readonly link: RunbookLink | undefined;
  readonly ranking: RankedRunbook | undefined;
}

const howOf = ({ link, ranking }: IncidentRunbook): string =>
  [link ? "linked" : "", ranking ? "recommended" : ""].filter((word) => word !== "").join(",");

/** The runbooks of an incident as a list. */
export const incidentRunbookListing = (items: readonly IncidentRunbook[]): Listing<IncidentRunbook> => ({
  items,
  key,
  idOf: ({ runbook }) => runbook.slug,
  columns: [
    { name: "HOW", field: "how", of: (item) => ({ text: howOf(item) }) },
    { name: "SCORE", field: "score", optional: 8, of: ({ ranking }) => textCell(ranking?.score.toFixed(2)) },
    { name: "TITLE", field: "title", flexible: 10, of: ({ runbook }) => textCell(runbook.title) },
    { name: "STATUS", field: "status", wide: true, of: ({ runbook }) => textCell(runbook.status) },
    { name: "REASONS", field: "reasons", wide: true, of: ({ ranking }) => textCell(ranking?.reasons.join(" ")) },
    { name: "LINKED", field: "linkedAt", wide: true, of: ({ link }) => textCell(link?.createdAt) },
  ],
});

/** The runbooks of an incident to be read, with why each is there. */
export const incidentRunbooksText = (
  items: readonly IncidentRunbook[],
  { width, paint, now }: Sheet & { readonly now: number },
): string =>
  items
    .map(({ runbook, link, ranking }) => {
      const { slug, title, status, latestVersion } = runbook;
      const linked = link ? [`Linked ${age(link.createdAt, now)} ago (${cleanLine(link.source)}).`] : [];
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
