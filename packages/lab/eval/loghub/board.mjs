// How LogHub's figures stand on the scoreboard.
import { figure, table } from "../table.mjs";
import { runLoghub } from "./run.mjs";

export const loghubBoard = {
  name: "loghub",
  folder: "loghub_2k",
  run: runLoghub,
  digits: 3,
  rows: ({ count, accuracy, accuracyOnline, f1 }) => [
    {
      measure: "grouping accuracy, mean",
      cases: count,
      value: accuracy,
      simple: "0.68 to 0.83 (Drain, one configuration)",
      published: "0.872 (Drain, tuned for each system)",
    },
    { measure: "the same, by the name that a line got when it came", cases: count, value: accuracyOnline },
    { measure: "F1 of groups, mean", cases: count, value: f1 },
  ],
  tables: ({ systems }) => ({
    "loghub-systems": table(
      ["system", "grouping accuracy", "F1 of groups", "patterns", "true events"],
      systems.map(({ name, accuracy, f1, groups, events }) => [
        name,
        figure(accuracy, 3),
        figure(f1, 3),
        groups,
        events,
      ]),
    ),
  }),
  predictions: ({ predictions }) => predictions,
};
