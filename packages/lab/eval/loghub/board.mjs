// How LogHub's figures stand on the scoreboard.
import { figure, table } from "../table.mjs";
import { mean } from "./leave-one-out.mjs";
import { runLoghub } from "./run.mjs";

const meanOf = (scores, measure) =>
  scores.some((score) => score[measure] === null) ? null : mean(scores.map((score) => score[measure]));

const systemsTable = (systems) =>
  table(
    ["system", "GA", "GA online", "FGA", "PA", "FTA", "ids unchanged", "templates", "true events"],
    systems.map((score) => [
      score.name,
      ...["accuracy", "online", "f1", "parsingAccuracy", "templateF1", "unchanged"].map((measure) =>
        figure(score[measure], 3),
      ),
      score.groups,
      score.events,
    ]),
  );

const methodsTable = (methods) =>
  table(
    ["method", "settings", "GA", "GA online", "worst system", "FGA", "PA", "FTA"],
    methods.map(({ name, tried, scores }) => [
      name,
      tried,
      ...["accuracy", "online"].map((measure) => figure(meanOf(scores, measure), 3)),
      figure(Math.min(...scores.map(({ accuracy }) => accuracy)), 3),
      ...["f1", "parsingAccuracy", "templateF1"].map((measure) => figure(meanOf(scores, measure), 3)),
    ]),
  );

const settingsText = (settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

/** What the product's method chose without each system, and how much that matters. */
const settingsTable = ({ scores, chosen }) =>
  table(
    ["system left out", "settings chosen on the others", "GA", "GA online", "PA", "FTA"],
    scores.map((score, index) => [
      score.system,
      settingsText(chosen[index]),
      ...["accuracy", "online", "parsingAccuracy", "templateF1"].map((measure) => figure(score[measure], 3)),
    ]),
  );

const stylesTable = (inSight, heldOut) =>
  table(
    ["log style", "in sight", "GA", "GA online", "templates", "true events"],
    [...inSight.map((score) => [score, "yes"]), ...heldOut.map((score) => [score, "no"])].map(([score, isSeen]) => [
      score.name,
      isSeen,
      figure(score.accuracy, 3),
      figure(score.online, 3),
      score.groups,
      score.events,
    ]),
  );

export const loghubBoard = {
  name: "loghub",
  folder: "loghub_2k",
  run: runLoghub,
  digits: 3,
  rows: ({ count, means, stylesHeldOut }) => [
    {
      measure: "grouping accuracy (GA), mean",
      cases: count,
      value: means.accuracy,
      simple: "0.78 (Drain, one configuration)",
      published: "0.872 (Drain, tuned for each system)",
    },
    { measure: "GA by the name that a line got when it came", cases: count, value: means.online },
    { measure: "F1 of groups (FGA), mean", cases: count, value: means.f1 },
    { measure: "parsing accuracy (PA), mean", cases: count, value: means.parsingAccuracy },
    { measure: "F1 of templates (FTA), mean", cases: count, value: means.templateF1 },
    { measure: "lines whose first id leads to their final template", cases: count, value: means.resolved },
    { measure: "lines whose first id is their final id", cases: count, value: means.unchanged },
    {
      measure: "GA on generated log styles that weren't in sight",
      cases: stylesHeldOut.length,
      value: meanOf(stylesHeldOut, "accuracy"),
    },
    { measure: "the same, online", cases: stylesHeldOut.length, value: meanOf(stylesHeldOut, "online") },
  ],
  tables: ({ systems, stylesInSight, stylesHeldOut, compareMethods }) => {
    const methods = compareMethods();
    return {
      "loghub-systems": systemsTable(systems),
      "loghub-methods": methodsTable(methods),
      "loghub-settings": settingsTable(methods.at(-1)),
      "log-styles": stylesTable(stylesInSight, stylesHeldOut),
    };
  },
  predictions: ({ predictions }) => predictions,
};
