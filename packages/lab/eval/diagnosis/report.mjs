// The tables of incidents with a known cause.
import { table } from "../table.mjs";

export const MEASURES = {
  top1: "service or node first",
  top3: "among the first three",
  metric: "service and metric first",
  commit: "guilty commit, or none",
  decoys: "innocent deployments blamed",
};

const figure = (value) =>
  value === null || value === undefined ? "·" : Number.isInteger(value) && value > 1 ? String(value) : value.toFixed(2);

export const shown = (measure, value) => (measure === "decoys" && value !== undefined ? String(value) : figure(value));

const mainTable = ({ sets }) =>
  table(
    ["set", "cases", "measure", "Tocsin", "in minutes", "simple method", "published"],
    sets.flatMap(({ name, count, measures, ours, gathered, simple, published }) =>
      measures.map((measure) => [
        name,
        count,
        MEASURES[measure],
        shown(measure, ours[measure]),
        shown(measure, gathered[measure]),
        simple.map((each) => `${shown(measure, each[measure])} (${each.name})`).join(", "),
        published[measure] === undefined ? "·" : `${published[measure]} (${published.of})`,
      ]),
    ),
  );

const systemTable = ({ sets }) =>
  table(
    ["set", "system", "cases", "Tocsin", "in minutes", "simple method"],
    sets.flatMap(({ name, measures, systems }) =>
      systems.map((system) => [
        name,
        system.name,
        system.count,
        measures.map((measure) => shown(measure, system.ours[measure])).join(" / "),
        measures.map((measure) => shown(measure, system.gathered[measure])).join(" / "),
        system.simple.map((each) => measures.map((measure) => shown(measure, each[measure])).join(" / ")).join(", "),
      ]),
    ),
  );

const heldBackTable = (summary) =>
  table(
    ["set", "inconclusive", "of them right all the same", "right where conclusive", "slowest case, ms"],
    [...summary.sets, { ...summary, name: "all" }].map((set) => [
      set.name,
      both(set, (view) => view.inconclusive),
      both(set, (view) => view.inconclusiveButRight),
      both(set, (view) => figure(view.precision)),
      set.slowestMs === undefined ? "·" : Math.round(set.slowestMs),
    ]),
  );

/** As fine as the data, then in minutes. */
const both = (set, of) => `${of(set)} / ${of(set.gatheredHeldBack)}`;

const reliabilityTable = ({ bins, gathered }) =>
  table(
    ["confidence", "cases", "mean confidence", "share right"],
    bins.map((bin, index) => {
      const views = [bin, gathered.bins[index]];
      const cell = (of) => views.map(of).join(" / ");
      return [
        `${bin.from} to ${bin.to}`,
        cell(({ count }) => count),
        cell(({ confidence }) => figure(confidence)),
        cell(({ right }) => figure(right)),
      ];
    }),
  );

const brierOf = ({ brier }) => (brier === null ? "·" : brier.toFixed(3));

/** The tables by their names. */
export const sectionsOf = (summary) => ({
  right: mainTable(summary),
  systems: systemTable(summary),
  heldBack: heldBackTable(summary),
  reliability: reliabilityTable(summary),
  brier: `${brierOf(summary)} / ${brierOf(summary.gathered)}`,
});

/** A line for each case: the truth and what was said. */
export const detailsOf = (set, cases) =>
  cases
    .map((one) => {
      const truth = [one.truth.service, one.truth.metric, one.truth.commit?.slice(0, 7)].filter(Boolean).join(" ");
      const onset = one.onsetAt === null ? "none" : `${Math.round((one.onsetAt - one.knownOnset) / 1000)} s`;
      const answers = one.answers.map(
        ({ service, metric, change, confidence }) =>
          `${confidence.toFixed(2)} ${[service, metric, change?.slice(0, 12)].filter(Boolean).join(" ")}`,
      );
      const verdict = `${one.right ? "right" : "WRONG"} ${one.conclusive ? "" : "(inconclusive) "}`;
      return `${verdict}${set.name} ${one.id}: ${truth} · place ${one.rank ?? one.blamed?.slice(0, 7)} · onset ${onset} off · ${answers.join(" | ")}`;
    })
    .join("\n");
