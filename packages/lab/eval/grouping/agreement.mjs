// How far two ways to divide the same things agree.

const countsOf = (keys) => {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()];
};
const sum = (values) => values.reduce((all, value) => all + value, 0);
const pairsIn = (counts) => sum(counts.map((count) => (count * (count - 1)) / 2));
const entropyOf = (counts, all) => -sum(counts.map((count) => (count / all) * Math.log(count / all)));

/**
 * `truth` and `given` name a part for each thing, in the same order. `ARI` is the adjusted Rand index (Hubert and
 * Arabie 1985), `pairF1` the F1 of the pairs that are in one part, `V` the V-measure (Rosenberg and Hirschberg 2007).
 */
export function agreement(truth, given) {
  const [whole, real, found, both] = [
    [truth.length],
    countsOf(truth),
    countsOf(given),
    countsOf(truth.map((part, index) => JSON.stringify([part, given[index]]))),
  ];
  const [all, inTruth, inFound, inBoth] = [whole, real, found, both].map(pairsIn);
  const expected = all === 0 ? 0 : (inTruth * inFound) / all;
  const most = (inTruth + inFound) / 2;
  const [ofTruth, ofFound, ofBoth] = [real, found, both].map((counts) => entropyOf(counts, truth.length));
  const [homogeneity, completeness] = [
    ofTruth === 0 ? 1 : (ofTruth + ofFound - ofBoth) / ofTruth,
    ofFound === 0 ? 1 : (ofTruth + ofFound - ofBoth) / ofFound,
  ];
  return {
    ARI: most === expected ? 1 : (inBoth - expected) / (most - expected),
    pairF1: most === 0 ? 1 : inBoth / most,
    V: homogeneity + completeness === 0 ? 0 : (2 * homogeneity * completeness) / (homogeneity + completeness),
    incidents: found.length,
    faults: real.length,
  };
}
