// NAB: how early the streaming metric detector speaks in labelled windows, and how seldom outside them.
import { nabCorpus } from "./corpus.mjs";
import { openingsOf, scoresOf } from "./live.mjs";
import { atThreshold, bestOf, normalised, PROFILES, pointsOf } from "./score.mjs";

const { standard } = PROFILES;

/** The figure at the threshold that is worth most on these very files: how the benchmark's own leaderboard counts. */
function ownThreshold(files, profile) {
  const points = pointsOf(files);
  const { threshold, raw, found, falseRows } = bestOf(points, profile);
  return { score: normalised(points, profile, raw), threshold, found, windows: points.windows, falseRows };
}

/** The figure where each fold of files is judged at the threshold that is worth most on all the others. */
function leftOut(files, foldOf) {
  let raw = 0;
  for (const fold of new Set(files.map(foldOf))) {
    const others = files.filter((file) => foldOf(file) !== fold);
    if (others.length === 0) return null;
    const { threshold } = bestOf(pointsOf(others), standard);
    const own = pointsOf(files.filter((file) => foldOf(file) === fold));
    raw += atThreshold(own, standard, threshold).raw;
  }
  return normalised(pointsOf(files), standard, raw);
}

/** Incidents that the built-in rules open count as alarms, nothing else. */
function asIncidents(files) {
  const opened = files.map((file) => {
    const scores = new Array(file.times.length).fill(0);
    for (const row of openingsOf(file)) scores[row] = 1;
    return { ...file, scores };
  });
  const points = pointsOf(opened);
  const { raw, found, falseRows } = atThreshold(points, standard, 1) ?? {};
  return { score: normalised(points, standard, raw), found, windows: points.windows, falseRows };
}

export function runNab(folder) {
  const files = nabCorpus(folder).map((file) => ({ ...file, scores: scoresOf(file) }));
  const figures = Object.entries(PROFILES).map(([name, profile]) => ({ name, ...ownThreshold(files, profile) }));
  return {
    count: files.length,
    ...Object.fromEntries(figures.map(({ name, ...figure }) => [name, figure])),
    leaveOneFileOut: leftOut(files, ({ name }) => name),
    leaveOneGroupOut: leftOut(files, ({ group }) => group),
    incidents: asIncidents(files),
    groups: Object.entries(Object.groupBy(files, ({ group }) => group)).map(([name, those]) => ({
      name,
      count: those.length,
      ...groupAt(those, figures[0].threshold),
    })),
    predictions: Object.fromEntries(files.map(({ name, scores }) => [name, scores])),
  };
}

/** One group at the threshold of all. */
function groupAt(files, threshold) {
  const points = pointsOf(files);
  const { raw, found, falseRows } = atThreshold(points, standard, threshold);
  return { score: normalised(points, standard, raw), found, windows: points.windows, falseRows };
}
