import { logistic } from "../../methods/robust/robust-spread.ts";
import type { Suspect } from "./suspect.ts";

/**
 * How sure a suspect's guilt is: one logistic function of how far it is ahead of the next one, or behind the first,
 * and of how much speaks for it at all. Its numbers are fitted to public cases, each system judged by numbers that
 * were fitted to the others (docs/diagnosis.md).
 */
const curve = { base: -1.35, margin: 0.6, score: 0.08 } as const;
/** Below this the evidence doesn't carry a root cause. */
export const CONCLUSIVE_FROM = 0.35;
/** Nothing that is inferred is certain. */
const CERTAINTY_MAX = 0.95;

/** One for each suspect, in their order; never rising. Only one can be the cause, so they come to 1 at most, cut to thousandths. */
export function confidencesOf(suspects: readonly Pick<Suspect, "score">[]): number[] {
  const first = suspects[0]?.score ?? 0;
  const second = suspects[1]?.score ?? 0;
  let last = CERTAINTY_MAX;
  const alone = suspects.map(({ score }, place) => {
    const margin = place === 0 ? score - second : score - first;
    last = Math.min(last, logistic(curve.base + curve.margin * margin + curve.score * score));
    return last;
  });
  const sum = alone.reduce((all, each) => all + each, 0);
  return alone.map((each) => Math.floor((each / Math.max(1, sum)) * 1000) / 1000);
}
