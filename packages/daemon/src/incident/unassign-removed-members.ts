import { MINUTE_MS } from "../kernel/clock.ts";
import { incidentStatuses, isOver } from "../model/incident.ts";
import { REOPEN_WINDOW_MS } from "../model/record-limits.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { DepartureStore, MemberRemoval } from "../team/team.ts";
import { assignment } from "./assign-incident.ts";
import type { IncidentStore } from "./store.ts";

/** Departures in one round, and incidents of one departure in one round. */
const DEPARTURES_AT_ONCE_MAX = 10;
const INCIDENTS_AT_ONCE_MAX = 100;
const CHECKED_EVERY_MS = MINUTE_MS;

export interface DepartureDeps {
  readonly incidents: Pick<IncidentStore, "list" | "change">;
  readonly departures: DepartureStore;
}

/**
 * Takes open incidents back from members who were removed: nobody would act on them. One that is over keeps its
 * assignee as history, and loses it if it reopens while a signal may reopen it. One round, bounded; answers how many
 * incidents it unassigned.
 */
export async function unassignRemovedMembers({ incidents, departures }: DepartureDeps, now: number): Promise<number> {
  let taken = 0;
  for (const departure of await departures.due(now, DEPARTURES_AT_ONCE_MAX)) {
    const found = await unassignFrom(incidents, departure, now);
    taken += found;
    const over = now - departure.removedAt > REOPEN_WINDOW_MS;
    await departures.checkAgain(departure, found > 0 ? now : over ? null : now + CHECKED_EVERY_MS);
  }
  return taken;
}

const open = incidentStatuses.filter((status) => !isOver(status));

/** Answers how many there were. */
async function unassignFrom(incidents: DepartureDeps["incidents"], left: MemberRemoval, now: number): Promise<number> {
  const { organizationId, memberId } = left;
  const scope: Scope = { organizationId, actor: SYSTEM, permissions: [] };
  const why = { actor: SYSTEM, reason: "member_removed", detail: `${left.name} was removed from the team.` };
  let found = 0;
  for (const status of open) {
    const filter = { status, assigneeId: memberId, deduplicated: false, sortBy: "recency" as const };
    const page = await incidents.list(scope, { ...filter, limit: INCIDENTS_AT_ONCE_MAX });
    for (const { id } of page.incidents) {
      await incidents.change(scope, id, (incident) =>
        incident.assigneeId === memberId && !isOver(incident.status) ? assignment(incident, null, why, now) : undefined,
      );
      found += 1;
    }
  }
  return found;
}
