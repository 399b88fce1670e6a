import type { Incident, IncidentStatus, Severity } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint, Style } from "../text/paint.ts";
import { ageColumn, column, fieldColumn, type Listing, listTable, styledColumn } from "./listing.ts";

export const severities: readonly Severity[] = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];
export const statuses: readonly IncidentStatus[] = ["OPEN", "INVESTIGATING", "REMEDIATING", "RESOLVED", "CLOSED"];

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

/** Groups of statuses for filters; each status is in one of them. */
export const statusGroups = {
  open: ["OPEN", "INVESTIGATING", "REMEDIATING"],
  closed: ["RESOLVED", "CLOSED"],
} as const satisfies Readonly<Record<string, readonly IncidentStatus[]>>;

export const isClosed = (status: IncidentStatus): boolean =>
  (statusGroups.closed as readonly string[]).includes(status);

/** The incidents as a list; `nameOf` resolves the id of an assignee. */
export const incidentListing = (
  items: readonly Incident[],
  nameOf: (assigneeId: string) => string | undefined = () => undefined,
): Listing<Incident> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    styledColumn("SEVERITY", "severity", severityStyle),
    styledColumn("STATUS", "status", statusStyle, { minWidth: 6 }),
    // Titles mostly name the service, so this column is dropped first.
    column("SERVICE", "primaryService", (incident) => ({ text: cleanLine(serviceOf(incident)) }), {
      minWidth: 12,
      dropPriority: 30,
    }),
    fieldColumn("TITLE", "title", { minWidth: 3 }),
    fieldColumn("ENVIRONMENT", "environment", { wide: true }),
    column(
      "ASSIGNEE",
      "assigneeId",
      ({ assigneeId }) => (assigneeId === null ? null : (nameOf(assigneeId) ?? assigneeId)),
      { wide: true },
    ),
    fieldColumn("DIAGNOSIS", "diagnosisStatus", { wide: true }),
    ageColumn("AGE", "createdAt", { dropPriority: 20 }),
    {
      name: "",
      field: "timesSeen",
      dropPriority: 10,
      // A merged incident is not a problem of its own.
      cell: ({ duplicateCount: more, parentIncidentId }) => ({
        text: [more > 0 ? `×${more + 1}` : "", parentIncidentId === null ? "" : "merged"].filter(Boolean).join(" "),
        exact: String(more + 1),
      }),
    },
  ],
});

/** The relation of an incident to another one. */
export function relationTo(incident: Incident, other: Incident): string {
  if (other.id === incident.parentIncidentId) return "parent";
  if (other.parentIncidentId === incident.id) return "child";
  return other.parentIncidentId !== null && other.parentIncidentId === incident.parentIncidentId
    ? "sibling"
    : "grouped";
}

export function relatedListing(incident: Incident, items: readonly Incident[]): Listing<Incident> {
  const listing = incidentListing(items);
  return {
    ...listing,
    columns: [column("RELATION", "relation", (other) => ({ text: relationTo(incident, other) })), ...listing.columns],
  };
}

export function serviceOf({ primaryService, affectedServices }: Incident): string {
  return primaryService ?? affectedServices[0] ?? "-";
}

export const incidentTable = (incidents: readonly Incident[], width: number, now: number, paint: Paint): string =>
  listTable(incidentListing(incidents), { width, now, paint });
