// The benchmark's files through the product's own detection: a score for each row as the live path judges it, and the
// rows at which the built-in rules would have opened an incident.
import { builtInRules } from "../../../daemon/src/app/config/detection-rules.ts";
import { createSeries, gather } from "../../../daemon/src/detect/series/metric-series.ts";
import { MINUTE_MS } from "../../../daemon/src/kernel/clock.ts";
import { openingsIn } from "../replaying.mjs";
import { timeOf } from "./corpus.mjs";

const NAME = "value";

const minuteOf = (time) => Math.floor(timeOf(time) / MINUTE_MS);

/**
 * What each row scores. A minute is judged when it is over, from its own values and those before it; its score goes to
 * its first row. A row that a repeated or backward timestamp puts into a minute that is over isn't judged: 0.
 */
export function scoresOf({ times, values }) {
  const scores = new Array(times.length).fill(0);
  const series = createSeries(NAME, null, null, minuteOf(times[0]));
  let first = 0;
  const take = (row, minute, value) => {
    const judgement = gather(series, minute, value, String(row), minute * MINUTE_MS);
    if (judgement !== null) scores[first] = judgement.score;
  };
  for (const [row, time] of times.entries()) {
    const minute = minuteOf(time);
    const begins = minute > series.minute;
    take(row, minute, values[row]);
    if (begins) first = row;
  }
  // The minute after the last one, so that the last one is over too.
  take(times.length, series.minute + 1, values.at(-1));
  return scores;
}

/** The rows as the telemetry of a metric, in the order of their times; the id is the row. */
export const telemetryOf = ({ times, values }) =>
  times
    .map((time, row) => metricOf(row, timeOf(time), values[row]))
    .sort((one, other) => one.timestamp - other.timestamp);

/** The rows that would have opened an incident for a metric's deviation, by the built-in rules as they are shipped. */
export function openingsOf(file) {
  const rules = builtInRules().filter(({ detector }) => detector === "metric-anomaly");
  const telemetry = telemetryOf(file);
  const { episodes } = openingsIn([telemetry], rules, telemetry.at(-1).timestamp + MINUTE_MS);
  return episodes.map(({ first }) => {
    const row = Number(first.triggeringEventId);
    if (!(row >= 0 && row < file.times.length))
      throw new Error(`${file.name}: an incident was opened by no row of it.`);
    return row;
  });
}

const metricOf = (row, timestamp, value) => ({
  kind: "metric",
  id: String(row).padStart(7, "0"),
  organizationId: "eval",
  service: "nab",
  name: NAME,
  unit: "",
  value,
  timestamp,
  receivedAt: timestamp,
});
