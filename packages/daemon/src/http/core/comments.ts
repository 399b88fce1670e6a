import { addComment, type CommentStore, removeComment } from "../../incident/comments.ts";
import type { IncidentComment } from "../../incident/unit-of-work.ts";
import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { COMMENTS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { created, nextLink, ok } from "./answers.ts";
import type { Routes } from "./route.ts";

export interface CommentRoutesDeps {
  readonly comments: CommentStore;
  readonly clock: Clock;
}

/** Contract 4.5. */
export const commentRoutes = ({ comments, clock }: CommentRoutesDeps) =>
  ({
    listComments: async ({ scope, path, query, request }) => {
      const page = await comments.list(scope, path.id, query.limit ?? COMMENTS_LIMIT_DEFAULT, query.cursor);
      return ok(page.comments.map(present), nextLink(request, page.cursor));
    },
    addComment: async ({ scope, path, body }) =>
      created(present(await addComment(comments, scope, path.id, body, clock.now()))),
    deleteComment: async ({ scope, path }) => {
      await removeComment(comments, scope, path.id, path.commentId);
      return ok({ deleted: true });
    },
  }) satisfies Partial<Routes>;

const present = ({ organizationId: _organization, ...comment }: IncidentComment) =>
  formatTimes(comment, "createdAt", "updatedAt");
