import type { Incident, IncidentStatus, Severity } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint, Style } from "../text/paint.ts";
import { ageColumn, type Listing, listTable, styledColumn, textCell, textColumn } from "./listing.ts";

export const severities: readonly Severity[] = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];
export const statuses: readonly IncidentStatus[] = ["OPEN", "INVESTIGATING", "REMEDIATING", "RESOLVED", "CLOSED"];

/** Colour goes with the word, never instead of it. */
export const severityStyle: Readonly<Record<Severity, Style>> = {
  CRITICAL: "red",
  HIGH: "yellow",
  MEDIUM: "cyan",
  LOW: "gray",
};
export const statusStyle: Readonly<Record<IncidentStatus, Style>> = {
  OPEN: "red",
  INVESTIGATING: "yellow",
  REMEDIATING: "magenta",
  RESOLVED: "green",
  CLOSED: "gray",
};

/** The groups that people ask for; every status is in one of them. */
export const statusGroups = {
  open: ["OPEN", "INVESTIGATING", "REMEDIATING"],
  closed: ["RESOLVED", "CLOSED"],
} as const satisfies Readonly<Record<string, readonly IncidentStatus[]>>;

/** Whether nobody has to do anything about it any more. */
export const isClosed = (status: IncidentStatus): boolean =>
  (statusGroups.closed as readonly string[]).includes(status);

/** The incidents as a list. `nameOf` gives the name of an assignee, where it is known. */
export const incidentListing = (
  items: readonly Incident[],
  nameOf: (assigneeId: string) => string | undefined = () => undefined,
): Listing<Incident> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    styledColumn("SEVERITY", "severity", severityStyle),
    styledColumn("STATUS", "status", statusStyle, { minWidth: 6 }),
    // Titles mostly name the service, so it is the first to go.
    {
      name: "SERVICE",
      field: "primaryService",
      minWidth: 12,
      dropPriority: 30,
      cell: (incident) => ({ text: cleanLine(serviceOf(incident)) }),
    },
    textColumn("TITLE", "title", { minWidth: 3 }),
    textColumn("ENVIRONMENT", "environment", { wide: true }),
    {
      name: "ASSIGNEE",
      field: "assigneeId",
      wide: true,
      cell: ({ assigneeId }) => textCell(assigneeId === null ? null : (nameOf(assigneeId) ?? assigneeId)),
    },
    textColumn("DIAGNOSIS", "diagnosisStatus", { wide: true }),
    ageColumn("AGE", "createdAt", { dropPriority: 20 }),
    {
      name: "",
      field: "timesSeen",
      dropPriority: 10,
      // What was merged is no trouble of its own.
      cell: ({ duplicateCount: more, parentIncidentId }) => ({
        text: [more > 0 ? `×${more + 1}` : "", parentIncidentId === null ? "" : "merged"].filter(Boolean).join(" "),
        exact: String(more + 1),
      }),
    },
  ],
});

/** How an incident belongs to another one. */
export function relationTo(incident: Incident, other: Incident): string {
  if (other.id === incident.parentIncidentId) return "parent";
  if (other.parentIncidentId === incident.id) return "child";
  return other.parentIncidentId !== null && other.parentIncidentId === incident.parentIncidentId
    ? "sibling"
    : "grouped";
}

/** What belongs to an incident, and how, as a list. */
export function relatedListing(incident: Incident, items: readonly Incident[]): Listing<Incident> {
  const listing = incidentListing(items);
  return {
    ...listing,
    columns: [
      { name: "RELATION", field: "relation", cell: (other) => ({ text: relationTo(incident, other) }) },
      ...listing.columns,
    ],
  };
}

export function serviceOf({ primaryService, affectedServices }: Incident): string {
  return primaryService ?? affectedServices[0] ?? "-";
}

/** The incidents as a table with short ids that fits `width` cells. */
export const incidentTable = (incidents: readonly Incident[], width: number, now: number, paint: Paint): string =>
  listTable(incidentListing(incidents), { width, now, paint });
