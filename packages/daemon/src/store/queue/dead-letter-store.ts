import { IsNull } from "typeorm";
import type { DeadLetterStore } from "../../archive/replay-dead-letter.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { readPage } from "../sql/row-page.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { deadLetterTable } from "./queue-tables.ts";
import { toDeadLetter } from "./replays.ts";

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
