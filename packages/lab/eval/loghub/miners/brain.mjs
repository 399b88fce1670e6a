// Brain: Yu, He, Chen and He, "Brain: Log Parsing with Bidirectional Parallel Tree" (IEEE TSC 2023).
import { groupBy, namedGroups, VARIABLE, wordsOf } from "./words.mjs";

/** How many lines of one length have each word in each place. */
function countsOf(lines) {
  return lines[0].map((_, place) => {
    const counts = new Map();
    for (const words of lines) counts.set(words[place], (counts.get(words[place]) ?? 0) + 1);
    return counts;
  });
}

/** The most words of a line that are equally frequent, at least `weight` of its most frequent word: its root. */
function rootOf(words, counts, weight) {
  const frequencies = words.map((word, place) => (word.includes(VARIABLE) ? 0 : counts[place].get(word)));
  const least = weight * Math.max(...frequencies);
  const classes = groupBy(
    [...frequencies.keys()].filter((place) => frequencies[place] > 0 && frequencies[place] >= least),
    (place) => frequencies[place],
  );
  const [root] = [...classes].sort(([one, places], [other, others]) => others.length - places.length || other - one);
  return { frequency: root?.[0] ?? 0, places: root?.[1] ?? [] };
}

/** Child direction: rarer words split the group at the place with the fewest, unless there are too many. */
function split(members, words, places, wordsMax) {
  const text = [...words[members[0]]];
  const open = [];
  for (const place of places) {
    const distinct = new Set(members.map((line) => words[line][place]));
    if (distinct.size === 1) continue;
    if (distinct.size > wordsMax) text[place] = VARIABLE;
    else open.push([distinct.size, place]);
  }
  if (open.length === 0) return [{ lines: members, text }];
  const [, place] = open.sort(([one], [other]) => one - other)[0];
  return [...groupBy(members, (line) => words[line][place]).values()].flatMap((part) =>
    split(
      part,
      words,
      places.filter((each) => each !== place),
      wordsMax,
    ).map(({ lines, text: own }) => ({
      lines,
      text: own.map((word, at) => (text[at] === VARIABLE ? VARIABLE : word)),
    })),
  );
}

function groupsOf(members, words, counts, { weight, wordsMax }) {
  const roots = new Map(members.map((line) => [line, rootOf(words[line], counts, weight)]));
  const byRoot = groupBy(members, (line) => {
    const { frequency, places } = roots.get(line);
    return [frequency, ...places.map((place) => `${place} ${words[line][place]}`)].join("\n");
  });
  return [...byRoot.values()].flatMap((group) => {
    const { frequency, places } = roots.get(group[0]);
    const others = [...counts.keys()].filter((place) => !places.includes(place));
    const children = [];
    const parents = [];
    for (const place of others) {
      const isParent = group.every((line) => counts[place].get(words[line][place]) > frequency);
      (isParent ? parents : children).push(place);
    }
    // Parent direction: words that are more frequent than the root are variables if there are several.
    const varying = parents.filter((place) => new Set(group.map((line) => words[line][place])).size > 1);
    return split(group, words, children, wordsMax).map(({ lines, text }) => ({
      lines,
      text: text.map((word, place) => (varying.includes(place) ? VARIABLE : word)).join(" "),
    }));
  });
}

function mine(lines, settings) {
  const words = lines.map(wordsOf);
  const byLength = groupBy([...words.keys()], (line) => words[line].length);
  const groups = [...byLength.values()].flatMap((members) => {
    if (words[members[0]].length === 0) return [{ lines: members, text: "" }];
    return groupsOf(members, words, countsOf(members.map((line) => words[line])), settings);
  });
  return namedGroups(lines.length, groups);
}

export const brain = {
  name: "Brain",
  mine,
  settings: [0, 0.1, 0.3, 0.5].flatMap((weight) => [1, 2, 3, 4, 5, 6, 8].map((wordsMax) => ({ weight, wordsMax }))),
};
