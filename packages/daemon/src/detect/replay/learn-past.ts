import { setTimeout as sleep } from "node:timers/promises";
import type { Archive } from "../../archive/archive.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import { createDetectionEngine, type UnlearnedPast } from "../engine/detection-engine.ts";
import type { Rule } from "../rules/rule.ts";
import type { Environments } from "../state/environment-parts.ts";
import { decodeState } from "../state/service-codec.ts";
import { createArrivals } from "./replay.ts";

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
/** SQLite answers nobody else while it reads a page. */
const PAGE_EVENTS = 500;
/** Work and rest alternate in slices of this length, so that live telemetry has half of the time and more. */
const SLICE_MS = 8;
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
  const rest = createRest(signal);
  const from = rangeOf(await countedHours(organizationId, service, before - PAST_MS, before), before);
  let [events, cursor]: [number, string | undefined] = [0, undefined];
  do {
    const query = { service, from, to: before, limit: PAGE_EVENTS, ...(cursor && { cursor }) };
    const page = await archive.walk(scope, query);
    cursor = page.cursor;
    for (const record of page.records) {
      const item: Telemetry = telemetryOf(record);
      if (item.receivedAt >= before - CLOCK_MS) continue;
      events++;
      arrivals.add(item);
      observe(item.timestamp);
      await rest();
    }
    // A new service has no past, however much it sends at once.
  } while (cursor !== undefined && events > 0 && events < EVENTS_MAX);
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

function createRest(signal: AbortSignal): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return sleep(SLICE_MS, undefined, { signal }).then(() => {
      until = performance.now() + SLICE_MS;
    });
  };
}
