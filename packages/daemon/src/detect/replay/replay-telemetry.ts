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
const UNINTERRUPTED_MS = 8;

export interface ReplaySource {
  readonly archive: Pick<Archive, "walk">;
  readonly bounds?: Partial<ReplayBounds>;
}

export interface ReplayedTelemetry {
  readonly events: number;
  readonly coveredUntil: number;
  readonly truncatedBy: keyof ReplayBounds | null;
}

/** Feeds a replay page by page until all is read or a bound is reached. */
export async function replayTelemetry(
  replay: Pick<Replay, "take" | "end" | "size">,
  { archive, bounds }: ReplaySource,
  scope: Scope,
  { from, to, service }: { readonly from: number; readonly to: number; readonly service?: string | undefined },
  signal: AbortSignal,
): Promise<ReplayedTelemetry> {
  const most = { ...BOUNDS, ...bounds };
  const endsAt = performance.now() + most.milliseconds;
  const pause = createPause(signal);
  const work = async (steps: Generator<void, void, undefined>): Promise<void> => {
    while (!steps.next().done) await pause();
  };
  let [events, coveredUntil] = [0, from];
  let cursor: string | undefined;
  let truncatedBy: ReplayedTelemetry["truncatedBy"] = null;
  do {
    if (events >= most.events) truncatedBy = "events";
    else if (replay.size >= most.episodes) truncatedBy = "episodes";
    else if (performance.now() >= endsAt) truncatedBy = "milliseconds";
    if (truncatedBy !== null) break;
    const limit = Math.min(PAGE_EVENTS, most.events - events);
    const page = await archive.walk(scope, { from, to, limit, ...(service && { service }), ...(cursor && { cursor }) });
    cursor = page.cursor;
    for (const record of page.records) {
      const item = telemetryOf(record);
      await work(replay.take([item]));
      await pause();
      events++;
      coveredUntil = item.timestamp;
    }
  } while (cursor !== undefined);
  if (truncatedBy === null) coveredUntil = to;
  await work(replay.end(coveredUntil));
  return { events, coveredUntil, truncatedBy };
}

/** Yields to the event loop every few milliseconds, and throws after an abort. */
function createPause(signal: AbortSignal): () => Promise<void> | undefined {
  let until = performance.now() + UNINTERRUPTED_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return yieldToEventLoop().then(() => {
      signal.throwIfAborted();
      until = performance.now() + UNINTERRUPTED_MS;
    });
  };
}
