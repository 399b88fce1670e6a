// Spell: Du and Li, "Spell: Streaming Parsing of System Event Logs" (ICDM 2016).
import { namedOnline, VARIABLE, wordsOf } from "./words.mjs";

/** The longest common subsequence of words, with a variable wherever one of both has more. */
function commonOf(one, other) {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let left = one.length - 1; left >= 0; left--) {
    for (let right = other.length - 1; right >= 0; right--) {
      const isSame = one[left] === other[right] && one[left] !== VARIABLE;
      lengths[left][right] = isSame
        ? lengths[left + 1][right + 1] + 1
        : Math.max(lengths[left + 1][right], lengths[left][right + 1]);
    }
  }
  const template = [];
  const addVariable = () => template.at(-1) !== VARIABLE && template.push(VARIABLE);
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    if (one[left] === other[right] && one[left] !== VARIABLE) {
      template.push(one[left]);
      left++;
      right++;
      continue;
    }
    addVariable();
    if (lengths[left + 1][right] >= lengths[left][right + 1]) left++;
    else right++;
  }
  if (left < one.length || right < other.length) addVariable();
  return { template, length: lengths[0][0] };
}

function mine(lines, { share }) {
  const clusters = [];
  const known = new Map();
  return namedOnline(
    lines.map((line) => {
      const words = wordsOf(line);
      const text = words.join(" ");
      const before = known.get(text);
      if (before !== undefined) return before;
      let best;
      for (const cluster of clusters) {
        if (cluster.template.length < words.length / 2) continue;
        const common = commonOf(cluster.template, words);
        if (common.length >= share * words.length && (best === undefined || common.length > best.common.length))
          best = { cluster, common };
      }
      if (best !== undefined) best.cluster.template = best.common.template;
      const cluster = best?.cluster ?? { name: clusters.length, template: words };
      if (best === undefined) clusters.push(cluster);
      known.set(text, cluster);
      return cluster;
    }),
  );
}

export const spell = { name: "Spell", mine, settings: [0.4, 0.5, 0.6, 0.7, 0.8].map((share) => ({ share })) };
