import { ApplicationError } from "../kernel/errors.ts";
import { randomId } from "../kernel/ids.ts";
import { truncate } from "../kernel/truncate.ts";
import { COMMENTS_MAX } from "../model/record-limits.ts";
import type { Scope } from "../model/scope.ts";
import { appendTimeline } from "./append-timeline.ts";
import { requireIncident } from "./apply-change.ts";
import type { IncidentComment, UnitsOfWork } from "./unit-of-work.ts";

interface CommentPage {
  readonly comments: readonly IncidentComment[];
  readonly cursor?: string;
}

/** Every method is one transaction. All throw `not_found` for an incident that isn't visible. */
export interface StoredComments {
  /** Newest first. */
  list(scope: Scope, incidentId: string, limit: number, cursor?: string): Promise<CommentPage>;
  /** The quotation in the timeline becomes `detail`. Throws `not_found`. */
  remove(scope: Scope, incidentId: string, id: string, detail: string): Promise<void>;
}

export interface CommentStore extends StoredComments {
  readonly units: UnitsOfWork;
}

/** The timeline quotes so much of a comment. */
const EXCERPT_CHARACTERS_MAX = 200;

/** Throws `not_found`, or `conflict` where the incident has as many comments as it may have. */
export function addComment(
  { units }: Pick<CommentStore, "units">,
  { organizationId, actor }: Scope,
  incidentId: string,
  { author, body }: Pick<IncidentComment, "author" | "body">,
  now: number,
): Promise<IncidentComment> {
  const id = randomId();
  const comment = { id, organizationId, incidentId, author, actor, body, createdAt: now, updatedAt: now };
  return units.run(organizationId, async (unit) => {
    const incident = await requireIncident(unit, incidentId);
    if ((await unit.comments.count(incidentId)) >= COMMENTS_MAX) {
      throw new ApplicationError(
        "limit_reached",
        `An incident has at most ${COMMENTS_MAX} comments. Delete one first.`,
      );
    }
    await unit.comments.insert(comment);
    const detail = truncate(body, EXCERPT_CHARACTERS_MAX);
    const metadata = { commentId: id, author };
    const entry = { type: "comment_added", actor, title: `Comment by ${author}`, detail, metadata } as const;
    await appendTimeline(unit, incident, [entry], now);
    return comment;
  });
}

/** The words go from the timeline too: what was written by mistake shall not stay there. Throws `not_found`. */
export const removeComment = (store: StoredComments, scope: Scope, incidentId: string, id: string): Promise<void> =>
  store.remove(scope, incidentId, id, `Deleted by ${scope.actor}.`);
