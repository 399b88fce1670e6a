import type { SignalType } from "../../model/incident.ts";
import type { commonFields, detectorFields, metricScope } from "./rule-fields.ts";

interface ValuesByType {
  readonly boolean: boolean;
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly array: readonly string[];
  readonly object: Readonly<Record<string, readonly string[]>>;
}

/** The type of the values that a schema of `rule-fields.ts` accepts. */
type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Schema extends { readonly type: keyof ValuesByType }
    ? ValuesByType[Schema["type"]]
    : number | null;

type Fields<Schemas> = { readonly [Name in keyof Schemas]: ValueOf<Schemas[Name]> };

type CommonFields = Fields<typeof commonFields>;

export type Detector = keyof typeof detectorFields;

/** A rule of one detector (`detectors/`), with thresholds (`rules/default.yaml`). */
export type RuleOf<Name extends Detector> = Omit<CommonFields, "type" | "resolveAfterMinutes"> &
  Fields<(typeof detectorFields)[Name]> & { readonly detector: Name; readonly resolveAfterMs: number };

export type Rule = { [Name in Detector]: RuleOf<Name> }[Detector];

/** `active` rules open incidents, `shadow` rules record what they would have opened. */
export type RuleMode = CommonFields["mode"];
export type MetricScope = Fields<typeof metricScope>;

export type LogErrorRateRule = RuleOf<"log-error-rate">;
export type LogErrorBurstRule = RuleOf<"log-error-burst">;
export type LogFatalRule = RuleOf<"log-fatal">;
export type LogNewPatternRule = RuleOf<"log-new-pattern">;
export type LogPatternRisingRule = RuleOf<"log-pattern-rising">;
export type LogPatternFallingRule = RuleOf<"log-pattern-falling">;
export type LogPatternMissingRule = RuleOf<"log-pattern-missing">;
export type MetricThresholdRule = RuleOf<"metric-threshold">;
export type MetricAnomalyRule = RuleOf<"metric-anomaly">;
export type MetricShiftRule = RuleOf<"metric-shift">;
export type DeploymentFailedRule = RuleOf<"deployment-failed">;
export type ErrorsAfterDeploymentRule = RuleOf<"errors-after-deployment">;
export type ServiceSilentRule = RuleOf<"service-silent">;
export type Comparison = MetricThresholdRule["comparison"];

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
