// LogHub: whether lines of one event, and no others, have one template to the product's template miner.
import { linesOf } from "../log-styles/generate.mjs";
import { STYLES_HELD_OUT } from "../log-styles/styles-held-out.mjs";
import { STYLES_IN_SIGHT } from "../log-styles/styles-in-sight.mjs";
import { loghubCorpus } from "./corpus.mjs";
import { compareMethods, mean, scoreOf } from "./leave-one-out.mjs";
import { tocsin } from "./miners/tocsin.mjs";
import { groupingScore } from "./score.mjs";

const mineWithDefaults = (lines) => tocsin.mine(lines, tocsin.defaults);

const stylesOf = (styles) =>
  styles.map((style, index) => {
    const { name, lines, events } = linesOf(style, index + 1);
    const { online, final } = mineWithDefaults(lines);
    return { name, online: groupingScore(events, online).accuracy, ...groupingScore(events, final) };
  });

export function runLoghub(folder) {
  const systems = loghubCorpus(folder);
  const mined = systems.map((system) => ({ system, result: mineWithDefaults(system.lines) }));
  const scores = mined.map(({ system, result }) => ({
    name: system.name,
    lines: system.lines.length,
    resolved: result.resolved,
    ...scoreOf(system, result),
  }));
  return {
    count: systems.length,
    systems: scores,
    means: Object.fromEntries(
      ["accuracy", "f1", "online", "parsingAccuracy", "templateF1", "resolved", "unchanged"].map((measure) => [
        measure,
        mean(scores.map((score) => score[measure])),
      ]),
    ),
    worst: Math.min(...scores.map(({ accuracy }) => accuracy)),
    stylesInSight: stylesOf(STYLES_IN_SIGHT),
    stylesHeldOut: stylesOf(STYLES_HELD_OUT),
    predictions: Object.fromEntries(mined.map(({ system, result }) => [system.name, result.final])),
    /** Takes a minute, so only what shows it calls it. */
    compareMethods: () => compareMethods(systems),
  };
}
