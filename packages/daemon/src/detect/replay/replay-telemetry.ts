import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Archive } from "../../archive/archive.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Scope } from "../../model/scope.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import type { Replay } from "./replay.ts";

export interface ReplayBounds {
  readonly events: number;
  readonly milliseconds: number;
  readonly episodes: number;
}
const BOUNDS: ReplayBounds = { events: 500_000, milliseconds: 20 * SECOND_MS, episodes: 20_000 };

/** SQLite answers nobody else while it reads a page. */
const PAGE_EVENTS = 500;
/** The longest work before other tasks of the event loop run. */
export const SLICE_MS = 8;

export interface ReplaySource {
  readonly archive: Pick<Archive, "walk">;
  readonly bounds?: Partial<ReplayBounds>;
}

export interface ReplayedTelemetry {
  readonly events: number;
  readonly coveredUntil: number;
  readonly truncatedBy: keyof ReplayBounds | null;
}

export interface TelemetryRange {
  readonly from: number;
  readonly to: number;
  readonly service?: string | undefined;
}

/** Pages of records in the order of their time. */
export async function* readPages(
  archive: Pick<Archive, "walk">,
  scope: Scope,
  { service, ...range }: TelemetryRange,
): AsyncGenerator<readonly string[]> {
  let cursor: string | undefined;
  do {
    const query = { ...range, limit: PAGE_EVENTS, ...(service && { service }), ...(cursor && { cursor }) };
    const page = await archive.walk(scope, query);
    yield page.records;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Feeds a replay until all is read or a bound is reached. */
export async function replayTelemetry(
  replay: Pick<Replay, "take" | "end" | "size">,
  { archive, bounds }: ReplaySource,
  scope: Scope,
  { from, to, service }: TelemetryRange,
  signal: AbortSignal,
): Promise<ReplayedTelemetry> {
  const most = { ...BOUNDS, ...bounds };
  const endsAt = performance.now() + most.milliseconds;
  const pause = createPause(() => yieldToEventLoop(), signal);
  const work = async (steps: Generator<void, void, undefined>): Promise<void> => {
    while (!steps.next().done) await pause();
  };
  let [events, coveredUntil] = [0, from];
  let truncatedBy: ReplayedTelemetry["truncatedBy"] = null;
  reading: for await (const page of readPages(archive, scope, { from, to, service })) {
    for (const record of page) {
      if (events >= most.events) truncatedBy = "events";
      else if (replay.size >= most.episodes) truncatedBy = "episodes";
      else if (performance.now() >= endsAt) truncatedBy = "milliseconds";
      if (truncatedBy !== null) break reading;
      const item = telemetryOf(record);
      await work(replay.take([item]));
      await pause();
      events++;
      coveredUntil = item.timestamp;
    }
  }
  if (truncatedBy === null) coveredUntil = to;
  await work(replay.end(coveredUntil));
  return { events, coveredUntil, truncatedBy };
}

/** Rests after each slice of work, and throws after an abort. */
export function createPause(rest: () => Promise<unknown>, signal: AbortSignal): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return rest().then(() => {
      signal.throwIfAborted();
      until = performance.now() + SLICE_MS;
    });
  };
}
