// How the figures of each set of incidents with a known cause stand on the scoreboard.

import { detailsOf, MEASURES, sectionsOf, shown } from "./report.mjs";
import { diagnose } from "./run.mjs";
import { SETS } from "./sets.mjs";
import { summarise } from "./summary.mjs";

const rowsOf = (set, cases, leftOut) => {
  const { sets } = summarise([{ set, cases }]);
  const [{ ours, gathered, simple, published, measures }] = sets;
  return measures.map((measure) => ({
    measure: MEASURES[measure],
    cases: cases.length,
    value: ours[measure],
    crossValidated: leftOut?.[measure],
    digits: measure === "decoys" ? 0 : 2,
    inMinutes: gathered[measure],
    simple: simple.map((each) => `${shown(measure, each[measure])} (${each.name})`).join(", "),
    published: published[measure] === undefined ? undefined : `${published[measure]} (${published.of})`,
  }));
};

export const diagnosisBoards = SETS.map((set) => ({
  name: set.name,
  folder: set.folder,
  set,
  run: (folder) => ({ cases: diagnose(set, folder) }),
  digits: 2,
  rows: ({ cases }, leftOut) => rowsOf(set, cases, leftOut),
  tables: () => ({}),
  lines: ({ cases }) => detailsOf(set, cases),
  predictions: ({ cases }) => Object.fromEntries(cases.map(({ id, answers, blamed }) => [id, blamed ?? answers])),
}));

/** The tables of all incidents with a known cause together; none where none was looked at. */
export function rootCauseTables(results) {
  const those = results
    .filter(({ board }) => board.set !== undefined)
    .map(({ board, result }) => ({ set: board.set, cases: result.cases }));
  if (those.length === 0) return {};
  const { right, systems, heldBack, reliability, brier } = sectionsOf(summarise(those));
  return {
    "root-causes": right,
    "root-cause-systems": systems,
    "held-back": heldBack,
    confidence: `${reliability}\n\nBrier score ${brier}.`,
  };
}
