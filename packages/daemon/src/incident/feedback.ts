import { truncate } from "../kernel/truncate.ts";
import type { Feedback, GivenFeedback, StoredFeedback } from "../model/feedback.ts";
import { WORKFLOW_EVENTS_MAX } from "../model/record-limits.ts";
import type { Scope } from "../model/scope.ts";
import { appendTimeline } from "./append-timeline.ts";
import { requireIncident } from "./apply-change.ts";
import { FEEDBACK_REASON } from "./ending-verdict.ts";
import { setVerdict } from "./judge-incident.ts";
import type { UnitsOfWork } from "./unit-of-work.ts";
import { workflowEventTypes } from "./workflow-events.ts";

export interface FeedbackStore extends FeedbackReader {
  readonly units: UnitsOfWork;
}

export interface FeedbackReader {
  /** The newest first; a bounded number. Throws `not_found`. */
  list(scope: Scope, incidentId: string): Promise<readonly Feedback[]>;
}

/** The timeline quotes so much of a note. */
const EXCERPT_CHARACTERS_MAX = 200;

/**
 * Takes the place of what the person said before, and measures the rules of the incident and of its children. The
 * timeline gets an entry where it is news. Throws `not_found`, `conflict`.
 */
export function giveFeedback(
  { units }: Pick<FeedbackStore, "units">,
  { organizationId, actor }: Scope,
  incidentId: string,
  { person, verdict, note }: GivenFeedback,
  now: number,
): Promise<StoredFeedback> {
  const feedback = { organizationId, aboutId: incidentId, person, by: actor, verdict, note };
  return units.run(organizationId, async (unit) => {
    const incident = await requireIncident(unit, incidentId);
    const counted = await unit.feedback.put({ ...feedback, createdAt: now, updatedAt: now });
    await setVerdict(unit, incident, { verdict: counted.verdict, verdictFrom: "feedback" });
    // A person who changes their mind often does not fill the timeline.
    if (counted.isNews && (await unit.timeline.count(incidentId, workflowEventTypes)) < WORKFLOW_EVENTS_MAX) {
      const metadata = { reason: FEEDBACK_REASON, verdict };
      const detail = truncate(note ?? "", EXCERPT_CHARACTERS_MAX);
      const entry = { type: "note", actor, title: `Feedback: ${verdict}`, detail, metadata } as const;
      await appendTimeline(unit, incident, [entry], now);
    }
    return { feedback: counted.feedback, replaced: counted.replaced };
  });
}
