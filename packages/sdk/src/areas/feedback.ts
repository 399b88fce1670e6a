import type { FeedbackGive } from "../generated/types.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** Whether an incident was worth waking somebody. */
export function createFeedback({ api, with: how }: Port) {
  return {
    /**
     * The verdicts on an incident, one a person, the newest first.
     * @example
     * for (const { by, verdict, note } of await tocsin.feedback.list("019353e1-7c1a-7000-8000-1b2c3d4e5f60"))
     *   console.log(by, verdict, note);
     */
    list: (incidentId: string, options?: CallOptions) =>
      data(api.listIncidentFeedback({ path: { id: incidentId }, ...how(options) })),
    /**
     * Says what you think of an incident, in place of what you said before, and answers it. The rule that opened it is
     * measured by it.
     * @example
     * await tocsin.feedback.give("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { verdict: "noise", note: "The nightly import." });
     */
    give: (incidentId: string, feedback: FeedbackGive, options?: CallOptions) =>
      data(api.giveIncidentFeedback({ path: { id: incidentId }, body: feedback, ...how(options) })),
  };
}
