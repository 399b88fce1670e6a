import type { Incident, IncidentStatus, Severity } from "@tocsin/sdk";
import { cleanLine } from "./clean.ts";
import type { Paint, Style } from "./paint.ts";
import { type Cell, type Column, table, tabSeparated } from "./table.ts";
import { age } from "./time.ts";

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

export const incidentColumns: readonly Column[] = [
  { name: "ID" },
  { name: "SEVERITY" },
  { name: "STATUS" },
  // Titles mostly name the service, so it is the first to go.
  { name: "SERVICE", flexible: 12, optional: 30 },
  { name: "TITLE", flexible: 3 },
  { name: "AGE", optional: 20 },
  { name: "" },
];

/** The row of an incident; every text of it is safe to print. */
export function incidentRow(incident: Incident, id: string, now: number): Cell[] {
  return [
    { text: id },
    { text: cleanLine(incident.severity), style: severityStyle[incident.severity] },
    { text: cleanLine(incident.status), style: statusStyle[incident.status] },
    { text: cleanLine(serviceOf(incident)) },
    { text: cleanLine(incident.title) },
    { text: age(incident.createdAt, now) },
    { text: incident.duplicateCount > 0 ? `×${incident.duplicateCount + 1}` : "" },
  ];
}

export function serviceOf({ primaryService, affectedServices }: Incident): string {
  return primaryService ?? affectedServices[0] ?? "-";
}

/** A list of incidents: for a terminal of `width` cells a table with short ids, for a pipe (no width) whole values with tabs between; last, how often each was seen. */
export function incidentList(
  incidents: readonly Incident[],
  width: number | undefined,
  now: number,
  paint: Paint,
): string {
  if (width === undefined)
    return tabSeparated(
      incidents.map((incident) =>
        incidentRow(incident, incident.id, now).with(-1, { text: String(incident.duplicateCount + 1) }),
      ),
    );
  const ids = shortIds(incidents.map(({ id }) => id));
  const rows = incidents.map((incident) => incidentRow(incident, ids.get(incident.id) ?? incident.id, now));
  return table(incidentColumns, rows, width, paint);
}

/** Ids cut to the shortest length, eight at least, at which they still differ. Ids that were made in one minute begin alike. */
export function shortIds(ids: readonly string[]): Map<string, string> {
  const sorted = [...new Set(ids)].sort();
  const shared = (a: string, b: string | undefined): number => {
    let length = 0;
    while (b !== undefined && length < a.length && a[length] === b[length]) length += 1;
    return length;
  };
  return new Map(
    sorted.map((id, index) => {
      const needed = Math.max(shared(id, sorted[index - 1]), shared(id, sorted[index + 1])) + 1;
      return [id, cleanLine(id.slice(0, Math.max(8, needed)))];
    }),
  );
}
