// LogHub: whether lines of one event, and no others, are one pattern to the product's template miner.
import { createTemplateSet, matchTemplate } from "../../../daemon/src/methods/log-templates/template-set.ts";
import { loghubCorpus } from "./corpus.mjs";
import { groupingScore } from "./score.mjs";

const SECOND_MS = 1000;

/**
 * The pattern of each line, one pass in the order of the file: as it was named when the line came, and as that name
 * reads at the end, when kinds that turned out to be one are one.
 */
function patternsOf(lines) {
  const set = createTemplateSet();
  const online = lines.map((line, second) => matchTemplate(set, line, second * SECOND_MS).fingerprint);
  return { online, patterns: online.map((name) => set.ids.get(name)?.fingerprint ?? name) };
}

const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

export function runLoghub(folder) {
  const systems = loghubCorpus(folder).map(({ name, lines, events }) => {
    const { online, patterns } = patternsOf(lines);
    const accuracyOnline = groupingScore(events, online).accuracy;
    return { name, lines: lines.length, patterns, accuracyOnline, ...groupingScore(events, patterns) };
  });
  return {
    count: systems.length,
    accuracy: mean(systems.map(({ accuracy }) => accuracy)),
    accuracyOnline: mean(systems.map((system) => system.accuracyOnline)),
    f1: mean(systems.map(({ f1 }) => f1)),
    worst: Math.min(...systems.map(({ accuracy }) => accuracy)),
    systems: systems.map(({ patterns: _, ...system }) => system),
    predictions: Object.fromEntries(systems.map(({ name, patterns }) => [name, patterns])),
  };
}
