import { type EntityManager, IsNull } from "typeorm";
import type { DeadLetterStore } from "../../archive/replay-dead-letter.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { DeadLetter } from "../../model/dead-letter.ts";
import type { Scope } from "../../model/scope.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";
import type { Database } from "../sql/database.ts";
import { readPage } from "../sql/row-page.ts";
import { updateRows, withoutColumns } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import { type DeadLetterRow, deadLetterTable } from "./queue-tables.ts";

export function createDeadLetterStore(database: Database): DeadLetterStore {
  const { reader } = database;
  const waiting = (scope: Scope, id: string) => ({
    id,
    organizationId: scope.organizationId,
    replayAskedAt: IsNull(),
  });
  return {
    async list(scope, limit, cursor) {
      const query = reader
        .createQueryBuilder(deadLetterTable, "deadLetter")
        .where("deadLetter.organizationId = :organizationId and deadLetter.replayAskedAt is null", {
          organizationId: scope.organizationId,
        });
      const { rows, ...next } = await readPage(query, "payload", limit, cursor);
      return { deadLetters: rows.map(toDeadLetter), ...next };
    },
    async get(scope, id) {
      const row = await reader.findOneBy(deadLetterTable, waiting(scope, id));
      if (!row) throw notFound("dead_letter_not_found", `Dead letter ${id}`);
      return toDeadLetter(row);
    },
    requestReplay: (scope, id, eventId, now) =>
      database.write(async (transaction) => {
        const found = await transaction.findOneBy(deadLetterTable, waiting(scope, id));
        if (!found) throw notFound("dead_letter_not_found", `Dead letter ${id}`);
        const fields = { replayAskedAt: now, replayEventId: eventId };
        await updateRows(transaction, deadLetterTable, waiting(scope, id), fields);
      }),
  };
}

/** Longer than any replay takes: its worker has ended. */
const REPLAY_MS_MAX = 5 * MINUTE_MS;
const REASON_LENGTH_MAX = 500;
const NEVER_ENDED = "A replay of it never ended: processing it may be what ends the worker. Before that: ";

/** A worker that begins a replay removes its event id, so that it is tried once, even if it ends the worker. */
export const createReplays = (database: Database): Pick<CommitBatchStore, "replays" | "beginReplay"> => ({
  async replays(limit) {
    const rows = await database.reader
      .createQueryBuilder(deadLetterTable, "deadLetter")
      .where("deadLetter.replayAskedAt is not null and deadLetter.replayEventId is not null")
      .orderBy("deadLetter.replayAskedAt", "ASC")
      .limit(limit)
      .getMany();
    return rows.map((row) => ({ deadLetter: toDeadLetter(row), eventId: row.replayEventId as string }));
  },
  beginReplay: (id, eventId, now) =>
    database.write(async (transaction) => {
      const begun = await query(
        transaction,
        sql`update dead_letter set replay_event_id = null, replay_asked_at = ${now}
           where id = ${id} and replay_event_id = ${eventId} returning id`,
      );
      return begun.length === 1;
    }),
});

/** Lists dead letters again whose replay never ended. Returns how many. */
export async function releaseReplays(transaction: EntityManager, now: number): Promise<number> {
  const released = await query(
    transaction,
    sql`update dead_letter set replay_asked_at = null, attempts = attempts + 1, reason = substr(${NEVER_ENDED} || reason, 1, ${REASON_LENGTH_MAX})
       where replay_event_id is null and replay_asked_at < ${now - REPLAY_MS_MAX} returning id`,
  );
  return released.length;
}

const toDeadLetter = (row: DeadLetterRow): DeadLetter => withoutColumns(row, ["seq", "replayAskedAt", "replayEventId"]);
