// LenMa: Shima, "Length Matters: Clustering System Log Messages using Length of Words" (2016).
import { entryOf, namedOnline, VARIABLE, wordsOf } from "./words.mjs";

function cosineOf(one, other) {
  let [product, left, right] = [0, 0, 0];
  for (let place = 0; place < one.length; place++) {
    product += one[place] * other[place];
    left += one[place] ** 2;
    right += other[place] ** 2;
  }
  return product / Math.sqrt(left * right);
}

function mine(lines, { similarity }) {
  const byLength = new Map();
  let names = 0;
  return namedOnline(
    lines.map((line) => {
      const words = wordsOf(line);
      const lengths = words.map((word) => word.length);
      const clusters = entryOf(byLength, words.length, () => []);
      let best;
      let most = similarity;
      for (const cluster of clusters) {
        if (cluster.template[0] !== words[0]) continue;
        const isSame = cluster.template.every((word, place) => word === VARIABLE || word === words[place]);
        const likeness = isSame ? 1 : cosineOf(cluster.lengths, lengths);
        if (likeness >= most) [best, most] = [cluster, likeness];
      }
      if (best === undefined) {
        best = { name: names++, template: words };
        clusters.push(best);
      }
      best.lengths = lengths;
      best.template = best.template.map((word, place) => (word === words[place] ? word : VARIABLE));
      return best;
    }),
  );
}

export const lenma = {
  name: "LenMa",
  mine,
  settings: [0.75, 0.8, 0.85, 0.9, 0.95, 0.98].map((similarity) => ({ similarity })),
};
