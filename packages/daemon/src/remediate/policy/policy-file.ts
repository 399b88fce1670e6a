import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { type FileProblem, type Path, readFileText } from "../../kernel/file-text.ts";
import {
  createProblemList,
  findViolations,
  formatViolation,
  PROBLEMS_MAX,
  printValue,
  type ReportProblem,
} from "../../kernel/validate-document.ts";
import { environmentKey, PRODUCTION } from "../../model/remediation.ts";
import { describeSpoof } from "../../model/spoofed-name.ts";
import { sha256 } from "../audit/audit-chain.ts";
import {
  APPROVAL_TTL_MS,
  APPROVE_PERMISSION,
  builtInActions,
  builtInGuardrails,
  builtInRules,
  builtInVerification,
} from "./built-in-policy.ts";
import { windowTimes } from "./freeze-windows.ts";
import type { ActionDefinition, FreezeWindow, Guardrails, Policy, PolicyRule, VerificationPolicy } from "./policy.ts";
import {
  type ActionFields,
  type GuardrailFields,
  type PolicyFile,
  policyFileSchema,
  type RuleFields,
  type WindowFields,
} from "./policy-file-schema.ts";

export type ReadPolicy = { readonly policy: Policy } | { readonly problems: readonly FileProblem[] };

/**
 * Reads a policy from YAML, or returns up to 100 problems. `extends: default` adds the built-in rules and guardrails.
 * Never throws.
 */
export function readPolicy(text: string, loadedAt: number): ReadPolicy {
  const file = readFileText(text);
  if ("problems" in file) return { problems: file.problems.slice(0, PROBLEMS_MAX) };
  const { report, sorted } = createProblemList(file);
  const violations = findViolations(policyFileSchema, file.value);
  if (violations.length > 0) {
    for (const violation of violations.slice(0, PROBLEMS_MAX)) {
      const { name, depth } = subjectOf(file.value, violation.path);
      const message = formatViolation(name, { ...violation, path: violation.path.slice(depth) });
      report(violation.path, message, violation.field);
    }
    return { problems: sorted() };
  }
  const policy = toPolicy(file.value as PolicyFile, report, { version: sha256(text), loadedAt });
  const problems = sorted();
  return problems.length > 0 ? { problems } : { policy };
}

/** `rules[3] (payments-never)`, or `the file`, and the length of its path. */
function subjectOf(file: unknown, [section, index]: readonly string[]): { name: string; depth: number } {
  if (section === undefined) return { name: "the file", depth: 0 };
  if (index === undefined || !/^\d+$/.test(index)) return { name: section, depth: 1 };
  const item = (file as Record<string, unknown[]>)[section]?.[Number(index)] as
    | { readonly name?: unknown; readonly type?: unknown }
    | undefined;
  const given = item?.name ?? item?.type;
  const name = typeof given === "string" ? ` (${given.slice(0, 64)})` : "";
  return { name: `${section}[${index}]${name}`, depth: 2 };
}

function toPolicy(file: PolicyFile, report: ReportProblem, of: Pick<Policy, "version" | "loadedAt">): Policy {
  const actions = actionsOf(file.actions, report);
  requireUniqueNames("rules", file.rules, report);
  requireUniqueNames("windows", file.windows, report);
  const rules = file.rules.map((rule, index) => toRule(rule, index, actions, report));
  const names = new Set(rules.map(({ name }) => name));
  for (const section of ["rules", "windows"] as const) {
    for (const [index, { environments }] of file[section].entries()) {
      for (const [at, each] of environments.entries()) refuseSpoof([section, index, "environments", at], each, report);
    }
  }
  for (const [index, { environment }] of file.namespaces.entries()) {
    refuseSpoof(["namespaces", index, "environment"], environment, report);
  }
  const extended = file.extends === "default";
  return {
    ...of,
    source: "file",
    // Rules of the file replace built-in ones of the same name.
    rules: extended ? [...rules, ...builtInRulesBut(names, file.fourEyes)] : rules,
    guardrails: guardrailsOf(file.guardrails, extended ? builtInGuardrails : NO_GUARDRAILS),
    windows: file.windows.map((window, index) => toWindow(window, index, report)),
    actions,
    approvalTtlMs: ms(file.approvalTtlMinutes) ?? APPROVAL_TTL_MS,
    fourEyes: file.fourEyes ?? false,
    overridePermission: file.overridePermission ?? APPROVE_PERMISSION,
    namespaces: file.namespaces.map(({ namespace, environment }) => ({
      namespace,
      environment: environmentKey(environment),
    })),
    verification: verificationOf(file.verification),
  };
}

/** The file's `fourEyes` also applies to built-in rules. */
const builtInRulesBut = (names: ReadonlySet<string>, fourEyes: boolean | undefined): readonly PolicyRule[] =>
  builtInRules
    .filter(({ name }) => !names.has(name))
    .map((rule) => ({ ...rule, fourEyes: fourEyes === undefined ? rule.fourEyes : undefined }));

const ms = (minutes: number | undefined): number | undefined =>
  minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS);

