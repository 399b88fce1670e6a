import { type FeedbackStore, giveFeedback } from "../../incident/feedback.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Feedback } from "../../model/feedback.ts";
import { givenFeedback, presentFeedback } from "./present-feedback.ts";
import type { Routes } from "./route.ts";

export interface FeedbackRoutesDeps {
  readonly feedback: FeedbackStore;
  readonly clock: Clock;
}

/** Whether an incident was worth waking somebody. */
export const feedbackRoutes = ({ feedback, clock }: FeedbackRoutesDeps) =>
  ({
    listIncidentFeedback: async ({ scope, path }) => ({
      status: 200,
      body: (await feedback.list(scope, path.id)).map(present),
    }),
    giveIncidentFeedback: async ({ scope, caller, path, body }) => {
      const given = givenFeedback(caller.subject, body);
      const stored = await giveFeedback(feedback, scope, path.id, given, clock.now());
      return { status: stored.replaced ? 200 : 201, body: present(stored.feedback) };
    },
  }) satisfies Partial<Routes>;

const present = ({ aboutId, ...feedback }: Feedback) => ({ incidentId: aboutId, ...presentFeedback(feedback) });
