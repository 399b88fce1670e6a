import { isMoreSevere } from "../../model/incident.ts";
import { findFailedDeployment } from "../detectors/deployment-failed.ts";
import type { DetectorInput } from "../detectors/detector-input.ts";
import { findErrorsAfterDeployment } from "../detectors/errors-after-deployment.ts";
import { findErrorBurst } from "../detectors/log-error-burst.ts";
import { findErrorRate } from "../detectors/log-error-rate.ts";
import { findFatal } from "../detectors/log-fatal.ts";
import { findNewPatterns } from "../detectors/log-new-template.ts";
import { findTemplateRateChanges } from "../detectors/log-template-rate.ts";
import { findDeviations } from "../detectors/metric-anomaly.ts";
import { findBreaches } from "../detectors/metric-threshold.ts";
import { noteErrorEpisode } from "../detectors/note-error-episode.ts";
import type { Rule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { clear, isEmpty } from "../state/new-observations.ts";

const one = (finding: Finding | null): Finding[] => (finding === null ? [] : [finding]);

/** Evaluates one rule for one service. The engine evaluates silence by time: `detectors/service-silent.ts`. */
function find(rule: Rule, subject: DetectorInput): Finding[] {
  switch (rule.detector) {
    case "log-error-rate":
      return one(findErrorRate(rule, subject));
    case "log-error-burst":
      return one(findErrorBurst(rule, subject));
    case "log-fatal":
      return one(findFatal(rule, subject));
    case "log-new-pattern":
      return findNewPatterns(rule, subject);
    case "log-pattern-rising":
    case "log-pattern-falling":
    case "log-pattern-missing":
      return subject.fresh.rateChanges.length === 0 ? [] : findTemplateRateChanges(rule, subject);
    case "metric-threshold":
      return subject.fresh.breaches.size === 0 ? [] : findBreaches(rule, subject);
    case "metric-anomaly":
      return subject.fresh.deviations.size === 0 ? [] : findDeviations(rule, subject);
    case "deployment-failed":
      return one(findFailedDeployment(rule, subject));
    case "errors-after-deployment":
      return one(findErrorsAfterDeployment(rule, subject));
    case "service-silent":
      return [];
  }
}

const isTrouble = (rule: Rule): boolean =>
  rule.detector === "log-error-rate" ||
  rule.detector === "log-error-burst" ||
  rule.detector === "errors-after-deployment";

/** Asks the rules, adds what they see (of a key the gravest, standing for all) and takes what was fresh as seen. */
export function evaluate(rules: readonly Rule[], subject: DetectorInput, findings: Map<string, Finding>): void {
  if (isEmpty(subject.fresh)) return;
  let troubled = false;
  for (const rule of rules) {
    for (const finding of find(rule, subject)) {
      troubled ||= isTrouble(rule);
      const known = findings.get(finding.key);
      if (known === undefined) findings.set(finding.key, finding);
      else
        findings.set(finding.key, {
          ...(isMoreSevere(finding.severity, known.severity) ? finding : known),
          observations: known.observations + finding.observations,
        });
    }
  }
  if (troubled) noteErrorEpisode(subject.state);
  clear(subject.fresh);
}
