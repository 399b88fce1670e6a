import Database from "better-sqlite3";
import { countMissing, missingInGaps } from "./database-gaps.ts";
import { consumerOf, lastPositionOf } from "./queue-file.ts";
import type { ConsumedPosition } from "./sqlite-consumed-position.ts";

/** The state of a queue file, with the consumed positions of its database. */
export interface QueueState {
  /** The last position that was given. */
  readonly sequence: number;
  /** The highest position that is consumed. */
  readonly consumed: number;
  readonly waitingBatches: number;
  readonly waitingEvents: number;
  /** Rows were removed as consumed, and the database has consumed none: it belongs to another queue. */
  readonly isForeign: boolean;
  /** Batches that left the queue as consumed, and whose effects the database lacks; those of acknowledged gaps left out. */
  readonly lost: number;
}

/** Reads the queue before the positions: a running daemon commits those before it removes rows. */
export async function readQueueState(
  path: string,
  openPosition: (consumer: string) => Promise<ConsumedPosition>,
): Promise<QueueState> {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    database.exec("begin");
    database.prepare("select count(*) from sqlite_schema").get();
    const position = await openPosition(consumerOf(database));
    try {
      const sequence = lastPositionOf(database);
      const lanes = database.prepare("select distinct organization_id from batch").pluck().all() as string[];
      const consumedOf = await position.read(lanes);
      const waiting = database.prepare(
        "select count(*) as batches, coalesce(sum(events), 0) as events from batch where organization_id = ? and position > ?",
      );
      const counts = lanes.map(
        (lane) => waiting.get(lane, consumedOf.get(lane) ?? 0) as { batches: number; events: number },
      );
      const consumed = await position.highest();
      const rows = database.prepare("select count(*) from batch").pluck().get() as number;
      return {
        sequence,
        consumed,
        waitingBatches: counts.reduce((sum, { batches }) => sum + batches, 0),
        waitingEvents: counts.reduce((sum, { events }) => sum + events, 0),
        isForeign: consumed === 0 && rows < sequence,
        lost: (countMissing(database, consumed) ?? 0) + missingInGaps(database),
      };
    } finally {
      await position.close();
    }
  } finally {
    database.close();
  }
}
