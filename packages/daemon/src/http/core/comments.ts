import { addComment, type CommentStore, removeComment } from "../../incident/comments.ts";
import type { IncidentComment } from "../../incident/incident-comment.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { COMMENTS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { nextLink } from "./next-link.ts";
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
      return { status: 200, headers: nextLink(request, page.cursor), body: page.comments.map(present) };
    },
    addComment: async ({ scope, path, body }) => ({
      status: 201,
      body: present(await addComment(comments, scope, path.id, body, clock.now())),
    }),
    deleteComment: async ({ scope, path }) => {
      await removeComment(comments, scope, path.id, path.commentId);
      return { status: 200, body: { deleted: true } };
    },
  }) satisfies Partial<Routes>;

const present = ({ organizationId: _organization, createdAt, updatedAt, ...comment }: IncidentComment) => ({
  ...comment,
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
