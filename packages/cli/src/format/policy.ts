import type { PolicyVerdict, RemediationPolicy } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { bulletSection, type Fact, factList, heading } from "./fact-list.ts";
import type { Layout } from "./layout.ts";

type Rule = RemediationPolicy["rules"][number];
type Guardrails = RemediationPolicy["guardrails"];
type Window = RemediationPolicy["windows"][number];
type Action = RemediationPolicy["actions"][number];

export interface PolicyQuestion {
  readonly environment?: string | undefined;
  readonly action?: string | undefined;
  readonly service?: string | undefined;
}

/** The policy reads `prod` as `production`. */
const environmentName = (name: string): string => (/^prod$/i.test(name) ? "production" : name.toLowerCase());
const includes = (list: readonly string[], wanted: string | undefined, equal: (a: string, b: string) => boolean) =>
  wanted === undefined || list.length === 0 || list.some((each) => equal(each, wanted));
const sameEnvironment = (a: string, b: string): boolean => environmentName(a) === environmentName(b);
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Matches a name with a pattern in which `*` matches any text. */
function matchesPattern(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** The parts of a policy that apply to the filter, in their order. */
export function filterPolicy(
  policy: RemediationPolicy,
  { environment, action, service }: PolicyQuestion,
): RemediationPolicy {
  return {
    ...policy,
    rules: policy.rules.filter(
      (rule) =>
        includes(rule.environments, environment, sameEnvironment) &&
        includes(rule.actions, action, same) &&
        includes(rule.services, service, matchesPattern),
    ),
    windows: policy.windows.filter((window) => includes(window.environments, environment, sameEnvironment)),
    actions: policy.actions.filter(({ type }) => action === undefined || same(type, action)),
  };
}

const verdictStyle: Readonly<Record<PolicyVerdict, "green" | "yellow" | "red">> = {
  auto: "green",
  manual: "yellow",
  deny: "red",
};

/** The policy on a page: rules in their order, guardrails, windows and actions. */
export function policyDetails(policy: RemediationPolicy, layout: Layout): string {
  const facts: Fact[] = [
    ["source", `${cleanLine(policy.source)}, version ${cleanLine(policy.version).slice(0, 12)}`],
    ["read", clock(policy.loadedAt)],
    ["mode", policy.mode === "live" ? "live" : "simulate: actions are SIMULATED and change nothing"],
    ["approval", `within ${policy.approvalTtlMinutes} minutes${policy.fourEyes ? ", by somebody else" : ""}`],
    ["guardrails", guardrailText(policy.guardrails) || "none"],
    ["override", `with the permission ${cleanLine(policy.overridePermission)} and a reason`],
  ];
  return [
    heading("Remediation policy", layout),
    factList(facts, layout),
    rulesText(policy.rules, layout),
    ...bulletSection("Namespaces", policy.namespaces.map(namespaceLine), layout),
    ...bulletSection("Freeze windows", policy.windows.map(windowLine), layout),
    ...bulletSection("Actions", policy.actions.map(actionLine), layout),
  ].join("\n\n");
}

const namespaceLine = ({ namespace, environment }: RemediationPolicy["namespaces"][number]): string =>
  cleanLine(`${namespace} is ${environment}`);

function rulesText(rules: readonly Rule[], { width, paint }: Layout): string {
  const title = `${paint("bold", "Rules")}\n${wrap("The first matching rule decides; without a match the action is denied.", width)}`;
  if (rules.length === 0) return `${title}\n  none`;
  const lines = rules.map((rule, index) => {
    const verdict = paint(verdictStyle[rule.verdict], cleanLine(rule.verdict));
    return `${`${index + 1}.`.padStart(4)} ${wrapHanging(`${verdict} ${ruleText(rule)}`, width, 5)}`;
  });
  return [title, ...lines].join("\n");
}

/** A rule as text, such as `production-asks, in production: Reason.` */
function ruleText({ name, actions, environments, severities, services, reason }: Rule): string {
  const words = (before: string, list: readonly string[]) => (list.length > 0 ? [`${before} ${list.join(", ")}`] : []);
  const holds = [
    ...words("for", actions),
    ...words("on", services),
    ...words("in", environments),
    ...words("at", severities),
  ];
  return cleanLine(`${name}${holds.length > 0 ? `, ${holds.join(" ")}` : ""}: ${reason}`);
}

const guardrailText = ({ openIncidentOnly, ...bounds }: Guardrails): string =>
  [
    ...Object.entries(bounds)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${splitCamelCase(name)} ${value}`),
    ...(openIncidentOnly ? ["open incidents only"] : []),
  ].join(", ");

/** `cooldownMinutes` as `cooldown minutes`. */
const splitCamelCase = (name: string): string =>
  cleanLine(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

function windowLine({ name, effect, open, changesAt, reason, cron, timeZone, environments }: Window): string {
  const state = `${open ? "open" : "closed"}${changesAt === null ? "" : ` until ${clock(changesAt)}`}`;
  const where = environments.length === 0 ? "" : ` in ${environments.join(", ")}`;
  const again = cron === null ? "" : ` (${cron}${timeZone === null ? "" : `, ${timeZone}`})`;
  return cleanLine(`${name} says ${effect}${where}, ${state}${again}: ${reason}`);
}

function actionLine({ type, description, parameters, rollback }: Action): string {
  const takes = parameters.map(({ name, required, type: kind }) => `${name}${required ? "" : "?"} ${kind}`).join(", ");
  const undo = rollback === null ? "" : ` To undo: ${rollback}`;
  return cleanLine(`${type}${takes && ` (${takes})`}: ${description}${undo}`);
}
