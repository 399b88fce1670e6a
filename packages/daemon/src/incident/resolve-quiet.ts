import { formatDuration } from "../kernel/format-figures.ts";
import { type Incident, isOver } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import { quietMs, type TelemetryCoverage } from "../model/telemetry-coverage.ts";
import { applyChange, waitsForChildren } from "./apply-change.ts";
import { moveTo } from "./change-status.ts";
import type { IncidentChange } from "./store.ts";
import type { IncidentUnitOfWork, UnitsOfWork } from "./unit-of-work.ts";

/**
 * Resolves an incident whose signal has stayed normal for the time its rule asks for; nothing for any other. Quiet counts
 * only within the time in which its services were listened to.
 */
export function decideResolution(
  incident: Incident,
  now: number,
  listening: TelemetryCoverage,
): IncidentChange | undefined {
  if (isOver(incident.status) || incident.resolveAfterMs === null) return undefined;
  if (quietMs(listening, incident.lastSeenAt) < incident.resolveAfterMs) return undefined;
  return moveTo(
    incident,
    "RESOLVED",
    {
      actor: SYSTEM,
      reason: "signal_stayed_normal",
      detail: `Nothing showed the condition for ${formatDuration(incident.resolveAfterMs)}.`,
    },
    now,
  );
}

/** Whether a resolved incident was quiet for so long that it resolved by itself: nobody is likely to have done it then. */
export const stayedQuiet = ({ resolvedAt, lastSeenAt, resolveAfterMs }: Incident): boolean =>
  resolvedAt !== null && resolveAfterMs !== null && resolvedAt - lastSeenAt >= resolveAfterMs;

/** Open incidents whose signal has stayed quiet for the time that their rules set, the longest quiet first. */
export type ReadQuiet = (now: number, limit: number) => Promise<readonly Incident[]>;

export interface ResolveDeps {
  readonly readQuiet: ReadQuiet;
  readonly units: UnitsOfWork;
}

/** Incidents that are read in one run; those of services that no worker listens to stay first in the order. */
const INCIDENTS_READ_MAX = 2000;

/**
 * Changes up to `limit` quiet incidents, each in its own unit of work; returns how many changed. An incident that
 * `decide` leaves as it is costs no transaction.
 */
export async function resolveQuietIncidents(
  { readQuiet, units }: ResolveDeps,
  now: number,
  limit: number,
  decide: (incident: Incident) => IncidentChange | undefined,
): Promise<number> {
  let [changed, tried] = [0, 0];
  let failure: unknown;
  for (const seen of await readQuiet(now, INCIDENTS_READ_MAX)) {
    if (tried >= limit) break;
    if (!decide(seen)) continue;
    tried += 1;
    try {
      changed += await units.run(seen.organizationId, (unit) => resolveOne(unit, seen.id, decide, now));
    } catch (error) {
      // The next run tries it first again; the other incidents must not wait for it.
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return changed;
}

async function resolveOne(
  unit: IncidentUnitOfWork,
  id: string,
  decide: (incident: Incident) => IncidentChange | undefined,
  now: number,
): Promise<0 | 1> {
  const incident = await unit.incidents.find(id);
  const change = incident && decide(incident);
  if (!change || (await waitsForChildren(unit, incident))) return 0;
  await applyChange(unit, incident, change, now);
  return 1;
}
