import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Telemetry } from "../../model/telemetry.ts";

/** What came later than this after its time counts as having come then; so much of what was read has to be held. */
const LATE_MS_MAX = MINUTE_MS;
const BATCH_EVENTS_MAX = 2000;

/** Puts telemetry that is read in the order of its time into the order in which it came. */
export interface Arrivals {
  add(item: Telemetry): void;
  /** What came before this time, in batches of one second at most. Nothing that is added later may have happened before it. */
  before(at: number): Generator<readonly Telemetry[]>;
}

export function createArrivals(): Arrivals {
  const waiting = new Map<number, Telemetry[]>();
  return {
    add(item) {
      // A sender's clock may be ahead of the server's.
      const receivedAt = Math.min(Math.max(item.receivedAt, item.timestamp), item.timestamp + LATE_MS_MAX);
      const second = Math.floor(receivedAt / SECOND_MS);
      const arrived = { ...item, receivedAt };
      const others = waiting.get(second);
      if (others === undefined) waiting.set(second, [arrived]);
      else others.push(arrived);
    },
    *before(at) {
      const seconds = [...waiting.keys()].filter((second) => (second + 1) * SECOND_MS <= at).sort((a, b) => a - b);
      for (const second of seconds) {
        const items = waiting.get(second) ?? [];
        waiting.delete(second);
        items.sort(inOrderOfArrival);
        for (let from = 0; from < items.length; from += BATCH_EVENTS_MAX)
          yield items.slice(from, from + BATCH_EVENTS_MAX);
      }
    },
  };
}

/** Ids are given in the order in which telemetry is accepted. */
const inOrderOfArrival = (a: Telemetry, b: Telemetry): number => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1);
