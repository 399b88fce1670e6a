import { globOf } from "../../detect/rules/rule-scope.ts";
import type { Severity } from "../../model/incident.ts";
import { deploymentNameOf } from "../targets/built-in-actions.ts";
import type { OtherWorkload } from "../targets/remediation-target.ts";
import type { Policy, PolicyRule } from "./policy.ts";

/** What rules are held against. */
export interface RuleSubject {
  readonly organizationId: string;
  readonly actionType: string;
  /** As `environmentKey` has it. */
  readonly environment: string;
  readonly severity: Severity;
  readonly serviceName: string | null;
  /** As a question has them. */
  readonly targetNames: readonly string[];
  /** Where the workload stands under its own name in place of the service. */
  readonly workload?: OtherWorkload;
}

/** A rule as it is asked: what sets no condition is undefined, and patterns are read. */
interface ReadRule {
  readonly rule: PolicyRule;
  readonly organizations: readonly string[] | undefined;
  readonly environments: readonly string[] | undefined;
  readonly severities: readonly string[] | undefined;
  readonly services: ReadServices | undefined;
}

/** Names are looked up; only what holds a `*` is tried on each. */
interface ReadServices {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly ((name: string) => boolean)[];
}

const some = <Item>(list: readonly Item[]): readonly Item[] | undefined => (list.length === 0 ? undefined : list);

/** A pattern as deployments are named; `*` stays. */
const deployed = (pattern: string): string => pattern.toLowerCase().replace(/[^a-z0-9.*]+/g, "-");

/** `Payment API` and `payment_api` are deployed as `payment-api`: a rule about one holds for all. */
const spellingsOf = (serviceName: string | null): readonly string[] =>
  serviceName === null ? [] : [...new Set([serviceName, deploymentNameOf(serviceName) ?? serviceName])];

function readServices(services: readonly string[]): ReadServices | undefined {
  if (services.length === 0) return undefined;
  const spelled = [...new Set(services.flatMap((service) => [service, deployed(service)]))];
  const isPattern = (service: string): boolean => service.includes("*");
  return {
    names: new Set(spelled.filter((service) => !isPattern(service))),
    patterns: spelled.filter(isPattern).map(globOf),
  };
}

const means = ({ names, patterns }: ReadServices, given: readonly string[]): boolean =>
  given.some((name) => names.has(name)) || patterns.some((matches) => given.some(matches));

const readRule = (rule: PolicyRule): ReadRule => ({
  rule,
  organizations: some(rule.organizations),
  environments: some(rule.environments),
  severities: some(rule.severities),
  services: readServices(rule.services),
});

type ByAction = ReadonlyMap<string, readonly ReadRule[]>;

/** The rules for each action that a policy knows, kept as long as the policy is: every decision walks them. */
const kept = new WeakMap<Policy, ByAction>();

function rulesByAction(policy: Policy): ByAction {
  let byAction = kept.get(policy);
  if (byAction === undefined) {
    const rules = policy.rules.map(readRule);
    const of = (action: string): readonly ReadRule[] =>
      rules.filter(({ rule }) => rule.actions.length === 0 || rule.actions.includes(action));
    byAction = new Map([...policy.actions.keys()].map((action) => [action, of(action)]));
    kept.set(policy, byAction);
  }
  return byAction;
}

/** The first rule all of whose conditions hold. What acts on nothing that has a name fits only rules that ask for none. */
export function firstFitting(policy: Policy, subject: RuleSubject): PolicyRule | undefined {
  const { actionType, environment, severity, organizationId, serviceName, targetNames } = subject;
  const named = spellingsOf(serviceName);
  // Nobody gets around a rule by another name of what is acted on; what lets something run by itself means the service.
  const all = [...new Set([...named, ...targetNames])];
  for (const read of rulesByAction(policy).get(actionType) ?? []) {
    if (
      (read.environments === undefined || read.environments.includes(environment)) &&
      (read.severities === undefined || read.severities.includes(severity)) &&
      (read.organizations === undefined || read.organizations.includes(organizationId)) &&
      (read.services === undefined || means(read.services, read.rule.verdict === "auto" ? named : all))
    ) {
      return read.rule;
    }
  }
  return undefined;
}
