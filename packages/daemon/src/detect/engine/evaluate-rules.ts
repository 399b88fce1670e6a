import { isMoreSevere } from "../../model/incident.ts";
import { findErrorsAfterDeployment, findFailedDeployment } from "../detectors/deployment-detectors.ts";
import type { DetectorInput } from "../detectors/detector-input.ts";
import { findErrorBurst, findErrorRate, findFatal } from "../detectors/log-error-detectors.ts";
import { findNewTemplates } from "../detectors/log-new-template.ts";
import { findTemplateRateChanges } from "../detectors/log-template-rate.ts";
import { findDeviations } from "../detectors/metric-anomaly.ts";
import { findShifts } from "../detectors/metric-shift.ts";
import { findBreaches } from "../detectors/metric-threshold.ts";
import { findStopped } from "../detectors/service-silent.ts";
import type { Detector, Rule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { clear, isEmpty } from "../state/new-observations.ts";

const detectors: {
  readonly [Name in Detector]: (rule: Extract<Rule, { detector: Name }>, subject: DetectorInput) => Finding[];
} = {
  "log-error-rate": findErrorRate,
  "log-error-burst": findErrorBurst,
  "log-fatal": findFatal,
  "log-new-pattern": findNewTemplates,
  "log-pattern-rising": findTemplateRateChanges,
  "log-pattern-falling": findTemplateRateChanges,
  "log-pattern-missing": findTemplateRateChanges,
  "metric-threshold": findBreaches,
  "metric-anomaly": findDeviations,
  "metric-shift": findShifts,
  "deployment-failed": findFailedDeployment,
  "errors-after-deployment": findErrorsAfterDeployment,
  // The engine evaluates the silence of a whole service by time.
  "service-silent": findStopped,
};
const find = (rule: Rule, subject: DetectorInput): Finding[] =>
  (detectors[rule.detector] as (rule: Rule, subject: DetectorInput) => Finding[])(rule, subject);

/** Evaluates the rules, keeps the most severe finding of each key for all of them, and clears the new observations. */
export function evaluateRules(rules: readonly Rule[], subject: DetectorInput, findings: Map<string, Finding>): void {
  if (isEmpty(subject.fresh)) return;
  for (const rule of rules) {
    for (const finding of find(rule, subject)) {
      const known = findings.get(finding.key);
      const worse = known && !isMoreSevere(finding.severity, known.severity) ? known : finding;
      const observations = (known?.observations ?? 0) + finding.observations;
      findings.set(finding.key, { ...worse, observations });
    }
  }
  clear(subject.fresh);
}
