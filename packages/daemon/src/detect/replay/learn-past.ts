import { setTimeout as sleep } from "node:timers/promises";
import type { Archive } from "../../archive/archive.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import { SYSTEM } from "../../model/scope.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import { createDetectionEngine, type UnlearnedPast } from "../engine/detection-engine.ts";
import type { Rule } from "../rules/rule.ts";
import type { Environments } from "../state/environment-parts.ts";
import { decodeState } from "../state/service-codec.ts";
import { createArrivals } from "./replay.ts";
import { createPause, readPages, SLICE_MS } from "./replay-telemetry.ts";

/** The events of one service by hour of their time, the oldest first. */
export type CountedHours = (
  organizationId: string,
  service: string,
  from: number,
  to: number,
) => Promise<readonly { readonly start: number; readonly events: number }[]>;

export interface PastDeps {
  readonly archive: Pick<Archive, "walk">;
  readonly countedHours: CountedHours;
  readonly rules: readonly Rule[];
}

export interface LearnedPast {
  /** Null if the archive holds nothing of the past. */
  readonly environments: Environments | null;
  readonly events: number;
}

/** Two days show each time of the day twice; the baselines decay over a day. */
const PAST_MS = 2 * DAY_MS;
/** The last events of a busy service: about a second of work. */
const EVENTS_MAX = 100_000;
/** Ingest processes number their telemetry by clocks of their own. */
const CLOCK_MS = SECOND_MS;

/**
 * Builds the state of one service from the telemetry that the archive received before it was missing. The live engine
 * takes it from an empty state in the order of its time; what it finds is dropped.
 */
export async function learnPast(
  { archive, countedHours, rules }: PastDeps,
  { key, before }: UnlearnedPast,
  signal: AbortSignal,
): Promise<LearnedPast> {
  const { organizationId, service } = key;
  const scope = { organizationId, actor: SYSTEM, permissions: [] };
  const engine = createDetectionEngine(rules);
  engine.load(key, null);
  const arrivals = createArrivals();
  const observe = (until: number): void => {
    for (const batch of arrivals.before(until)) engine.observe(batch, batch.at(-1)?.receivedAt ?? until);
  };
  // Rest is as long as work, so that live telemetry has half of the time and more.
  const rest = createPause(() => sleep(SLICE_MS, undefined, { signal }), signal);
  const from = rangeOf(await countedHours(organizationId, service, before - PAST_MS, before), before);
  let events = 0;
  for await (const page of readPages(archive, scope, { service, from, to: before })) {
    for (const record of page) {
      const item = telemetryOf(record);
      if (item.receivedAt >= before - CLOCK_MS) continue;
      events++;
      arrivals.add(item);
      observe(item.timestamp);
      await rest();
    }
    // A new service has no past, however much it sends at once.
    if (events === 0 || events >= EVENTS_MAX) break;
  }
  observe(Infinity);
  const state = events === 0 ? undefined : engine.takeChanges()[0]?.state;
  return { environments: state === undefined ? null : decodeState(state).environments, events };
}

/** The beginning of the last hours that hold no more than the most events. */
function rangeOf(hours: readonly { readonly start: number; readonly events: number }[], before: number): number {
  let events = 0;
  for (const { start, events: counted } of hours.toReversed()) {
    events += counted;
    if (events > EVENTS_MAX) return start + HOUR_MS;
  }
  return before - PAST_MS;
}
