/** Whether something was worth somebody's attention. */
export type FeedbackVerdict = "useful" | "noise";

/** What one person thinks of an incident, or of a shadow opening. Times are milliseconds since 1970 UTC. */
export interface Feedback {
  readonly organizationId: string;
  /** Id of what it is about. */
  readonly aboutId: string;
  /** The token's `sub`: one verdict a person. */
  readonly person: string;
  /** As the person is called. */
  readonly by: string;
  readonly verdict: FeedbackVerdict;
  readonly note: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What most say; of as many, what was said last. Undefined where nobody said anything. */
export function majorityVerdict(
  feedback: readonly Pick<Feedback, "verdict" | "updatedAt">[],
): FeedbackVerdict | undefined {
  const useful = feedback.filter(({ verdict }) => verdict === "useful").length;
  const noise = feedback.length - useful;
  if (useful !== noise) return useful > noise ? "useful" : "noise";
  return feedback.toSorted((one, other) => other.updatedAt - one.updatedAt)[0]?.verdict;
}

/** As it is given. */
export interface GivenFeedback {
  readonly person: string;
  readonly verdict: FeedbackVerdict;
  readonly note: string | null;
}

/** The stored one, and whether it took the place of an earlier one. */
export interface StoredFeedback {
  readonly feedback: Feedback;
  readonly replaced: boolean;
}
