import type { Severity, SignalType } from "../../model/incident.ts";
import type { LogLevel } from "../../model/telemetry.ts";

export const ruleModes = ["active", "shadow"] as const;
/** `active` rules open incidents, `shadow` rules record what they would have opened. */
export type RuleMode = (typeof ruleModes)[number];

/** A detection rule: a detector (its code in `detectors/`) with thresholds (the file `rules/default.yaml`). */
interface RuleCommon {
  readonly id: string;
  readonly enabled: boolean;
  /** Globs with `*`; empty: all. */
  readonly services: readonly string[];
  /** Compared trimmed and without case, `prod` is `production`; empty: all. */
  readonly environments: readonly string[];
  readonly resolveAfterMs: number;
  readonly mode: RuleMode;
  /** Whether it may go to shadow by itself where it is mostly noise. */
  readonly autoDemote: boolean;
}

export interface LogErrorRateRule extends RuleCommon {
  readonly detector: "log-error-rate";
  readonly minLogs: number;
  readonly minErrors: number;
  /** The share of errors must be at least this many times the usual one… */
  readonly times: number;
  /** …and at least so much above it (0.05: five points). */
  readonly rise: number;
  /** Standard deviations that the rise must exceed. */
  readonly significance: number;
  readonly highTimes: number;
}

export interface LogErrorBurstRule extends RuleCommon {
  readonly detector: "log-error-burst";
  readonly minErrors: number;
  readonly times: number;
  /** For a service without a past: the share of errors that makes a burst. */
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
  /** A service is known after so many minutes and so many logs. */
  readonly warmUpMinutes: number;
  readonly warmUpLogs: number;
  /** How long a pattern counts as new. */
  readonly newForMinutes: number;
}

export interface LogPatternRisingRule extends RuleCommon {
  readonly detector: "log-pattern-rising";
  /** Only kinds of messages that came at this level or a graver one. */
  readonly minLevel: LogLevel;
  /** Times the most that was usual, and standard deviations above it. */
  readonly times: number;
  readonly significance: number;
  readonly highTimes: number;
  /** How much of its past must be known. */
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
  /** Times its longest pause, by the clock and by what its service wrote meanwhile. */
  readonly times: number;
  /** How often it was to come meanwhile. */
  readonly minMissed: number;
  readonly learnMinutes: number;
}

export const comparisons = [">", ">=", "<", "<="] as const;
export type Comparison = (typeof comparisons)[number];
export const metricUnits = ["percent", "seconds", "any"] as const;
export type MetricUnit = (typeof metricUnits)[number];
export const measures = ["value", "increase"] as const;
type Measure = (typeof measures)[number];

/** Which series a metric rule looks at. Names are compared in lower case with `_` for `.`, `-`, `/`, `:` and white space. */
export interface MetricScope {
  /** Names or globs with `*`. */
  readonly metrics: readonly string[];
  readonly except: readonly string[];
  /** Words that the name doesn't have, as `io` in `disk_io_time` but not in `utilization`. */
  readonly exceptWords: readonly string[];
  /** By the name of a label, values or globs: each of the labels must be there with one of its values. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** None of these labels has one of its values; a label that isn't there has none. */
  readonly exceptLabels: Readonly<Record<string, readonly string[]>>;
}

export interface MetricThresholdRule extends RuleCommon, MetricScope {
  readonly detector: "metric-threshold";
  /** Values are converted to it; those that can't be are not judged. */
  readonly unit: MetricUnit;
  /** `increase`: by how much a counter grew within the last `forMinutes`. */
  readonly measure: Measure;
  readonly comparison: Comparison;
  readonly threshold: number;
  readonly forMinutes: number;
  readonly severity: Severity;
  /** From this value on (or under it) the severity is HIGH, or CRITICAL. */
  readonly highFrom: number | null;
  readonly criticalFrom: number | null;
}

export interface MetricAnomalyRule extends RuleCommon, MetricScope {
  readonly detector: "metric-anomaly";
  /** Score from which a deviation counts; 1 is the edge of unusual. */
  readonly minScore: number;
  readonly highScore: number;
  /** How much of its past a series must show before it is held against it. */
  readonly learnMinutes: number;
}

export interface DeploymentFailedRule extends RuleCommon {
  readonly detector: "deployment-failed";
}

export interface ErrorsAfterDeploymentRule extends RuleCommon {
  readonly detector: "errors-after-deployment";
  readonly withinMinutes: number;
  readonly minErrors: number;
  readonly times: number;
  readonly significance: number;
  readonly highTimes: number;
}

export interface ServiceSilentRule extends RuleCommon {
  readonly detector: "service-silent";
  readonly silentMinutes: number;
  /** Times the service's usual gap. */
  readonly times: number;
  /** Steadily active: telemetry in so large a share of the last so many minutes. */
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
  "deployment-failed": "deployment",
  "errors-after-deployment": "deployment",
  "service-silent": "silence",
};
