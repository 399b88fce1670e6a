import { isDeepStrictEqual } from "node:util";
import { type Rule, signalTypeOf } from "../../detect/rules/rule.ts";
import { type ModeSetting, modeOf } from "../../detect/rules/rule-mode.ts";
import type { components } from "../../generated/interfaces.ts";
import { MINUTE_MS, toIsoOrNull } from "../../kernel/clock.ts";

type Schemas = components["schemas"];

const DESCRIPTION: Readonly<Record<Rule["detector"], string>> = {
  "log-error-rate": "The share of error and fatal logs rises above the service's own recent past.",
  "log-error-burst": "Many errors within one minute.",
  "log-fatal": "A log of level fatal.",
  "log-new-pattern": "An error whose pattern the service never showed before.",
  "log-pattern-rising": "A kind of message comes more often than it ever did.",
  "log-pattern-falling": "A kind of message comes less often than it ever did, while its service goes on writing.",
  "log-pattern-missing": "A kind of message that came steadily comes no more, while its service goes on writing.",
  "metric-threshold": "A metric passes a fixed threshold for some minutes.",
  "metric-anomaly": "A metric departs from its own history.",
  "metric-shift": "A golden signal shifts: latency, errors, queues or saturation rise, traffic or availability falls.",
  "deployment-failed": "A deployment that says it failed.",
  "errors-after-deployment": "Errors rise after a deployment.",
  "service-silent": "A service that was steadily active sends nothing any more.",
};

/** The severity that a finding has at least; most rise with the size of what was found. */
const LEAST_SEVERITY: Readonly<Partial<Record<Rule["detector"], Schemas["Severity"]>>> = {
  "log-fatal": "CRITICAL",
  "deployment-failed": "HIGH",
};

/** With what the organization set for it; a draft has nothing but its file. */
export function presentRule(rule: Rule, builtIn: Rule | undefined, setting?: ModeSetting): Schemas["DetectionRule"] {
  const { id, enabled, detector, resolveAfterMs, mode, autoDemote, ...parameters } = rule;
  return {
    id,
    enabled,
    source: builtIn === undefined ? "file" : isDeepStrictEqual(rule, builtIn) ? "built-in" : "changed",
    signalType: signalTypeOf[detector],
    description: DESCRIPTION[detector],
    severity: "severity" in rule ? rule.severity : (LEAST_SEVERITY[detector] ?? "MEDIUM"),
    resolveAfterMinutes: resolveAfterMs / MINUTE_MS,
    parameters: { pattern: detector, ...parameters },
    mode: modeOf(rule, setting),
    fileMode: mode,
    modeSince: toIsoOrNull(setting?.since ?? null),
    modeBy: setting?.by ?? null,
    modeReason: setting?.reason ?? null,
    autoDemote,
  };
}
