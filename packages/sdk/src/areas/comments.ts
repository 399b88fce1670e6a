import type { Comment, CommentCreate, ListCommentsData } from "../generated/types.gen.ts";
import { eachItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** `limit` (1 to 1,000) is the size of a page. */
export type CommentFilter = Query<ListCommentsData>;

/** Comments on an incident. */
export function createComments({ api, with: how }: Port) {
  const list = (incidentId: string, filter?: CommentFilter, options?: CallOptions) =>
    page(api.listComments({ path: { id: incidentId }, query: filter, ...how(options) }));
  return {
    /**
     * One page of the comments of an incident, the newest first.
     * @example
     * const { items } = await tocsin.comments.list("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { limit: 50 });
     * for (const { author, body } of items) console.log(`${author}: ${body}`);
     */
    list,
    /**
     * Every comment of an incident, page after page.
     * @example
     * for await (const comment of tocsin.comments.listAll("019353e1-7c1a-7000-8000-1b2c3d4e5f60")) console.log(comment.body);
     */
    listAll: (
      incidentId: string,
      filter?: CommentFilter,
      options?: CallOptions,
    ): AsyncGenerator<Comment, void, undefined> =>
      eachItem((cursor) => list(incidentId, { ...filter, cursor }, options), filter?.cursor),
    /**
     * Writes a comment and answers it.
     * @example
     * const comment = await tocsin.comments.add("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { author: "Ada", body: "Rolling back." });
     * console.log(comment.id);
     */
    add: (incidentId: string, comment: CommentCreate, options?: CallOptions) =>
      data(api.addComment({ path: { id: incidentId }, body: comment, ...how(options) })),
    /**
     * Deletes a comment.
     * @example
     * await tocsin.comments.delete("019353e1-7c1a-7000-8000-1b2c3d4e5f60", "019353e2-11d0-7000-8000-0a1b2c3d4e5f");
     */
    delete: (incidentId: string, commentId: string, options?: CallOptions) =>
      data(api.deleteComment({ path: { id: incidentId, commentId }, ...how(options) })),
  };
}
