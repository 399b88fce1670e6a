// The score of the Numenta Anomaly Benchmark, written from its published rules (Lavin and Ahmad, "Evaluating Real-time
// Anomaly Detection Algorithms", 2015, and NAB v1.1): a detection inside a labelled window counts the more the earlier it
// comes, once a window; one outside costs, the less the nearer it follows a window; a window without any costs. The first
// 15 % of a file (750 rows at the most) teach, and are not scored. 0 is a detector that never speaks, 100 a perfect one.

/** What a hit, a false alarm and a miss weigh. */
export const PROFILES = {
  standard: { hit: 1, falseAlarm: 0.11, miss: 1 },
  rewardLowFP: { hit: 1, falseAlarm: 0.22, miss: 1 },
  rewardLowFN: { hit: 1, falseAlarm: 0.11, miss: 2 },
};

const PROBATION_SHARE = 0.15;
const PROBATION_ROWS_MAX = 750;
/** So many lengths of a window after it, a false alarm costs all that it can. */
const FAR_WINDOWS = 3;

const sigmoid = (place) => 2 / (1 + Math.exp(5 * place)) - 1;

export const probationOf = (rows) => Math.min(Math.floor(PROBATION_SHARE * rows), PROBATION_ROWS_MAX);

/** Windows as pairs of row numbers. Of rows with the same time the first counts. */
function windowRows({ name, times, windows }) {
  const rows = new Map();
  for (const [row, time] of times.entries()) if (!rows.has(time)) rows.set(time, row);
  return windows
    .map(([from, to]) => [rows.get(from), rows.get(to)])
    .sort((one, other) => one[0] - other[0])
    .map((pair) => {
      if (pair.includes(undefined)) throw new Error(`${name}: a window's end is no row of the file.`);
      return pair;
    });
}

/** What an alarm at each row is worth: in a window its number and a worth up to 1, outside one a worth down to -1. */
export function worthOfRows(file) {
  const windows = windowRows(file);
  const rows = file.times.length;
  const worth = [];
  let next = 0;
  for (let row = 0; row < rows; row++) {
    while (next < windows.length && row > windows[next][1]) next++;
    const inside = next < windows.length && row >= windows[next][0];
    if (inside) worth.push({ row, window: next, value: worthInside(row, windows[next]) });
    else worth.push({ row, window: null, value: worthAfter(row, windows[next - 1]) });
  }
  return worth.slice(probationOf(rows));
}

const worthInside = (row, [from, to]) => sigmoid(-(to - row + 1) / (to - from + 1)) / sigmoid(-1);

function worthAfter(row, window) {
  if (window === undefined) return -1;
  const [from, to] = window;
  const past = (row - to) / (to - from);
  return past > FAR_WINDOWS ? -1 : sigmoid(past);
}

/** All scored rows of files with their scores (`scores` by row), the highest first, and what is there to find. */
export function pointsOf(files) {
  const points = files.flatMap((file) =>
    worthOfRows(file).map(({ row, window, value }) => ({
      score: file.scores[row],
      window: window === null ? null : `${file.name} ${window}`,
      value,
    })),
  );
  points.sort((one, other) => other.score - one.score);
  return {
    points,
    windows: files.reduce((sum, { windows }) => sum + windows.length, 0),
    reachable: new Set(points.flatMap(({ window }) => window ?? [])).size,
  };
}

/** Calls back with every threshold, the highest first, and what alarms at it would be worth. */
function eachThreshold({ points, reachable }, profile, visit) {
  const best = new Map();
  let [hits, falseAlarms, falseRows] = [0, 0, 0];
  const tell = (threshold) =>
    visit({
      threshold,
      raw: hits - falseAlarms - profile.miss * (reachable - best.size),
      found: best.size,
      falseRows,
    });
  let threshold = Number.POSITIVE_INFINITY;
  for (const { score, window, value } of points) {
    if (score !== threshold) {
      tell(threshold);
      threshold = score;
    }
    if (window === null) {
      falseAlarms -= value * profile.falseAlarm;
      falseRows++;
    } else if (value * profile.hit > (best.get(window) ?? 0)) {
      hits += value * profile.hit - (best.get(window) ?? 0);
      best.set(window, value * profile.hit);
    }
  }
  tell(threshold);
}

/** The threshold that is worth most: the protocol of the benchmark's own leaderboard. */
export function bestOf(points, profile) {
  let best = { raw: Number.NEGATIVE_INFINITY };
  eachThreshold(points, profile, (at) => {
    if (at.raw > best.raw) best = at;
  });
  return best;
}

/** Alarms wherever the score is so high. */
export function atThreshold(points, profile, threshold) {
  let reached;
  eachThreshold(points, profile, (at) => {
    if (at.threshold >= threshold) reached = at;
  });
  return reached;
}

/** From 0, which is silence, to 100. Where there is nothing to find, silence is 0 and alarms cost by the row. */
export function normalised({ windows, reachable }, profile, raw) {
  const silent = -profile.miss * reachable;
  const span = windows * profile.hit - silent;
  return span === 0 ? null : (100 * (raw - silent)) / span;
}
