import type Database from "better-sqlite3";

/** How much of a queue each organization takes up. */
export interface WaitingBatches {
  add(lane: string, events: number, bytes: number): void;
  remove(lane: string, events: number, bytes: number): void;
  bytesOf(lane: string): number;
  eventsOf(lane: string): number;
  isEmpty(): boolean;
  /** Over all organizations. */
  events(): number;
  lanes(): readonly string[];
}

/** Counts what lies in the file once, and then what comes and goes. */
export function countWaitingBatches(database: Database.Database): WaitingBatches {
  const waiting = new Map<string, { events: number; bytes: number }>();
  let total = 0;
  const change = (lane: string, events: number, bytes: number): void => {
    const before = waiting.get(lane) ?? { events: 0, bytes: 0 };
    const after = { events: before.events + events, bytes: before.bytes + bytes };
    total += events;
    if (after.bytes > 0) waiting.set(lane, after);
    else waiting.delete(lane);
  };
  const found = database
    .prepare("select organization_id, sum(events), sum(bytes) from batch group by organization_id")
    .raw()
    .all() as [string, number, number][];
  for (const [lane, events, bytes] of found) change(lane, events, bytes);
  return {
    add: change,
    remove: (lane, events, bytes) => change(lane, -events, -bytes),
    bytesOf: (lane) => waiting.get(lane)?.bytes ?? 0,
    eventsOf: (lane) => waiting.get(lane)?.events ?? 0,
    isEmpty: () => waiting.size === 0,
    events: () => total,
    lanes: () => [...waiting.keys()],
  };
}
