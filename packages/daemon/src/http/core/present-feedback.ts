import { toIso } from "../../kernel/clock.ts";
import type { Feedback, GivenFeedback } from "../../model/feedback.ts";

/** What a body says, by whoever's token it is; an empty note is none. */
export const givenFeedback = (
  person: string,
  { verdict, note }: { readonly verdict: Feedback["verdict"]; readonly note?: string },
): GivenFeedback => ({ person, verdict, note: note?.trim() ? note : null });

/** Without what it is about. */
export const presentFeedback = ({ verdict, note, by, createdAt, updatedAt }: Omit<Feedback, "aboutId">) => ({
  verdict,
  note,
  by,
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
