import { isMoreSevere } from "../model/incident.ts";
import type { Finding } from "./finding.ts";
import { clear, isEmpty } from "./fresh.ts";
import { findFailedDeployment } from "./patterns/deployment-failed.ts";
import { findErrorsAfterDeployment } from "./patterns/errors-after-deployment.ts";
import { findErrorBurst } from "./patterns/log-error-burst.ts";
import { findErrorRate } from "./patterns/log-error-rate.ts";
import { findFatal } from "./patterns/log-fatal.ts";
import { findNewPatterns } from "./patterns/log-new-pattern.ts";
import { findHabitChanges } from "./patterns/log-pattern-habit.ts";
import { findDeviations } from "./patterns/metric-anomaly.ts";
import { findBreaches } from "./patterns/metric-threshold.ts";
import type { Subject } from "./patterns/subject.ts";
import { noteTrouble } from "./patterns/trouble.ts";
import type { Rule } from "./rule.ts";

const one = (finding: Finding | null): Finding[] => (finding === null ? [] : [finding]);

/** What one rule sees in one service. Silence isn't seen in telemetry: `patterns/service-silent.ts`. */
function find(rule: Rule, subject: Subject): Finding[] {
  switch (rule.pattern) {
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
      return subject.fresh.habits.length === 0 ? [] : findHabitChanges(rule, subject);
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
  rule.pattern === "log-error-rate" || rule.pattern === "log-error-burst" || rule.pattern === "errors-after-deployment";

/** Asks the rules, adds what they see (of a key the gravest, standing for all) and takes what was fresh as seen. */
export function evaluate(rules: readonly Rule[], subject: Subject, findings: Map<string, Finding>): void {
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
  if (troubled) noteTrouble(subject.state);
  clear(subject.fresh);
}