function requireUniqueNames(section: string, items: readonly { readonly name: string }[], report: ReportProblem): void {
  const seen = new Set<string>();
  for (const [index, { name }] of items.entries()) {
    if (seen.has(name)) report([section, index], `${section}[${index}]: the name ${name} stands twice`);
    seen.add(name);
  }
}

/** A rule for a look-alike would never match. */
function refuseSpoof(path: Path, environment: string, report: ReportProblem): void {
  const spoof = describeSpoof(environment, [PRODUCTION]);
  if (spoof !== undefined) report(path, `${path.join(".")}: ${printValue(environment)} ${spoof}`);
}

const REASONS = {
  auto: (name: string) => `The rule ${name} lets it run by itself.`,
  manual: (name: string) => `The rule ${name} asks for a person's approval.`,
  deny: (name: string) => `The rule ${name} forbids it.`,
} as const;

function toRule(
  rule: RuleFields,
  index: number,
  actions: ReadonlyMap<string, ActionDefinition>,
  report: ReportProblem,
): PolicyRule {
  rule.actions.forEach((action, at) => {
    if (actions.has(action)) return;
    const known = [...actions.keys()].join(", ");
    report(
      ["rules", index, "actions", at],
      `rules[${index}] (${rule.name}): there is no action ${action}; known are ${known}`,
    );
  });
  const { approvalTtlMinutes, ...fields } = rule;
  return {
    ...fields,
    environments: rule.environments.map(environmentKey),
    fourEyes: rule.fourEyes,
    approvalTtlMs: ms(approvalTtlMinutes),
    reason: rule.reason ?? REASONS[rule.verdict](rule.name),
  };
}

/** Without `extends: default`. */
const NO_GUARDRAILS: Guardrails = {
  actionsPerHour: undefined,
  cooldownMs: undefined,
  concurrent: undefined,
  concurrentPerService: undefined,
  maxReplicas: undefined,
  replicasChangeFactor: undefined,
  blastRadius: undefined,
  openIncidentOnly: true,
};

/** Null removes a limit; undefined keeps it. */
function guardrailsOf({ cooldownMinutes, ...others }: GuardrailFields, base: Guardrails): Guardrails {
  const given = { ...others, cooldownMs: cooldownMinutes === null ? null : ms(cooldownMinutes) };
  const changes = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(changes.map(([name, value]) => [name, value ?? undefined])) };
}

function toWindow(window: WindowFields, index: number, report: ReportProblem): FreezeWindow {
  const { name, effect, reason, organizations } = window;
  const environments = window.environments.map(environmentKey);
  const when = windowTimes(window, (field, message) =>
    report(["windows", index, ...(field === undefined ? [] : [field])], `windows[${index}] (${name}): ${message}`),
  );
  return { name, effect, reason, environments, organizations, when };
}

function actionsOf(given: readonly ActionFields[], report: ReportProblem): ReadonlyMap<string, ActionDefinition> {
  const actions = new Map(builtInActions);
  given.forEach((action, index) => {
    const about = `actions[${index}] (${action.type})`;
    if (builtInActions.has(action.type)) {
      report(["actions", index, "type"], `${about}: ${action.type} is an action that Tocsin executes by itself`);
    } else if (actions.has(action.type)) {
      report(["actions", index, "type"], `${about}: the type ${action.type} stands twice`);
    }
    if (!URL.canParse(action.url)) report(["actions", index, "url"], `${about}: url must name a host`);
    checkValues(action, index, report);
    actions.set(action.type, toAction(action));
  });
  return actions;
}

function checkValues({ type, parameters }: ActionFields, index: number, report: ReportProblem): void {
  for (const [name, parameter] of Object.entries(parameters)) {
    parameter.values?.forEach((value, at) => {
      if (isOfType(value, parameter.type)) return;
      report(
        ["actions", index, "parameters", name, "values", at],
        `actions[${index}] (${type}): parameters.${name}.values[${at}] must be of the type ${parameter.type}; it is ${printValue(value)}`,
      );
    });
  }
}

const isOfType = (value: unknown, type: string): boolean =>
  type === "integer" ? Number.isInteger(value) : typeof value === type;

const toAction = (action: ActionFields): ActionDefinition => ({
  type: action.type,
  description: action.description ?? "",
  webhook: { url: action.url, secretEnv: action.secretEnv, timeoutMs: Math.round(action.timeoutSeconds * SECOND_MS) },
  parameters: Object.fromEntries(
    Object.entries(action.parameters).map(([name, { type, required, description = "", values }]) => [
      name,
      { type, required, description, values },
    ]),
  ),
  rollback: action.rollback,
});

const verificationOf = (given: PolicyFile["verification"]): VerificationPolicy => ({
  settleMs: ms(given.settleMinutes) ?? builtInVerification.settleMs,
  quietMs: ms(given.quietMinutes) ?? builtInVerification.quietMs,
  ineffectiveInARow: given.ineffectiveInARow ?? builtInVerification.ineffectiveInARow,
});
