import type { Severity, SignalType } from "../../model/incident.ts";
import type { LogLevel } from "../../model/telemetry.ts";

export const ruleModes = ["active", "shadow"] as const;
/** `active` rules open incidents, `shadow` rules record what they would have opened. */
export type RuleMode = (typeof ruleModes)[number];

/** A detection rule: a detector (`detectors/`) with thresholds (`rules/default.yaml`). */
interface RuleCommon {
  readonly id: string;
  readonly enabled: boolean;
  readonly services: readonly string[];
  /** Compared trimmed and without case, with `prod` as `production`; empty means all. */
  readonly environments: readonly string[];
  readonly resolveAfterMs: number;
  /** Environments in which it may wake somebody; elsewhere its incidents are MEDIUM at most. Compared as above. */
  readonly wakesIn: readonly string[];
  readonly mode: RuleMode;
  /** True if it may be moved to shadow automatically. */
  readonly autoDemote: boolean;
}

export interface LogErrorRateRule extends RuleCommon {
  readonly detector: "log-error-rate";
  readonly minErrors: number;
  /** The least multiple of the usual share of errors. */
  readonly times: number;
  /** The least difference to the usual share; 0.05 is five points. */
  readonly rise: number;
  /** Multiplies the threshold of the test: above 1 for fewer findings. */
  readonly strictness: number;
}

export interface LogErrorBurstRule extends RuleCommon {
  readonly detector: "log-error-burst";
  readonly minErrors: number;
  readonly times: number;
  /** The share of errors that makes a burst in a service without a baseline. */
  readonly newServiceShare: number;
  readonly highTimes: number;
}

export interface LogFatalRule extends RuleCommon {
  readonly detector: "log-fatal";
}

export interface LogNewPatternRule extends RuleCommon {
  readonly detector: "log-new-pattern";
  readonly minOccurrences: number;
  readonly highOccurrences: number;
  /** A service is known after this time and this number of logs. */
  readonly warmUpMinutes: number;
  readonly warmUpLogs: number;
  /** The time for which a template counts as new. */
  readonly newForMinutes: number;
}

export interface LogPatternRisingRule extends RuleCommon {
  readonly detector: "log-pattern-rising";
  /** Only templates that occurred at this level or a more severe one. */
  readonly minLevel: LogLevel;
  /** Multiples of the highest usual rate, and standard deviations above it. */
  readonly times: number;
  readonly significance: number;
  readonly highTimes: number;
  /** The least age of the baseline. */
  readonly learnMinutes: number;
}

export interface LogPatternFallingRule extends RuleCommon {
  readonly detector: "log-pattern-falling";
  readonly times: number;
  readonly significance: number;
  readonly learnMinutes: number;
}

export interface LogPatternMissingRule extends RuleCommon {
  readonly detector: "log-pattern-missing";
  /** Multiples of the longest pause, in time and in other logs. */
  readonly times: number;
  /** The least number of missed occurrences. */
  readonly minMissed: number;
  readonly learnMinutes: number;
}

export const comparisons = [">", ">=", "<", "<="] as const;
export type Comparison = (typeof comparisons)[number];
export const metricUnits = ["percent", "seconds", "any"] as const;
export type MetricUnit = (typeof metricUnits)[number];
export const measures = ["value", "increase"] as const;
type Measure = (typeof measures)[number];

export interface MetricScope {
  readonly metrics: readonly string[];
  readonly except: readonly string[];
  /** Words that the name must not contain, such as `io` in `disk_io_time` but not in `utilization`. */
  readonly exceptWords: readonly string[];
  /** Globs by label; each label must be present with one of its values. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** No label may have one of these values; a missing label has none. */
  readonly exceptLabels: Readonly<Record<string, readonly string[]>>;
}

export interface MetricThresholdRule extends RuleCommon, MetricScope {
  readonly detector: "metric-threshold";
  /** Values are converted to this unit; others are not judged. */
  readonly unit: MetricUnit;
  /** `increase` is the growth of a counter within the last `forMinutes`. */
  readonly measure: Measure;
  readonly comparison: Comparison;
  readonly threshold: number;
  readonly forMinutes: number;
  readonly severity: Severity;
  /** From this value on (or below it) the severity is HIGH or CRITICAL. */
  readonly highFrom: number | null;
  readonly criticalFrom: number | null;
}

export interface MetricAnomalyRule extends RuleCommon, MetricScope {
  readonly detector: "metric-anomaly";
  readonly minScore: number;
  readonly highScore: number | null;
  /** The least age of a series. */
  readonly learnMinutes: number;
}

export interface MetricShiftRule extends RuleCommon, MetricScope {
  readonly detector: "metric-shift";
  /** Multiplies the thresholds: above 1 for fewer findings. */
  readonly strictness: number;
  readonly highTimes: number;
}

export interface DeploymentFailedRule extends RuleCommon {
  readonly detector: "deployment-failed";
}

export interface ErrorsAfterDeploymentRule extends RuleCommon {
  readonly detector: "errors-after-deployment";
  readonly withinMinutes: number;
  readonly minErrors: number;
  readonly times: number;
  readonly rise: number;
  readonly strictness: number;
}

export interface ServiceSilentRule extends RuleCommon {
  readonly detector: "service-silent";
  readonly silentMinutes: number;
  /** Multiples of the service's usual gap. */
  readonly times: number;
  /** A service is steady with telemetry in this share of the last minutes. */
  readonly steadyMinutes: number;
  readonly steadyShare: number;
  readonly giveUpMinutes: number;
}

export type Rule =
  | LogErrorRateRule
  | LogErrorBurstRule
  | LogFatalRule
  | LogNewPatternRule
  | LogPatternRisingRule
  | LogPatternFallingRule
  | LogPatternMissingRule
  | MetricThresholdRule
  | MetricAnomalyRule
  | MetricShiftRule
  | DeploymentFailedRule
  | ErrorsAfterDeploymentRule
  | ServiceSilentRule;

export type Detector = Rule["detector"];

export const signalTypeOf: Readonly<Record<Detector, SignalType>> = {
  "log-error-rate": "log_error_rate",
  "log-error-burst": "log_error_burst",
  "log-fatal": "log_fatal",
  "log-new-pattern": "log_new_pattern",
  "log-pattern-rising": "log_error_rate",
  "log-pattern-falling": "silence",
  "log-pattern-missing": "silence",
  "metric-threshold": "metric_threshold",
  "metric-anomaly": "metric_anomaly",
  "metric-shift": "metric_anomaly",
  "deployment-failed": "deployment",
  "errors-after-deployment": "deployment",
  "service-silent": "silence",
};
