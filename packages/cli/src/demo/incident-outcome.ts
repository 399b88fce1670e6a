import type { Incident } from "@tocsin/sdk";

export type IncidentOutcome = "opened" | "reopened" | "seenAgain" | "changed";

const closedStatuses: readonly string[] = ["RESOLVED", "CLOSED"];

/** The outcome of an incident that was `before` at the start, if it existed. */
export function outcomeOf(before: Incident | undefined, now: Incident): IncidentOutcome {
  if (!before) return "opened";
  if (closedStatuses.includes(before.status) && !closedStatuses.includes(now.status)) return "reopened";
  return now.duplicateCount > before.duplicateCount ? "seenAgain" : "changed";
}

/** The new and changed incidents. */
export function changedIncidents(
  before: ReadonlyMap<string, Incident>,
  now: ReadonlyMap<string, Incident>,
): Incident[] {
  return [...now.values()].filter((incident) => {
    const was = before.get(incident.id);
    return !was || was.updatedAt !== incident.updatedAt || was.duplicateCount !== incident.duplicateCount;
  });
}

export function countOutcomes(fates: readonly IncidentOutcome[]): Record<IncidentOutcome, number> {
  const counts = { opened: 0, reopened: 0, seenAgain: 0, changed: 0 };
  for (const fate of fates) counts[fate] += 1;
  return counts;
}

export function outcomesText({ opened, reopened, seenAgain, changed }: Record<IncidentOutcome, number>): string {
  const parts = [
    `${opened} opened`,
    ...(reopened > 0 ? [`${reopened} reopened`] : []),
    ...(seenAgain > 0 ? [`${seenAgain} seen again (open since an earlier run)`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
  ];
  return `Incidents: ${parts.join(", ")}.`;
}
