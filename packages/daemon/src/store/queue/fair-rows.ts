import type Database from "better-sqlite3";
import type { BatchRow, BatchRows } from "./batch-rows.ts";

export type FairRows = ReturnType<typeof createFairRows>;

/** Organizations in one delivery: each has a state to load and to store. */
const ORGANIZATIONS_MAX = 100;
/** Slots reserved for organizations with a backlog, however many others are new. */
const BACKLOGGED_MIN = 50;
/** Events of one organization before the next one is served. */
const QUANTUM_EVENTS = 250;
const QUANTUM_BYTES = 512 * 1024;
const DELIVERY_BYTES_MAX = 4 * 1024 * 1024;
const SCAN_ROWS_MAX = 20_000;

/** Rows from versions without lanes come before everything else. */
const LEGACY_LANE = "";

/**
 * The order in which the worker reads the embedded queue: fair between organizations, each one's batches in the order of
 * arrival. It is deficit round robin over bounded deliveries, with the two lists of FQ-CoDel (RFC 8290): organizations
 * that had nothing waiting come first. So an organization that sends little is served in the next delivery, whatever the
 * backlog of another one.
 */
export function createFairRows(database: Database.Database, rows: BatchRows) {
  const newerRows = database
    .prepare("select position, organization_id from batch where position > ? order by position limit ?")
    .raw();
  const lanes = database.prepare("select organization_id, max(position) from batch group by organization_id").raw();
  const firstOf = database
    .prepare("select min(position) from batch where organization_id = ? and position > ?")
    .pluck();
  let consumed = new Map<string, number>();
  const waiting = createWaitingLanes();
  let scanned = 0;

  const consumedOf = (lane: string): number => consumed.get(lane) ?? 0;
  const scan = (): void => {
    for (;;) {
      const found = newerRows.all(scanned, SCAN_ROWS_MAX) as [number, string][];
      for (const [position, lane] of found) waiting.add(lane, position);
      scanned = found.at(-1)?.[0] ?? scanned;
      if (found.length < SCAN_ROWS_MAX) return;
    }
  };

  return {
    /** Starts again from the stored positions, by organization. */
    reset(stored: ReadonlyMap<string, number>): void {
      consumed = new Map(stored);
      waiting.clear();
      scanned = 0;
      for (const [lane, newest] of lanes.all() as [string, number][]) {
        if (newest > consumedOf(lane)) waiting.requeue(lane, newest);
        scanned = Math.max(scanned, newest);
      }
    },
    /** The next delivery, in the order of positions; empty where nothing waits but what is held back. */
    next(eventsMax: number, isHeldBack: (lane: string) => boolean = () => false): readonly BatchRow[] {
      scan();
      const lanes = waiting.next((lane) => !isHeldBack(lane));
      return readRoundRobin(rows, { lanes, after: consumedOf, newestOf: waiting.newestOf, eventsMax });
    },
    /** The rows after this position, in the order of arrival over all organizations. */
    inOrder(after: number, eventsMax: number): readonly BatchRow[] {
      scan();
      for (let from = after; ; ) {
        const found = rows.read(from, eventsMax);
        const left = found.filter(({ position, lane }) => position > consumedOf(lane));
        if (left.length > 0 || found.length === 0) return left;
        from = (found.at(-1) as BatchRow).position;
      }
    },
    /** The oldest position that waits and the newest; undefined where nothing waits. */
    span(): { readonly oldest: number; readonly newest: number } | undefined {
      scan();
      const all = waiting.all();
      if (all.length === 0) return undefined;
      const oldest = all.reduce(
        (least, lane) => Math.min(least, (firstOf.get(lane, consumedOf(lane)) as number | null) ?? least),
        Number.MAX_SAFE_INTEGER,
      );
      return { oldest, newest: scanned };
    },
    /** The last consumed position of this organization. */
    consumedOf,
    /** Marks these rows as consumed. */
    advance(taken: readonly BatchRow[]): void {
      for (const { lane, position } of taken) consumed.set(lane, Math.max(position, consumedOf(lane)));
      for (const lane of new Set(taken.map((row) => row.lane))) {
        const newest = waiting.newestOf(lane);
        if (newest > consumedOf(lane)) waiting.requeue(lane, newest);
        else waiting.remove(lane);
      }
    },
  };
}

