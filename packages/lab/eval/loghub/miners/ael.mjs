// AEL: Jiang, Hassan, Flora and Hamann, "Abstracting Execution Logs to Execution Events" (QSIC 2008).
import { commonText, groupBy, namedGroups, VARIABLE, wordsOf } from "./words.mjs";

/** Anonymize: what is set to something is a variable. */
const anonymized = (line) => wordsOf(line.replace(/(=)[^\s,;()[\]]+/g, `$1${VARIABLE}`));

const differingPlaces = (one, other) => one.flatMap((word, place) => (word === other[place] ? [] : [place]));

/** Reconcile: events that differ in one word are one if there are enough of them. */
function reconciled(events, eventsMin) {
  const merged = [];
  const left = new Set(events);
  for (const event of events) {
    if (!left.has(event)) continue;
    const byPlace = groupBy(
      [...left].filter((other) => other !== event && differingPlaces(event.words, other.words).length === 1),
      (other) => differingPlaces(event.words, other.words)[0],
    );
    const others = [...byPlace.values()].sort((one, other) => other.length - one.length)[0] ?? [];
    const together = others.length + 1 >= eventsMin ? [event, ...others] : [event];
    for (const each of together) left.delete(each);
    merged.push({
      lines: together.flatMap(({ lines }) => lines),
      text: commonText(together.map(({ words }) => words)),
    });
  }
  return merged;
}

function mine(lines, { eventsMin }) {
  const words = lines.map(anonymized);
  // Tokenize and categorize: a bin has one number of words and of variables.
  const bins = groupBy([...words.keys()], (line) => {
    const variables = words[line].filter((word) => word.includes(VARIABLE)).length;
    return `${words[line].length} ${variables}`;
  });
  const groups = [...bins.values()].flatMap((bin) => {
    const events = [...groupBy(bin, (line) => words[line].join(" ")).values()];
    return reconciled(
      events.map((members) => ({ lines: members, words: words[members[0]] })),
      eventsMin,
    );
  });
  return namedGroups(lines.length, groups);
}

export const ael = { name: "AEL", mine, settings: [2, 3, 4, 6, 8, 12, 20].map((eventsMin) => ({ eventsMin })) };
