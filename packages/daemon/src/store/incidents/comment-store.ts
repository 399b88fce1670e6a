import type { EntityManager } from "typeorm";
import type { StoredComments } from "../../incident/comments.ts";
import type { CommentRepository, IncidentComment } from "../../incident/unit-of-work.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { requireIncident } from "../sql/require-incident.ts";
import { readPage } from "../sql/row-page.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { type CommentRow, incidentCommentTable, timelineEventTable } from "./incident-tables.ts";

/** A page is a range of one index; adding counts the incident's comments there, which are bounded. */
export function createStoredComments(database: Database): StoredComments {
  return {
    async list(scope, incidentId, limit, cursor) {
      const { organizationId } = scope;
      await requireIncident(database.reader, scope, incidentId);
      const query = database.reader
        .createQueryBuilder(incidentCommentTable, "comment")
        .where("comment.organizationId = :organizationId and comment.incidentId = :incidentId", {
          organizationId,
          incidentId,
        });
      const { rows, ...next } = await readPage(query, "body", limit, cursor);
      return { comments: rows.map(toComment), ...next };
    },
    remove: (scope, incidentId, id, detail) =>
      database.write(async (transaction) => {
        const where = { id, incidentId, organizationId: scope.organizationId };
        await requireIncident(transaction, scope, incidentId);
        const row = await transaction.findOneBy(incidentCommentTable, where);
        if (!row) throw notFound("comment_not_found", `Comment ${id}`);
        await transaction.delete(incidentCommentTable, where);
        await redactTimeline(transaction, scope, row, detail);
      }),
  };
}

/** The entry was written in the comment's transaction, with its time. */
async function redactTimeline(transaction: EntityManager, { organizationId }: Scope, row: CommentRow, detail: string) {
  const { incidentId, createdAt } = row;
  const entries = await transaction.findBy(timelineEventTable, {
    organizationId,
    incidentId,
    createdAt,
    type: "comment_added",
  });
  const seq = entries.find(({ metadata }) => metadata["commentId"] === row.id)?.seq;
  if (seq === undefined) return;
  await updateRows(transaction, timelineEventTable, { seq, organizationId }, { detail });
}

const toComment = ({ seq: _seq, ...comment }: CommentRow): IncidentComment => comment;

export const createCommentRepository = (transaction: EntityManager, organizationId: string): CommentRepository => ({
  count: (incidentId) => transaction.countBy(incidentCommentTable, { organizationId, incidentId }),
  insert: (comment) => insertRows(transaction, incidentCommentTable, [comment]),
});
