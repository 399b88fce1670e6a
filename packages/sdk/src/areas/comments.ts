import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { CommentCreate } from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** Comments on an incident. */
export function createComments({ api, with: how }: Port<CoreApi>) {
  return {
    /** The comments of an incident, the oldest first. */
    list: (incidentId: string, options?: CallOptions) =>
      data(api.listComments({ path: { id: incidentId }, ...how(options) })),
    /** Writes a comment and answers it. */
    add: (incidentId: string, comment: CommentCreate, options?: CallOptions) =>
      data(api.addComment({ path: { id: incidentId }, body: comment, ...how(options) })),
    /** Deletes a comment. */
    delete: (incidentId: string, commentId: string, options?: CallOptions) =>
      data(api.deleteComment({ path: { id: incidentId, commentId }, ...how(options) })),
  };
}
