// How the figures of grouping stand on the scoreboard.
import { figure, table } from "../table.mjs";
import { runGrouping } from "./run.mjs";

/** The worst of all the ways in which the alerts were moved, halved or told less of the topology. */
const worstOf = (crossValidated) => Math.min(...Object.values(crossValidated).map(({ ARI }) => ARI));

const rowOf = ([name, { ARI, pairF1, V, incidents, faults }]) => [
  name,
  figure(ARI, 3),
  figure(pairF1, 3),
  figure(V, 3),
  incidents,
  faults,
];

export const groupingBoard = {
  name: "grouping",
  folder: "fault_alerts",
  run: runGrouping,
  digits: 3,
  rows: ({ measures, bySystem, crossValidated }) => [
    {
      measure: `adjusted Rand index, ${Object.keys(bySystem).length} systems at the same time`,
      cases: measures.faults,
      value: measures.ARI,
      crossValidated: worstOf(crossValidated),
      published: "0.74 (not told whose an alert is), 0.95 (told)",
    },
  ],
  tables: ({ measures, bySystem, crossValidated }) => ({
    grouping: table(
      ["alerts", "adjusted Rand index", "F1 of pairs", "V-measure", "incidents", "faults"],
      [
        ["**all systems at the same time**", ...rowOf(["", measures]).slice(1)],
        ...Object.entries(bySystem).map(([name, each]) => rowOf([`${name} alone`, each])),
        ...Object.entries(crossValidated).map(([name, each]) => rowOf([inWords(name), each])),
      ],
    ),
  }),
  predictions: () => ({}),
};

const inWords = (name) =>
  name
    .replaceAll(/([A-Z]|-?\d+)/g, " $1")
    .toLowerCase()
    .trim();
