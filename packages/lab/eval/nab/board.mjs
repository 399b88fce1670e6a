// How NAB's figures stand on the scoreboard.
import { figure, table } from "../table.mjs";
import { runNab } from "./run.mjs";

const DIGITS = 1;
const shown = (value) => figure(value, DIGITS);

export const nabBoard = {
  name: "nab",
  folder: "nab",
  run: runNab,
  digits: DIGITS,
  rows: ({ count, standard, rewardLowFP, rewardLowFN, leaveOneFileOut, incidents }) => [
    {
      measure: "standard profile, threshold of these files",
      cases: count,
      value: standard.score,
      crossValidated: leaveOneFileOut,
      simple: "40.9 (windowed Gaussian)",
      published: "68.3 (CAD OSE), 68.2 (ARTime), 67.4 (Numenta HTM)",
    },
    { measure: "reward low false positives", cases: count, value: rewardLowFP.score },
    { measure: "reward low false negatives", cases: count, value: rewardLowFN.score },
    { measure: "standard profile, the incidents that open", cases: count, value: incidents.score },
  ],
  tables: ({ groups, standard, leaveOneGroupOut, incidents }) => ({
    "nab-groups": [
      table(
        ["group", "files", "standard", "windows found", "rows in alarm outside"],
        [
          ...groups.map((group) => [group.name, group.count, shown(group.score), foundOf(group), group.falseRows]),
          [
            "**all**",
            groups.reduce((sum, { count }) => sum + count, 0),
            shown(standard.score),
            foundOf(standard),
            standard.falseRows,
          ],
        ],
      ),
      `Threshold ${figure(standard.threshold, 3)}. With each group in turn judged at the threshold of the others: ${shown(leaveOneGroupOut)}. The built-in rule opened an incident in ${foundOf(incidents)} windows, and ${incidents.falseRows} outside them.`,
    ].join("\n\n"),
  }),
  predictions: ({ predictions }) => predictions,
};

const foundOf = ({ found, windows }) => `${found} of ${windows}`;
