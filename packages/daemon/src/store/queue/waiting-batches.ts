import type Database from "better-sqlite3";

export type WaitingBatches = ReturnType<typeof countWaitingBatches>;

/** How much of a queue each organization occupies: counted once in the file, and then with every change. */
export function countWaitingBatches(database: Database.Database) {
  const waiting = new Map<string, { events: number; bytes: number }>();
  let total = 0;
  const add = (lane: string, events: number, bytes: number): void => {
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
  for (const [lane, events, bytes] of found) add(lane, events, bytes);
  return {
    add,
    remove: (lane: string, events: number, bytes: number): void => add(lane, -events, -bytes),
    bytesOf: (lane: string): number => waiting.get(lane)?.bytes ?? 0,
    eventsOf: (lane: string): number => waiting.get(lane)?.events ?? 0,
    isEmpty: (): boolean => waiting.size === 0,
    /** Over all organizations. */
    events: (): number => total,
    lanes: (): readonly string[] => [...waiting.keys()],
  };
}
