import { randomId } from "../kernel/ids.ts";
import { truncate } from "../kernel/truncate.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";

/** What somebody wrote about an incident, as it was written (contract 2.2). */
export interface IncidentComment {
  readonly id: string;
  readonly organizationId: string;
  readonly incidentId: string;
  /** As the caller names them: free text. */
  readonly author: string;
  /** Whose token it was; null for what was written before this was stored. */
  readonly actor: string | null;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface CommentPage {
  readonly comments: readonly IncidentComment[];
  readonly cursor?: string;
}

/** Every method is one transaction. All throw `not_found` for an incident that isn't visible. */
export interface CommentStore {
  /** Newest first. */
  list(scope: Scope, incidentId: string, limit: number, cursor?: string): Promise<CommentPage>;
  /** Throws `conflict` where the incident has as many comments as it may have. */
  add(scope: Scope, comment: IncidentComment, entry: TimelineEntry): Promise<IncidentComment>;
  /** What the timeline quotes of it becomes `detail`. Throws `not_found`. */
  remove(scope: Scope, incidentId: string, id: string, detail: string): Promise<void>;
}

/** The timeline quotes so much of a comment. */
const EXCERPT_CHARACTERS_MAX = 200;

/** Throws `not_found`, or `conflict` where the incident has as many comments as it may have. */
export function addComment(
  store: CommentStore,
  scope: Scope,
  incidentId: string,
  given: Pick<IncidentComment, "author" | "body">,
  now: number,
): Promise<IncidentComment> {
  const { author, body } = given;
  const id = randomId();
  const { organizationId, actor } = scope;
  const comment = { id, organizationId, incidentId, author, actor, body, createdAt: now, updatedAt: now };
  return store.add(scope, comment, {
    type: "comment_added",
    actor: scope.actor,
    title: `Comment by ${author}`,
    detail: truncate(body, EXCERPT_CHARACTERS_MAX),
    metadata: { commentId: id, author },
  });
}

/** The words go from the timeline too: what was written by mistake shall not stay there. Throws `not_found`. */
export const removeComment = (store: CommentStore, scope: Scope, incidentId: string, id: string): Promise<void> =>
  store.remove(scope, incidentId, id, `Deleted by ${scope.actor}.`);
