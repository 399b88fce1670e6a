import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { Comment, CommentCreate, ListCommentsData } from "../generated/core/types.gen.ts";
import { eachItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** `limit` (1 to 1,000) is the size of a page. */
export type CommentFilter = Query<ListCommentsData>;

/** Comments on an incident. */
export function createComments({ api, with: how }: Port<CoreApi>) {
  const list = (incidentId: string, filter?: CommentFilter, options?: CallOptions) =>
    page(api.listComments({ path: { id: incidentId }, query: filter, ...how(options) }));
  return {
    /** One page of the comments of an incident, the newest first. */
    list,
    /** Every comment of an incident, page after page. */
    listAll: (
      incidentId: string,
      filter?: CommentFilter,
      options?: CallOptions,
    ): AsyncGenerator<Comment, void, undefined> =>
      eachItem((cursor) => list(incidentId, { ...filter, cursor }, options), filter?.cursor),
    /** Writes a comment and answers it. */
    add: (incidentId: string, comment: CommentCreate, options?: CallOptions) =>
      data(api.addComment({ path: { id: incidentId }, body: comment, ...how(options) })),
    /** Deletes a comment. */
    delete: (incidentId: string, commentId: string, options?: CallOptions) =>
      data(api.deleteComment({ path: { id: incidentId, commentId }, ...how(options) })),
  };
}
