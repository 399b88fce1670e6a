// Cross-validation of the analyser: what its weights would be, fitted to all cases but those of one system, and how
// often that would be right on the system that was left out. Fitted by halving and doubling one weight after the other.
import { judgeChanges } from "../../../daemon/src/diagnose/analyse/changes.ts";
import { rankSuspects, WEIGHTS } from "../../../daemon/src/diagnose/analyse/suspect.ts";
import { viewOf } from "../../../daemon/src/diagnose/analyse/view.ts";
import { strictRank } from "./ranking.mjs";

const FACTORS = [0, 0.5, 2];
const ROUNDS = 3;
/** Hypotheses that a diagnosis lists. */
const LISTED = 5;
/** What is gained by a change of a weight must be more than this. */
const GAIN_MIN = 1e-6;

/** What weights are fitted on: each suspect's features. */
export const suspectsOf = (picture) => {
  const view = viewOf(picture);
  return rankSuspects(view, judgeChanges(view)).map(({ service, features }) => ({ service, features }));
};

function rankOf({ truth, suspects }, weights) {
  const scored = suspects
    .map(({ service, features }) => ({ name: service, score: scoreOf(features, weights) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, LISTED);
  return strictRank(scored, truth.service);
}

const scoreOf = (features, weights) =>
  Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * features[name], 0);

/** The mean over sets of the mean reciprocal rank: a large set counts no more than a small one. */
function merit(cases, weights) {
  if (cases.length === 0) return 0;
  const sets = Object.values(Object.groupBy(cases, ({ set }) => set));
  return mean(sets.map((those) => mean(those.map((one) => 1 / rankOf(one, weights)))));
}

const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

function fittedTo(cases) {
  let weights = WEIGHTS;
  let best = merit(cases, weights);
  for (let round = 0; round < ROUNDS; round++) {
    const before = best;
    for (const name of Object.keys(WEIGHTS)) {
      for (const factor of FACTORS) {
        const tried = { ...weights, [name]: weights[name] * factor };
        const reached = merit(cases, tried);
        if (reached <= best + GAIN_MIN) continue;
        best = reached;
        weights = tried;
      }
    }
    if (best <= before + GAIN_MIN) break;
  }
  return weights;
}

/**
 * Of the cases of several sets, by set: the shares whose true service stands first, and among the first three, with each
 * system left out in turn. Sets whose truth is no service are none of them.
 */
export function leftOut(casesBySet) {
  const all = Object.entries(casesBySet).flatMap(([set, cases]) =>
    cases
      .filter(({ truth }) => truth.service !== undefined)
      .map(({ system, truth, suspects }) => ({ set, fold: `${set} ${system}`, truth, suspects })),
  );
  const ranks = Object.entries(Object.groupBy(all, ({ fold }) => fold)).flatMap(([fold, own]) => {
    const weights = fittedTo(all.filter((one) => one.fold !== fold));
    return own.map((one) => ({ set: one.set, rank: rankOf(one, weights) }));
  });
  const share = (those, last) => those.filter(({ rank }) => rank <= last).length / those.length;
  return Object.fromEntries(
    Object.entries(Object.groupBy(ranks, ({ set }) => set)).map(([set, those]) => [
      set,
      { top1: share(those, 1), top3: share(those, 3) },
    ]),
  );
}
