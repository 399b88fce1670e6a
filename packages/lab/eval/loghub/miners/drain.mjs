// Drain: He, Zhu, Zheng and Lyu, "Drain: An Online Log Parsing Approach with Fixed Depth Tree" (ICWS 2017).
import { entryOf, hasDigit, namedOnline, VARIABLE, wordsOf } from "./words.mjs";

const CHILDREN_MAX = 100;

const similarityOf = (template, words) =>
  template.reduce((same, word, place) => same + (word === words[place] && word !== VARIABLE ? 1 : 0), 0) / words.length;

/** `depth` counts the root and the leaf, as in the paper: 4 compares two words before the leaf. */
function leafOf(root, words, depth) {
  const createNode = () => new Map();
  let node = entryOf(root, words.length, createNode);
  for (const word of words.slice(0, depth - 2)) {
    const isVariable = hasDigit(word) || (!node.has(word) && node.size >= CHILDREN_MAX);
    node = entryOf(node, isVariable ? VARIABLE : word, createNode);
  }
  return entryOf(node, "", () => []);
}

function mine(lines, { depth, similarity }) {
  const root = new Map();
  let names = 0;
  return namedOnline(
    lines.map((line) => {
      const words = wordsOf(line);
      const clusters = leafOf(root, words, depth);
      let best;
      let most = -1;
      for (const cluster of clusters) {
        const likeness = similarityOf(cluster.template, words);
        if (likeness > most) [best, most] = [cluster, likeness];
      }
      if (best === undefined || most < similarity) {
        best = { name: names++, template: words };
        clusters.push(best);
      }
      best.template = best.template.map((word, place) => (word === words[place] ? word : VARIABLE));
      return best;
    }),
  );
}

export const drain = {
  name: "Drain",
  mine,
  settings: [3, 4, 5, 6].flatMap((depth) =>
    [0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((similarity) => ({ depth, similarity })),
  ),
};
