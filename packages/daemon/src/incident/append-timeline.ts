import type { Incident } from "../model/incident.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { incidentJson } from "./json.ts";
import { goesOn } from "./seen-again.ts";
import type { IncidentUnitOfWork, TimelineRecord } from "./unit-of-work.ts";

type Unit = Pick<IncidentUnitOfWork, "timeline" | "notifications">;

/** Appends entries to an incident's timeline and enqueues the notifications about them. */
export type AppendTimeline = (
  unit: Unit,
  incident: Pick<Incident, "id"> | Incident,
  entries: readonly TimelineEntry[],
  now: number,
) => Promise<void>;

export const appendTimeline: AppendTimeline = (unit, incident, entries, now) =>
  appendTimelines(unit, [{ incident, entries, now }]);

/** `appendTimeline` for many incidents in one statement. */
export async function appendTimelines(unit: Unit, records: readonly TimelineRecord[]): Promise<void> {
  await unit.timeline.append(records);
  for (const { incident, entries, now } of records) await unit.notifications.enqueue(incident, entries, now);
}

/** Appends entries; the first one is merged into the newest entry of the timeline where both report repetitions. */
export const continueTimeline: AppendTimeline = async (unit, incident, entries, now) => {
  const [first, ...others] = entries;
  const newest = await unit.timeline.newest(incident.id);
  const both = newest && first && goesOn(newest, first);
  if (!both) return appendTimeline(unit, incident, entries, now);
  await unit.timeline.rewrite(newest.seq, both);
  await appendTimeline(unit, incident, others, now);
};

/** Puts the incident, as it is now, on the organization's stream. */
export const announce = ({ stream }: Pick<IncidentUnitOfWork, "stream">, incident: Incident): Promise<void> =>
  stream.append(null, incidentJson(incident));
