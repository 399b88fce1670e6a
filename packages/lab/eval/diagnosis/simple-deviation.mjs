// The simple method for metrics: told when the trouble began, name what went farthest from its own median then, in units
// of its own quartiles' distance. It is what BARO (Pham and others, 2024) scores with.

/** The least distance, of the median: a series that stood still would else be infinitely far with its first move. */
const SCALE_MIN_SHARE = 0.01;

/** Scores of series, of those whose metric's name says so. */
function deviations({ picture, knownOnset }, wanted) {
  const { grid, metrics } = picture;
  const onset = Math.floor((knownOnset - grid.start) / grid.step);
  return metrics
    .filter(({ name }) => wanted(name))
    .map(({ service, name, values }) => {
      const before = [...values.subarray(0, onset)].filter(Number.isFinite).sort((a, b) => a - b);
      const quarter = (share) => before[Math.floor(share * (before.length - 1))] ?? 0;
      const scale = Math.max(quarter(0.75) - quarter(0.25), SCALE_MIN_SHARE * Math.abs(quarter(0.5))) || 1;
      const far = [...values.subarray(onset)]
        .filter(Number.isFinite)
        .map((value) => Math.abs(value - quarter(0.5)) / scale);
      return { service, metric: name, score: Math.max(0, ...far) };
    })
    .sort((a, b) => b.score - a.score);
}

const perService = (series) => {
  const best = new Map();
  for (const each of series) if (!best.has(each.service)) best.set(each.service, { name: each.service, ...each });
  return [...best.values()];
};

export const largestDeviation = (one) => perService(deviations(one, () => true));

export const cpuDeviation = (one) => perService(deviations(one, (name) => /cpu/i.test(name)));
