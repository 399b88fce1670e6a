import { globOf } from "../../detect/rules/rule-scope.ts";
import type { Severity } from "../../model/incident.ts";
import type { OtherWorkload } from "../../model/remediation-target.ts";
import { deploymentNameOf } from "../../model/remediation-target.ts";
import type { Policy, PolicyRule } from "./policy.ts";

/** The subject that rules are matched against. */
export interface RuleSubject {
  readonly organizationId: string;
  readonly actionType: string;
  /** From `environmentKey`. */
  readonly environment: string;
  readonly severity: Severity;
  readonly serviceName: string | null;
  readonly targetNames: readonly string[];
  /** The workload that stands in for the service. */
  readonly workload?: OtherWorkload;
}

/** A prepared rule; undefined for no condition. */
interface ReadRule {
  readonly rule: PolicyRule;
  readonly organizations: readonly string[] | undefined;
  readonly environments: readonly string[] | undefined;
  readonly severities: readonly string[] | undefined;
  readonly services: ReadServices | undefined;
}

/** Only names with `*` are matched one by one. */
interface ReadServices {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly ((name: string) => boolean)[];
}

const some = <Item>(list: readonly Item[]): readonly Item[] | undefined => (list.length === 0 ? undefined : list);

/** A pattern in the spelling of deployments. */
const deployed = (pattern: string): string => pattern.toLowerCase().replace(/[^a-z0-9.*]+/g, "-");

/** `Payment API` and `payment_api` are both deployed as `payment-api`. */
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

/** Rules by action, cached per policy. */
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

/** The first rule whose conditions all hold. Without a service name, rules about services never match. */
export function firstFitting(policy: Policy, subject: RuleSubject): PolicyRule | undefined {
  const { actionType, environment, severity, organizationId, serviceName, targetNames } = subject;
  const named = spellingsOf(serviceName);
  // Aliases of the target can't evade a rule; automatic rules match the service only.
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
