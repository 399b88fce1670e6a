import { IsNull } from "typeorm";
import type { DeadLetterStore } from "../archive/dead-letters.ts";
import { fillPage } from "../archive/page.ts";
import { badCursor, notFound } from "../kernel/errors.ts";
import type { Scope } from "../model/scope.ts";
import type { Database } from "./database.ts";
import { toDeadLetter } from "./replays.ts";
import { deadLetterTable } from "./tables.ts";

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
        .createQueryBuilder(deadLetterTable, "letter")
        .where("letter.organizationId = :organizationId and letter.replayAskedAt is null", {
          organizationId: scope.organizationId,
        })
        .orderBy("letter.seq", "DESC");
      if (cursor && !/^\d{1,15}$/.test(cursor)) throw badCursor();
      if (cursor) query.andWhere("letter.seq < :cursor", { cursor: Number(cursor) });
      // Their sizes first: payloads are of any size, and only those of the page are read.
      const sizes = await query
        .clone()
        .select("letter.seq", "seq")
        .addSelect("octet_length(letter.payload)", "bytes")
        .limit(limit + 1)
        .getRawMany<{ seq: number | string; bytes: number | null }>();
      const { rows, more } = fillPage(sizes, limit, ({ bytes }) => bytes ?? 0);
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last) return { letters: [] };
      query.andWhere("letter.seq between :last and :first", { last: last.seq, first: first.seq });
      const letters = (await query.getMany()).map(toDeadLetter);
      return more ? { letters, cursor: String(last.seq) } : { letters };
    },
    async get(scope, id) {
      const row = await reader.findOneBy(deadLetterTable, waiting(scope, id));
      if (!row) throw notFound(`Dead letter ${id}`);
      return toDeadLetter(row);
    },
    askReplay: (scope, id, eventId, now) =>
      database.write(async (transaction) => {
        const found = await transaction.findOneBy(deadLetterTable, waiting(scope, id));
        if (!found) throw notFound(`Dead letter ${id}`);
        await transaction
          .createQueryBuilder()
          .update(deadLetterTable)
          .set({ replayAskedAt: now, replayEventId: eventId })
          .where(waiting(scope, id))
          .updateEntity(false)
          .execute();
      }),
  };
}
