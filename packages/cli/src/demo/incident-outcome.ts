import type { Incident } from "@tocsin/sdk";

/** What became of an incident while the recording played. */
export type IncidentOutcome = "opened" | "reopened" | "seenAgain" | "changed";

const closedStatuses: readonly string[] = ["RESOLVED", "CLOSED"];

/** What happened to an incident, which stood as `before` when the playing began, if it was there already. */
export function outcomeOf(before: Incident | undefined, now: Incident): IncidentOutcome {
  if (!before) return "opened";
  if (closedStatuses.includes(before.status) && !closedStatuses.includes(now.status)) return "reopened";
  return now.duplicateCount > before.duplicateCount ? "seenAgain" : "changed";
}

/** The incidents that are new or not as they were. */
export function changedIncidents(
  before: ReadonlyMap<string, Incident>,
  now: ReadonlyMap<string, Incident>,
): Incident[] {
  return [...now.values()].filter((incident) => {
    const was = before.get(incident.id);
    return !was || was.updatedAt !== incident.updatedAt || was.duplicateCount !== incident.duplicateCount;
  });
}

/** How many incidents had which fate. */
export function countOutcomes(fates: readonly IncidentOutcome[]): Record<IncidentOutcome, number> {
  const counts = { opened: 0, reopened: 0, seenAgain: 0, changed: 0 };
  for (const fate of fates) counts[fate] += 1;
  return counts;
}

/** The counts as a sentence. */
export function outcomesText({ opened, reopened, seenAgain, changed }: Record<IncidentOutcome, number>): string {
  const parts = [
    `${opened} opened`,
    ...(reopened > 0 ? [`${reopened} reopened`] : []),
    ...(seenAgain > 0 ? [`${seenAgain} seen again (open since an earlier run)`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
  ];
  return `Incidents: ${parts.join(", ")}.`;
}
