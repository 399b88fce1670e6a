import type { EntityManager } from "typeorm";
import type { CountedFeedback } from "../../incident/unit-of-work.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { type Feedback, majorityVerdict } from "../../model/feedback.ts";
import { FEEDBACK_MAX } from "../../model/record-limits.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { feedbackTable } from "./incident-tables.ts";

/** Reads what everybody said of it, which is bounded. The organization is locked. Throws `conflict`. */
export async function storeFeedback(transaction: EntityManager, given: Feedback): Promise<CountedFeedback> {
  const { organizationId, aboutId, person } = given;
  const said = await transaction.findBy(feedbackTable, { organizationId, aboutId });
  const before = said.find((each) => each.person === person);
  if (!before && said.length >= FEEDBACK_MAX) {
    throw new ApplicationError("limit_reached", `An incident has feedback from at most ${FEEDBACK_MAX} people.`);
  }
  const others = said.filter((each) => each.person !== person);
  // The latest also where another daemon's clock is ahead.
  const updatedAt = Math.max(given.updatedAt, ...others.map((other) => other.updatedAt + 1));
  const feedback = { ...given, updatedAt, createdAt: before?.createdAt ?? given.createdAt };
  await insertRows(transaction, feedbackTable, [feedback], { overwrite: true });
  return {
    feedback,
    replaced: before !== undefined,
    isNews: before?.verdict !== given.verdict || before.note !== given.note,
    verdict: majorityVerdict([feedback, ...others]) ?? given.verdict,
  };
}
