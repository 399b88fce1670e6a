// What the built-in rules open in telemetry that comes piece by piece, and how that is told.
import { startReplay } from "../../daemon/src/detect/replay/replay.ts";

const drain = (steps) => {
  while (!steps.next().done);
};

/** What opens in pieces of telemetry, each in the order of time, up to `until`. */
export function openingsIn(pieces, rules, until) {
  const replay = startReplay(rules);
  let events = 0;
  for (const piece of pieces) {
    events += piece.length;
    drain(replay.take(piece));
  }
  drain(replay.end(until));
  return { events, episodes: replay.outcome(until).episodes };
}

export const openingOf = ({ first, openedAt, severity }) => ({
  ruleId: first.ruleId,
  service: first.service,
  severity,
  at: new Date(openedAt).toISOString(),
  key: first.deduplicationKey,
  title: first.title,
  description: first.description,
});

export function countBy(items, nameOf) {
  const counts = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}
