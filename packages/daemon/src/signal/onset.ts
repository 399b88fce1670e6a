import type { Archive } from "../archive/archive.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { telemetryOf } from "../model/telemetry-record.ts";

/** An incident without stored evidence is taken to be this old at its creation: few faults open one later. */
export const UNOBSERVED_MS = 15 * MINUTE_MS;

export interface OpeningEvidence {
  /** Ids of the telemetry that opened the incident, the oldest first. */
  openingEvidence(scope: Scope, incidentId: string): Promise<readonly string[]>;
}

export interface OnsetDeps {
  readonly openings: OpeningEvidence;
  readonly archive: Pick<Archive, "get">;
}

/** When an incident began, by the time of its telemetry. It is never after the creation. */
export interface Onset {
  readonly at: number;
  /** False where nothing stored shows the beginning. */
  readonly isObserved: boolean;
}

/**
 * The time of the first evidence; for a silence that of the last, after which nothing came. Without evidence it is
 * {@link UNOBSERVED_MS} before the creation, and for a manual incident the creation. Two queries.
 */
export async function readOnset({ openings, archive }: OnsetDeps, scope: Scope, incident: Incident): Promise<Onset> {
  const { id, signalType, triggeringEventId, createdAt } = incident;
  if (signalType === "manual") return { at: createdAt, isObserved: false };
  const evidence = await openings.openingEvidence(scope, id);
  const eventId = (signalType === "silence" ? evidence.at(-1) : evidence[0]) ?? triggeringEventId;
  const json = await archive.get(scope, eventId);
  if (json === undefined) return { at: createdAt - UNOBSERVED_MS, isObserved: false };
  return { at: Math.min(createdAt, telemetryOf(json).timestamp), isObserved: true };
}
