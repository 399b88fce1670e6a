import { MINUTE_MS } from "../kernel/clock.ts";
import { type Incident, isOver } from "../model/incident.ts";
import { type ListeningPeriod, quietMs } from "../model/listening-period.ts";
import { SYSTEM } from "../model/scope.ts";
import { moveTo } from "./change-status.ts";
import type { IncidentChange } from "./store.ts";

/**
 * Resolves an incident whose signal has stayed normal for the time its rule asks for; nothing for any other. Quiet counts
 * only within the time in which its services were listened to.
 */
export function decideResolution(
  incident: Incident,
  now: number,
  listening: ListeningPeriod,
): IncidentChange | undefined {
  if (isOver(incident.status) || incident.resolveAfterMs === null) return undefined;
  if (quietMs(listening, incident.lastSeenAt) < incident.resolveAfterMs) return undefined;
  const minutes = Math.round(incident.resolveAfterMs / MINUTE_MS);
  return moveTo(
    incident,
    "RESOLVED",
    {
      actor: SYSTEM,
      reason: "signal_stayed_normal",
      detail: `The signal that opened it has stayed normal for ${minutes} minutes.`,
    },
    now,
  );
}

/** Whether a resolved incident was quiet for so long that it resolved by itself: nobody is likely to have done it then. */
export const stayedQuiet = ({ resolvedAt, lastSeenAt, resolveAfterMs }: Incident): boolean =>
  resolvedAt !== null && resolveAfterMs !== null && resolvedAt - lastSeenAt >= resolveAfterMs;
