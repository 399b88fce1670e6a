import { flag, identifier, number, oneOf, orNull, whole } from "../../kernel/field-schemas.ts";
import { severities } from "../../model/incident.ts";
import { logLevels } from "../../model/log-template.ts";
import { CHANGED_SIGNIFICANCE, CHANGED_TIMES, STRICTNESS_MIN } from "../detection-bounds.ts";

const GLOBS_MAX = 200;
const LABELS_NAMED_MAX = 50;

const globs = {
  type: "array",
  maxItems: GLOBS_MAX,
  items: { type: "string", pattern: "\\S", description: "a name; `*` stands for anything" },
  description: `a list of at most ${GLOBS_MAX} names; \`*\` stands for anything`,
} as const;
const someGlobs = {
  ...globs,
  minItems: 1,
  description: `a list of 1 to ${GLOBS_MAX} names; \`*\` stands for anything`,
};
const words = {
  ...globs,
  items: { type: "string", pattern: "^\\s*[^*\\s][^*]*$", description: "a word without `*`" },
  description: `a list of at most ${GLOBS_MAX} words without \`*\``,
};
const labels = {
  type: "object",
  maxProperties: LABELS_NAMED_MAX,
  additionalProperties: someGlobs,
  description: `at most ${LABELS_NAMED_MAX} labels, each with a list of values; \`*\` stands for anything`,
} as const;

const finite = number(-1e15, 1e15);
const times = number(1, 1e6);
const counts = whole(1, 1e9);
const minutes = number(0, 7 * 24 * 60);
/** Multiplies the thresholds of a test: above 1 for fewer findings. */
const strictness = number(STRICTNESS_MIN, 4);

export const metricScope = {
  metrics: someGlobs,
  except: globs,
  /** Words that the name must not contain, such as `io` in `disk_io_time` but not in `utilization`. */
  exceptWords: words,
  /** Globs by label; each label must be present with one of its values. */
  labels,
  /** No label may have one of these values; a missing label has none. */
  exceptLabels: labels,
};

const scopeDefaults = { except: [], exceptWords: [], labels: {}, exceptLabels: {} };

const errorRise = {
  minErrors: counts,
  /** The least multiple of the usual share of errors. */
  times,
  /** The least difference to the usual share; 0.05 is five points. */
  rise: number(0, 1),
  strictness,
};

/** Fields of each detector; those without a default in `detectorDefaults` are required. */
export const detectorFields = {
  "log-error-rate": errorRise,
  "log-error-burst": {
    minErrors: counts,
    times,
    /** The share of errors that makes a burst in a service without a baseline. */
    newServiceShare: number(0, 1),
    highTimes: times,
  },
  "log-fatal": {},
  "log-new-pattern": {
    minOccurrences: whole(1, 5),
    highOccurrences: counts,
    /** A service is known after this time and this number of logs. */
    warmUpMinutes: minutes,
    warmUpLogs: counts,
    /** The time for which a template counts as new. */
    newForMinutes: minutes,
  },
  "log-pattern-rising": {
    /** Only templates that occurred at this level or a more severe one. */
    minLevel: oneOf(...logLevels),
    /** Multiples of the highest usual rate, and standard deviations above it. */
    times: number(CHANGED_TIMES, 1e6),
    significance: number(CHANGED_SIGNIFICANCE, 1000),
    highTimes: times,
    /** The least age of the baseline. */
    learnMinutes: minutes,
  },
  "log-pattern-falling": {
    times: number(CHANGED_TIMES, 1e6),
    significance: number(CHANGED_SIGNIFICANCE, 1000),
    learnMinutes: minutes,
  },
  "log-pattern-missing": {
    /** Multiples of the longest pause, in time and in other logs. */
    times: number(CHANGED_TIMES, 1e6),
    /** The least number of missed occurrences. */
    minMissed: counts,
    learnMinutes: minutes,
  },
  "metric-threshold": {
    ...metricScope,
    /** Values are converted to this unit; others are not judged. */
    unit: oneOf("percent", "seconds", "any"),
    /** `increase` is the growth of a counter within the last `forMinutes`. */
    measure: oneOf("value", "increase"),
    comparison: oneOf(">", ">=", "<", "<="),
    threshold: finite,
    forMinutes: minutes,
    severity: oneOf(...severities),
    /** From this value on (or below it) the severity is HIGH or CRITICAL. */
    highFrom: orNull(finite),
    criticalFrom: orNull(finite),
  },
  "metric-anomaly": {
    ...metricScope,
    minScore: number(1, 1000),
    highScore: orNull(number(1, 1e6)),
    /** The least age of a series. */
    learnMinutes: minutes,
  },
  "metric-shift": { ...metricScope, strictness, highTimes: times },
  "deployment-failed": {},
  "errors-after-deployment": { withinMinutes: number(1, 60), ...errorRise },
  "service-silent": {
    silentMinutes: number(1, 24 * 60),
    /** Multiples of the service's usual gap. */
    times,
    /** A service is steady with telemetry in this share of the last minutes. */
    steadyMinutes: whole(10, 120),
    steadyShare: number(0.5, 1),
    giveUpMinutes: minutes,
  },
} as const;

export const commonFields = {
  id: identifier,
  type: oneOf(...(Object.keys(detectorFields) as (keyof typeof detectorFields)[])),
  enabled: flag,
  mode: oneOf("active", "shadow"),
  /** True if it may be moved to shadow automatically. */
  autoDemote: flag,
  services: globs,
  /** Compared trimmed and without case, with `prod` as `production`; empty means all. */
  environments: globs,
  /** Environments in which it may wake somebody; elsewhere its incidents are MEDIUM at most. Compared as above. */
  wakesIn: globs,
  resolveAfterMinutes: number(1, 7 * 24 * 60),
};

export const commonDefaults: Readonly<Record<string, unknown>> = {
  enabled: true,
  mode: "active",
  autoDemote: true,
  services: [],
  environments: [],
  wakesIn: [],
  resolveAfterMinutes: 15,
};

export const detectorDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Only a person may silence crashes, however many were noise.
  "log-fatal": { autoDemote: false },
  "metric-threshold": {
    ...scopeDefaults,
    unit: "any",
    measure: "value",
    severity: "MEDIUM",
    highFrom: null,
    criticalFrom: null,
  },
  "metric-anomaly": { ...scopeDefaults, highScore: null, learnMinutes: 240 },
  "metric-shift": { ...scopeDefaults, strictness: 1 },
};
