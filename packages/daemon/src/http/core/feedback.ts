import { type FeedbackStore, giveFeedback } from "../../incident/feedback.ts";
import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import type { Feedback, GivenFeedback, StoredFeedback } from "../../model/feedback.ts";
import { created, ok } from "./answers.ts";
import type { Routes } from "./route.ts";

export interface FeedbackRoutesDeps {
  readonly feedback: FeedbackStore;
  readonly clock: Clock;
}

/** Verdicts whether an incident was worth a notification. */
export const feedbackRoutes = ({ feedback, clock }: FeedbackRoutesDeps) =>
  ({
    listIncidentFeedback: async ({ scope, path }) => ok((await feedback.list(scope, path.id)).map(present)),
    giveIncidentFeedback: async ({ scope, caller, path, body }) => {
      const given = givenFeedback(caller.subject, body);
      return storedFeedback(await giveFeedback(feedback, scope, path.id, given, clock.now()), present);
    },
  }) satisfies Partial<Routes>;

/** The verdict of a body, given by the owner of the token; an empty note counts as none. */
export const givenFeedback = (
  person: string,
  { verdict, note }: { readonly verdict: Feedback["verdict"]; readonly note?: string },
): GivenFeedback => ({ person, verdict, note: note?.trim() ? note : null });

/** 200 for a verdict that replaced another one, 201 otherwise. */
export const storedFeedback = <Body>({ replaced, feedback }: StoredFeedback, present: (feedback: Feedback) => Body) =>
  replaced ? ok(present(feedback)) : created(present(feedback));

/** Without the incident or shadow opening that it is about. */
export const presentFeedback = ({ verdict, note, by, createdAt, updatedAt }: Feedback) =>
  formatTimes({ verdict, note, by, createdAt, updatedAt }, "createdAt", "updatedAt");

const present = (feedback: Feedback) => ({ incidentId: feedback.aboutId, ...presentFeedback(feedback) });
