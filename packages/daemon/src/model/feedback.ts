export type FeedbackVerdict = "useful" | "noise";

/** One person's verdict about an incident or a shadow opening. Times are milliseconds since 1970 UTC. */
export interface Feedback {
  readonly organizationId: string;
  /** The id of the incident or shadow opening. */
  readonly aboutId: string;
  /** The token's `sub`; each person has one verdict. */
  readonly person: string;
  /** The person's name. */
  readonly by: string;
  readonly verdict: FeedbackVerdict;
  readonly note: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The verdict of the majority; the latest one in a tie. Undefined without feedback. */
export function majorityVerdict(
  feedback: readonly Pick<Feedback, "verdict" | "updatedAt">[],
): FeedbackVerdict | undefined {
  const useful = feedback.filter(({ verdict }) => verdict === "useful").length;
  const noise = feedback.length - useful;
  if (useful !== noise) return useful > noise ? "useful" : "noise";
  return feedback.toSorted((one, other) => other.updatedAt - one.updatedAt)[0]?.verdict;
}

export interface GivenFeedback {
  readonly person: string;
  readonly verdict: FeedbackVerdict;
  readonly note: string | null;
}

export interface StoredFeedback {
  readonly feedback: Feedback;
  readonly replaced: boolean;
}
