// Frequencies of words by place, as in LFA (Nagappan and Vouk, MSR 2010) and LogShrink (Li and others, ICSE 2024).
import { groupBy, namedGroups, VARIABLE, wordsOf } from "./words.mjs";

function mine(lines, { share, leadingWords }) {
  const words = lines.map(wordsOf);
  const contextOf = (line) => [words[line].length, ...words[line].slice(0, leadingWords)].join("\n");
  const groups = [...groupBy([...words.keys()], contextOf).values()].flatMap((members) => {
    const least = share * members.length;
    const counts = words[members[0]].map((_, place) => groupBy(members, (line) => words[line][place]));
    const texts = new Map(
      members.map((line) => [
        line,
        words[line].map((word, place) => (counts[place].get(word).length < least ? VARIABLE : word)).join(" "),
      ]),
    );
    return [...groupBy(members, (line) => texts.get(line))].map(([text, group]) => ({ lines: group, text }));
  });
  return namedGroups(lines.length, groups);
}

export const positionFrequency = {
  name: "frequency by place",
  mine,
  settings: [0, 1, 2, 3].flatMap((leadingWords) =>
    [0.01, 0.02, 0.05, 0.1, 0.2].map((share) => ({ leadingWords, share })),
  ),
};
