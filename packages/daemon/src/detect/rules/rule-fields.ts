import { severities } from "../../model/incident.ts";
import { logLevels } from "../../model/log-pattern.ts";
import { CHANGED_SIGNIFICANCE, CHANGED_TIMES, NOTED_SIGNIFICANCE, NOTED_TIMES } from "../detection-bounds.ts";
import { comparisons, type MetricScope, measures, metricUnits, type Pattern, ruleModes } from "./rule.ts";

/** What a field of the rules file may hold. Answers what is wrong with a value; null: nothing. */
type FieldCheck = (value: unknown) => string | null;

const RULE_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ID_CHARS_MAX = 64;
const GLOBS_MAX = 200;
const LABELS_NAMED_MAX = 50;
const DAY_MINUTES = 24 * 60;

const number =
  (min: number, max: number): FieldCheck =>
  (value) =>
    typeof value === "number" && value >= min && value <= max ? null : `must be a number from ${min} to ${max}`;

const whole =
  (min: number, max: number): FieldCheck =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? null
      : `must be a whole number from ${min} to ${max}`;

const oneOf =
  (words: readonly string[]): FieldCheck =>
  (value) =>
    typeof value === "string" && words.includes(value) ? null : `must be one of ${words.join(", ")}`;

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

const globs: FieldCheck = (value) =>
  Array.isArray(value) && value.length <= GLOBS_MAX && value.every(isText)
    ? null
    : "must be a list of names, `*` stands for anything";

const words: FieldCheck = (value) =>
  globs(value) === null && (value as string[]).every((word) => !word.includes("*"))
    ? null
    : "must be a list of words, without `*`";

const globsSome: FieldCheck = (value) =>
  globs(value) ?? ((value as unknown[]).length > 0 ? null : "must name at least one");

const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const labels: FieldCheck = (value) =>
  isFields(value) &&
  Object.keys(value).length <= LABELS_NAMED_MAX &&
  Object.values(value).every((values) => globsSome(values) === null)
    ? null
    : "must name labels, each with a list of values, `*` stands for anything";

const orNull =
  (check: FieldCheck): FieldCheck =>
  (value) =>
    value === null ? null : check(value);

const flag: FieldCheck = (value) => (typeof value === "boolean" ? null : "must be true or false");

const finite = number(-1e15, 1e15);
const times = number(1, 1e6);
const counts = whole(1, 1e9);
const minutes = number(0, 7 * 24 * 60);

/** Fields that every rule has; the optional ones with what they are when left out. */
export const commonFields: Readonly<Record<string, FieldCheck>> = {
  id: (value) =>
    typeof value === "string" && value.length <= ID_CHARS_MAX && RULE_ID.test(value)
      ? null
      : "must be lower-case words joined by hyphens",
  pattern: (value) =>
    typeof value === "string" && Object.hasOwn(patternFields, value)
      ? null
      : `must be one of ${Object.keys(patternFields).join(", ")}`,
  enabled: flag,
  mode: oneOf(ruleModes),
  autoDemote: flag,
  services: globs,
  environments: globs,
  resolveAfterMinutes: number(1, 7 * 24 * 60),
};

export const commonDefaults: Readonly<Record<string, unknown>> = {
  enabled: true,
  mode: "active",
  autoDemote: true,
  services: [],
  environments: [],
  resolveAfterMinutes: 15,
};

/** Which series a metric rule looks at. */
const metricScope: Readonly<Record<keyof MetricScope, FieldCheck>> = {
  metrics: globsSome,
  except: globs,
  exceptWords: words,
  labels,
  exceptLabels: labels,
};

const scopeDefaults: Readonly<Partial<MetricScope>> = { except: [], exceptWords: [], labels: {}, exceptLabels: {} };

/** Fields of each pattern; all but those of `patternDefaults` must be given. */
export const patternFields: Readonly<Record<Pattern, Readonly<Record<string, FieldCheck>>>> = {
  "log-error-rate": {
    minLogs: counts,
    minErrors: counts,
    times,
    rise: number(0, 1),
    significance: number(1, 1000),
    highTimes: times,
  },
  "log-error-burst": { minErrors: counts, times, newServiceShare: number(0, 1), highTimes: times },
  "log-fatal": {},
  "log-new-pattern": {
    minOccurrences: whole(1, 5),
    highOccurrences: counts,
    warmUpMinutes: minutes,
    warmUpLogs: counts,
    newForMinutes: minutes,
  },
  "log-pattern-rising": {
    minLevel: oneOf(logLevels),
    times: number(NOTED_TIMES, 1e6),
    significance: number(NOTED_SIGNIFICANCE, 1000),
    highTimes: times,
    learnMinutes: minutes,
  },
  // What it says must hold twice in a row, and less than this is usual the second time.
  "log-pattern-falling": {
    times: number(CHANGED_TIMES, 1e6),
    significance: number(CHANGED_SIGNIFICANCE, 1000),
    learnMinutes: minutes,
  },
  "log-pattern-missing": { times: number(NOTED_TIMES, 1e6), minMissed: counts, learnMinutes: minutes },
  "metric-threshold": {
    ...metricScope,
    unit: oneOf(metricUnits),
    measure: oneOf(measures),
    comparison: oneOf(comparisons),
    threshold: finite,
    forMinutes: minutes,
    severity: oneOf(severities),
    highFrom: orNull(finite),
    criticalFrom: orNull(finite),
  },
  "metric-anomaly": { ...metricScope, minScore: number(1, 1000), highScore: number(1, 1e6), learnMinutes: minutes },
  "deployment-failed": {},
  "errors-after-deployment": {
    withinMinutes: number(1, 60),
    minErrors: counts,
    times,
    significance: number(1, 1000),
    highTimes: times,
  },
  "service-silent": {
    silentMinutes: number(1, 24 * 60),
    times,
    steadyMinutes: whole(10, 120),
    steadyShare: number(0.5, 1),
    giveUpMinutes: minutes,
  },
};

export const patternDefaults: Readonly<Partial<Record<Pattern, Readonly<Record<string, unknown>>>>> = {
  // What ends a process wakes somebody, however often it was nothing; only a person silences that.
  "log-fatal": { autoDemote: false },
  "metric-threshold": {
    ...scopeDefaults,
    unit: "any",
    measure: "value",
    severity: "MEDIUM",
    highFrom: null,
    criticalFrom: null,
  },
  "metric-anomaly": { ...scopeDefaults, learnMinutes: DAY_MINUTES },
};