/** Organizations that wait, with the newest position of each, in the order of service. */
function createWaitingLanes() {
  const fresh = new Map<string, number>();
  const backlogged = new Map<string, number>();
  let wereFreshAlone = false;
  const remove = (lane: string): void => {
    fresh.delete(lane);
    backlogged.delete(lane);
  };
  return {
    add(lane: string, position: number): void {
      (backlogged.has(lane) ? backlogged : fresh).set(lane, position);
    },
    remove,
    /** Behind all others. */
    requeue(lane: string, newest: number): void {
      remove(lane);
      backlogged.set(lane, newest);
    },
    newestOf: (lane: string): number => fresh.get(lane) ?? backlogged.get(lane) ?? 0,
    all: (): string[] => [...fresh.keys(), ...backlogged.keys()],
    clear(): void {
      fresh.clear();
      backlogged.clear();
    },
    next(isIncluded: (lane: string) => boolean): string[] {
      if (fresh.has(LEGACY_LANE) || backlogged.has(LEGACY_LANE)) return [LEGACY_LANE].filter(isIncluded);
      // Every other delivery holds new organizations alone, so that they don't wait for a large batch of another one.
      wereFreshAlone = fresh.size > 0 && !wereFreshAlone;
      const alone = wereFreshAlone ? firstKeys(fresh, ORGANIZATIONS_MAX, isIncluded) : [];
      if (alone.length > 0) return alone;
      const kept = firstKeys(backlogged, BACKLOGGED_MIN, isIncluded).length;
      const first = firstKeys(fresh, ORGANIZATIONS_MAX - kept, isIncluded);
      return [...first, ...firstKeys(backlogged, ORGANIZATIONS_MAX - first.length, isIncluded)];
    },
  };
}

interface RoundRobin {
  readonly lanes: readonly string[];
  readonly after: (lane: string) => number;
  readonly newestOf: (lane: string) => number;
  readonly eventsMax: number;
}

/** Continues until the delivery is full or no organization has more. */
function readRoundRobin(rows: BatchRows, { lanes, after, newestOf, eventsMax }: RoundRobin): BatchRow[] {
  const taken: BatchRow[] = [];
  let [events, bytes] = [0, 0];
  let round = lanes.map((lane) => ({ lane, at: after(lane) }));
  while (round.length > 0) {
    const alone = round.length === 1;
    const next: typeof round = [];
    for (const { lane, at } of round) {
      if (events >= eventsMax || bytes >= DELIVERY_BYTES_MAX) return inPositionOrder(taken);
      const found = rows.readOf(lane, at, {
        events: alone ? eventsMax - events : Math.min(QUANTUM_EVENTS, eventsMax - events),
        bytes: alone ? DELIVERY_BYTES_MAX - bytes : QUANTUM_BYTES,
      });
      for (const row of found) {
        taken.push(row);
        events += row.batch.count;
        bytes += row.batch.body.length;
      }
      const reached = found.at(-1)?.position;
      if (reached !== undefined && reached < newestOf(lane)) next.push({ lane, at: reached });
    }
    round = next;
  }
  return inPositionOrder(taken);
}

const inPositionOrder = (taken: BatchRow[]): BatchRow[] => taken.sort((one, other) => one.position - other.position);

function firstKeys(map: ReadonlyMap<string, unknown>, most: number, isIncluded: (key: string) => boolean): string[] {
  const keys: string[] = [];
  for (const key of map.keys()) {
    if (keys.length >= most) break;
    if (isIncluded(key)) keys.push(key);
  }
  return keys;
}
