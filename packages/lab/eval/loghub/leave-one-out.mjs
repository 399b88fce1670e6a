// Compares methods on systems that had no say in their settings: each system is scored with the settings that are best
// on the others.
import { ael } from "./miners/ael.mjs";
import { brain } from "./miners/brain.mjs";
import { drain } from "./miners/drain.mjs";
import { lenma } from "./miners/lenma.mjs";
import { positionFrequency } from "./miners/position-frequency.mjs";
import { spell } from "./miners/spell.mjs";
import { masksAlone, tocsin } from "./miners/tocsin.mjs";
import { groupingScore, parsingScore } from "./score.mjs";

const METHODS = [drain, spell, lenma, ael, positionFrequency, brain, masksAlone, tocsin];

export const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** `online` is null for a method that names no line before it has seen all. */
export function scoreOf({ lines, events, templates }, { online, final, texts }) {
  const grouping = groupingScore(events, final);
  const parsing = parsingScore(templates, texts);
  return {
    accuracy: grouping.accuracy,
    f1: grouping.f1,
    online: online === undefined ? null : groupingScore(events, online).accuracy,
    parsingAccuracy: parsing.accuracy,
    templateF1: parsing.f1,
    unchanged: online === undefined ? null : online.filter((name, line) => name === final[line]).length / lines.length,
    groups: grouping.groups,
    events: grouping.events,
  };
}

/** Settings are chosen by grouping accuracy, and by the accuracy of online names where there are some. */
const worthOf = ({ accuracy, online }) => accuracy + (online ?? accuracy);

const best = (settings, scores, without) =>
  settings
    .map((each, index) => ({
      index,
      settings: each,
      worth: mean(scores[index].filter((_, system) => system !== without).map(worthOf)),
    }))
    .reduce((one, other) => (other.worth > one.worth + 1e-9 ? other : one));

function leaveOneOut({ name, mine, settings }, systems) {
  const scores = settings.map((each) => systems.map((system) => scoreOf(system, mine(system.lines, each))));
  const chosen = systems.map((_, without) => best(settings, scores, without));
  const meanWorths = scores.map((each) => mean(each.map(({ accuracy }) => accuracy)));
  return {
    name,
    scores: chosen.map(({ index }, system) => ({ system: systems[system].name, ...scores[index][system] })),
    chosen: chosen.map((each) => each.settings),
    tried: settings.length,
    lowest: Math.min(...meanWorths),
    highest: Math.max(...meanWorths),
  };
}

export const compareMethods = (systems) => METHODS.map((method) => leaveOneOut(method, systems));
