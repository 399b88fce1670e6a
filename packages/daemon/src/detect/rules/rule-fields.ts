import { flag, identifier, number, oneOf, orNull, whole } from "../../kernel/field-schemas.ts";
import { severities } from "../../model/incident.ts";
import { logLevels } from "../../model/log-template.ts";
import {
  CHANGED_SIGNIFICANCE,
  CHANGED_TIMES,
  NOTED_SIGNIFICANCE,
  NOTED_TIMES,
  STRICTNESS_MIN,
} from "../detection-bounds.ts";
import {
  comparisons,
  type Detector,
  type MetricScope,
  measures,
  metricUnits,
  ruleModes,
  signalTypeOf,
} from "./rule.ts";

const GLOBS_MAX = 200;
const LABELS_NAMED_MAX = 50;
const LEARN_MINUTES = 4 * 60;

const globs = {
  type: "array",
  maxItems: GLOBS_MAX,
  items: { type: "string", pattern: "\\S", description: "a name; `*` stands for anything" },
  description: `a list of at most ${GLOBS_MAX} names; \`*\` stands for anything`,
};
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
};

const finite = number(-1e15, 1e15);
const times = number(1, 1e6);
const counts = whole(1, 1e9);
const strictness = number(STRICTNESS_MIN, 4);
const minutes = number(0, 7 * 24 * 60);

export const commonFields: Readonly<Record<string, object>> = {
  id: identifier,
  pattern: oneOf(...Object.keys(signalTypeOf)),
  enabled: flag,
  mode: oneOf(...ruleModes),
  autoDemote: flag,
  services: globs,
  environments: globs,
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

const metricScope: Readonly<Record<keyof MetricScope, object>> = {
  metrics: someGlobs,
  except: globs,
  exceptWords: words,
  labels,
  exceptLabels: labels,
};

const scopeDefaults: Readonly<Partial<MetricScope>> = { except: [], exceptWords: [], labels: {}, exceptLabels: {} };

/** Fields of each detector; those without a default in `detectorDefaults` are required. */
export const detectorFields: Readonly<Record<Detector, Readonly<Record<string, object>>>> = {
  "log-error-rate": {
    minErrors: counts,
    times,
    rise: number(0, 1),
    strictness,
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
    minLevel: oneOf(...logLevels),
    times: number(NOTED_TIMES, 1e6),
    significance: number(NOTED_SIGNIFICANCE, 1000),
    highTimes: times,
    learnMinutes: minutes,
  },
  // It must hold in two slots in a row, and the baseline has moved by the second one.
  "log-pattern-falling": {
    times: number(CHANGED_TIMES, 1e6),
    significance: number(CHANGED_SIGNIFICANCE, 1000),
    learnMinutes: minutes,
  },
  "log-pattern-missing": { times: number(NOTED_TIMES, 1e6), minMissed: counts, learnMinutes: minutes },
  "metric-threshold": {
    ...metricScope,
    unit: oneOf(...metricUnits),
    measure: oneOf(...measures),
    comparison: oneOf(...comparisons),
    threshold: finite,
    forMinutes: minutes,
    severity: oneOf(...severities),
    highFrom: orNull(finite),
    criticalFrom: orNull(finite),
  },
  "metric-anomaly": {
    ...metricScope,
    minScore: number(1, 1000),
    highScore: orNull(number(1, 1e6)),
    learnMinutes: minutes,
  },
  "metric-shift": { ...metricScope, strictness, highTimes: times },
  "deployment-failed": {},
  "errors-after-deployment": {
    withinMinutes: number(1, 60),
    minErrors: counts,
    times,
    rise: number(0, 1),
    strictness,
  },
  "service-silent": {
    silentMinutes: number(1, 24 * 60),
    times,
    steadyMinutes: whole(10, 120),
    steadyShare: number(0.5, 1),
    giveUpMinutes: minutes,
  },
};

export const detectorDefaults: Readonly<Partial<Record<Detector, Readonly<Record<string, unknown>>>>> = {
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
  "metric-anomaly": { ...scopeDefaults, highScore: null, learnMinutes: LEARN_MINUTES },
  "metric-shift": { ...scopeDefaults, strictness: 1 },
};
