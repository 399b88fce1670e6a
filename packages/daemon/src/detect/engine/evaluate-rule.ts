import { isMoreSevere } from "../../model/incident.ts";
import { findErrorsAfterDeployment, findFailedDeployment } from "../detectors/deployment-detectors.ts";
import type { DetectorInput } from "../detectors/detector-input.ts";
import { findErrorBurst, findErrorRate, findFatal, noteErrorEpisode } from "../detectors/log-error-detectors.ts";
import { findNewTemplates } from "../detectors/log-new-template.ts";
import { findTemplateRateChanges } from "../detectors/log-template-rate.ts";
import { findDeviations } from "../detectors/metric-anomaly.ts";
import { findBreaches } from "../detectors/metric-threshold.ts";
import type { Rule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { clear, isEmpty } from "../state/new-observations.ts";

/** Evaluates one rule for one service. The engine evaluates silence by time: `detectors/service-silent.ts`. */
function find(rule: Rule, subject: DetectorInput): Finding[] {
  switch (rule.detector) {
    case "log-error-rate":
      return findErrorRate(rule, subject);
    case "log-error-burst":
      return findErrorBurst(rule, subject);
    case "log-fatal":
      return findFatal(rule, subject);
    case "log-new-pattern":
      return findNewTemplates(rule, subject);
    case "log-pattern-rising":
    case "log-pattern-falling":
    case "log-pattern-missing":
      return subject.fresh.rateChanges.length === 0 ? [] : findTemplateRateChanges(rule, subject);
    case "metric-threshold":
      return subject.fresh.breaches.size === 0 ? [] : findBreaches(rule, subject);
    case "metric-anomaly":
      return subject.fresh.deviations.size === 0 ? [] : findDeviations(rule, subject);
    case "deployment-failed":
      return findFailedDeployment(rule, subject);
    case "errors-after-deployment":
      return findErrorsAfterDeployment(rule, subject);
    case "service-silent":
      return [];
  }
}

const isTrouble = (rule: Rule): boolean =>
  rule.detector === "log-error-rate" ||
  rule.detector === "log-error-burst" ||
  rule.detector === "errors-after-deployment";

/** Evaluates the rules, keeps the most severe finding of each key for all of them, and clears the new observations. */
export function evaluate(rules: readonly Rule[], subject: DetectorInput, findings: Map<string, Finding>): void {
  if (isEmpty(subject.fresh)) return;
  let troubled = false;
  for (const rule of rules) {
    for (const finding of find(rule, subject)) {
      troubled ||= isTrouble(rule);
      const known = findings.get(finding.key);
      const worse = known && !isMoreSevere(finding.severity, known.severity) ? known : finding;
      const observations = (known?.observations ?? 0) + finding.observations;
      findings.set(finding.key, { ...worse, observations });
    }
  }
  if (troubled) noteErrorEpisode(subject.state);
  clear(subject.fresh);
}
