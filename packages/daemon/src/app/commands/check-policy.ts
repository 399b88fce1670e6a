import { MINUTE_MS, toIso } from "../../kernel/clock.ts";
import { severities, UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import { environmentKey } from "../../model/remediation.ts";
import { DEFAULT_ORGANIZATION } from "../../model/scope.ts";
import { builtInPolicy } from "../../remediate/policy/built-in-policy.ts";
import { decide } from "../../remediate/policy/decide.ts";
import { windowState } from "../../remediate/policy/freeze-windows.ts";
import { span } from "../../remediate/policy/guardrails.ts";
import type {
  ActionDefinition,
  FreezeWindow,
  Guardrails,
  Policy,
  PolicyFacts,
  PolicyQuestion,
  PolicyRule,
} from "../../remediate/policy/policy.ts";
import { readPolicy } from "../../remediate/policy/policy-file.ts";
import { ConfigError } from "../config/config-error.ts";
import { problemLine, readPolicyText } from "../config/policy-file.ts";
import { checkOrganization } from "./check-organization.ts";

export interface PolicyCheckRequest {
  /** Undefined for the built-in policy. */
  readonly file: string | undefined;
  readonly action: string | undefined;
  readonly organization: string | undefined;
  readonly environment: string | undefined;
  readonly severity: string | undefined;
  readonly service: string | undefined;
}

export interface PolicyCheck {
  readonly valid: boolean;
  /** The content and the decision, or a line for each problem. */
  readonly text: string;
}

/** Describes a policy file or its problems, and its decision about an action. Throws ConfigError. */
export function checkPolicy(request: PolicyCheckRequest, now: number): PolicyCheck {
  const question = questionOf(request);
  const { file } = request;
  if (file === undefined)
    return { valid: true, text: report("The built-in policy", builtInPolicy(now), question, now) };
  const read = readPolicy(readPolicyText(file), now);
  return "policy" in read
    ? { valid: true, text: report(file, read.policy, question, now) }
    : { valid: false, text: read.problems.map((problem) => `${problemLine(file, problem)}\n`).join("") };
}

function questionOf(request: PolicyCheckRequest): PolicyQuestion | undefined {
  const { action, organization = DEFAULT_ORGANIZATION, environment, severity = "HIGH", service } = request;
  if (action === undefined) {
    const other = ["organization", "environment", "severity", "service"] as const;
    const given = other.find((name) => request[name] !== undefined);
    if (given) throw new ConfigError(`Give --action with --${given}: a question is about an action.`);
    return undefined;
  }
  checkOrganization(organization);
  const named = severities.find((each) => each === severity.toUpperCase());
  if (!named) throw new ConfigError(`--severity is one of ${severities.join(", ")}.`);
  const serviceName = service ?? null;
  return {
    organizationId: organization,
    actionType: action,
    environment: environment ?? null,
    severity: named,
    serviceName,
    target: { serviceName },
    targetNames: [],
    origin: "person",
    mode: "simulate",
    parameters: {},
    blastRadius: 0,
    currentReplicas: null,
  };
}

/** Facts without any history, so that only rules and windows decide. */
const factsWithoutHistory = ({ environment, severity, serviceName }: PolicyQuestion): PolicyFacts => ({
  incidentStatus: "OPEN",
  incidentEnvironment: environment ?? UNKNOWN_ENVIRONMENT,
  incidentSeverity: severity,
  incidentServices: serviceName === null ? [] : [serviceName],
  catalogEnvironments: [],
  queuedInLastHour: 0,
  lastOfKind: null,
  active: 0,
  waiting: 0,
  activeOnTarget: 0,
  inMaintenance: false,
  suspended: null,
});

function report(title: string, policy: Policy, question: PolicyQuestion | undefined, now: number): string {
  const lines = question ? answer(policy, question, now) : summary(title, policy, now);
  return lines.map((line) => `${line}\n`).join("");
}

const RULES_SHOWN_MAX = 100;
const NAME_WIDTH = 28;
const row = (name: string, ...cells: readonly string[]): string =>
  `  ${[name.padEnd(NAME_WIDTH), ...cells].filter((cell) => cell !== "").join("  ")}`.trimEnd();

function summary(title: string, { rules, windows, actions, guardrails, ...policy }: Policy, now: number): string[] {
  const more = rules.length - RULES_SHOWN_MAX;
  return [
    `${title} holds. Version ${policy.version.slice(0, 12)}.`,
    "",
    `Rules: ${rules.length}, the first match decides; without a match, the action is denied`,
    ...rules.slice(0, RULES_SHOWN_MAX).map(ruleRow),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    "",
    "Guardrails",
    ...guardrailRows(guardrails),
    "",
    `Windows: ${windows.length === 0 ? "none" : windows.length}`,
    ...windows.map((window) => windowRow(window, now)),
    "",
    `Actions: ${actions.size}`,
    ...[...actions.values()].map(actionRow),
    "",
    `An approval expires after ${span(policy.approvalTtlMs)}. ${policy.fourEyes ? "The requester may not approve it." : "The requester may approve it."}`,
  ];
}

function ruleRow(rule: PolicyRule): string {
  const conditions = (["actions", "environments", "severities", "services", "organizations"] as const)
    .filter((field) => rule[field].length > 0)
    .map((field) => `${field} ${rule[field].join(", ")}`);
  return row(rule.name, rule.verdict.padEnd(6), conditions.join("; ") || "everything");
}

function guardrailRows(bounds: Guardrails): string[] {
  const shown = (value: number | undefined, unit = ""): string =>
    value === undefined ? "no bound" : `${value}${unit}`;
  return [
    row("actionsPerHour", shown(bounds.actionsPerHour, " on a service")),
    row("cooldownMinutes", shown(bounds.cooldownMs === undefined ? undefined : bounds.cooldownMs / MINUTE_MS)),
    row("concurrent", shown(bounds.concurrent, " in an organization")),
    row("concurrentPerService", shown(bounds.concurrentPerService)),
    row("maxReplicas", shown(bounds.maxReplicas)),
    row("replicasChangeFactor", shown(bounds.replicasChangeFactor)),
    row("blastRadius", shown(bounds.blastRadius, " services that call it")),
    row("openIncidentOnly", String(bounds.openIncidentOnly)),
  ];
}

function windowRow(window: FreezeWindow, now: number): string {
  const { open, until } = windowState(window, now);
  const when = Number.isFinite(until) ? `${open ? "open until" : "closed until"} ${toIso(until)}` : "over";
  return row(window.name, window.effect.padEnd(6), when, window.reason);
}

const actionRow = ({ type, webhook }: ActionDefinition): string =>
  row(
    type,
    webhook
      ? `a webhook to ${new URL(webhook.url).host}, signed with the value of ${webhook.secretEnv}`
      : "by Tocsin itself",
  );

const OUTCOMES = {
  auto: "It runs automatically.",
  manual: "It waits for a person's approval.",
  deny: "It is denied, and nobody can override that.",
} as const;

function answer(policy: Policy, question: PolicyQuestion, now: number): string[] {
  const { actionType, serviceName, environment, severity, organizationId } = question;
  const decision = decide(policy, question, factsWithoutHistory(question), "request", now);
  const blocked = decision.verdict !== "deny" && decision.violations.length > 0;
  return [
    `${actionType} on ${serviceName ?? "no named service"} in ${environmentKey(environment)}, severity ${severity}, organization ${organizationId}: ${decision.verdict}`,
    ...decision.rules.map(({ rule, says, reason }) => row(rule, says.padEnd(6), reason)),
    "",
    blocked ? "A guardrail blocks it now." : OUTCOMES[decision.verdict],
    ...(decision.verdict === "manual" && !blocked
      ? [
          `The approval expires after ${span(decision.approvalTtlMs)}${decision.fourEyes ? ", and the requester may not approve it" : ""}.`,
        ]
      : []),
  ];
}
