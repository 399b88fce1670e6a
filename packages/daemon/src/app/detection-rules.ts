import { readFileSync } from "node:fs";
import { type Rule, signalTypeOf } from "../detect/rule.ts";
import { parseRules } from "../detect/rules-file.ts";
import type { DetectionRuleView } from "../http/core/detection.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { builtInRulesPath } from "./documents.ts";

/** The built-in detection rules, or those of the operator's file. Throws ConfigError. */
export function detectionRules(config: Config): Rule[] {
  const builtIn = parseRules(readFileSync(builtInRulesPath, "utf8"));
  if (!config.detectionFile) return builtIn;
  try {
    return parseRules(readFileSync(config.detectionFile, "utf8"), builtIn);
  } catch (error) {
    throw new ConfigError(`TOCSIN_DETECTION_FILE ${config.detectionFile}: ${coerceError(error).message}`);
  }
}

const DESCRIPTION: Readonly<Record<Rule["pattern"], string>> = {
  "log-error-rate": "The share of error and fatal logs rises above the service's own recent past.",
  "log-error-burst": "Many errors within one minute.",
  "log-fatal": "A log of level fatal.",
  "log-new-pattern": "An error whose pattern the service never showed before.",
  "metric-threshold": "A metric passes a fixed threshold for some minutes.",
  "metric-anomaly": "A metric departs from its own history.",
  "deployment-failed": "A deployment that says it failed.",
  "errors-after-deployment": "Errors rise after a deployment.",
  "service-silent": "A service that was steadily active sends nothing any more.",
};

/** The severity that a finding has at least; most rise with the size of what was found. */
const LEAST_SEVERITY: Readonly<Partial<Record<Rule["pattern"], DetectionRuleView["severity"]>>> = {
  "log-fatal": "CRITICAL",
  "deployment-failed": "HIGH",
};

/** A rule as GET /detection/rules answers it. */
export function viewOf(rule: Rule): DetectionRuleView {
  const { id, enabled, pattern, resolveAfterMs, ...parameters } = rule;
  return {
    id,
    enabled,
    signalType: signalTypeOf[pattern],
    description: DESCRIPTION[pattern],
    severity: "severity" in rule ? rule.severity : (LEAST_SEVERITY[pattern] ?? "MEDIUM"),
    resolveAfterMinutes: resolveAfterMs / MINUTE_MS,
    parameters: { pattern, ...parameters },
  };
}
