import { toSingleLine } from "../../kernel/single-line.ts";
import type { RemediationMode } from "../../model/remediation.ts";
import { otherWorkload } from "../../model/remediation-target.ts";
import { findings, openWindows, undoesFailure, windowWords } from "./guardrails.ts";
import { firstFitting, type RuleSubject } from "./matching-rule.ts";
import type {
  DecisionMoment,
  EnvironmentClaim,
  FreezeWindow,
  Policy,
  PolicyDecision,
  PolicyFacts,
  PolicyQuestion,
  PolicyRule,
  RuleResult,
  Verdict,
} from "./policy.ts";
import { environmentsDiffer, speakingEnvironments } from "./policy-environments.ts";

/** Stands for a denial in `blockedBy`, which nobody can override; the other names are guardrails. */
export const DENIED = "deny";

export const canBeOverridden = ({ blockedBy }: Pick<PolicyDecision, "blockedBy">): boolean =>
  blockedBy.length > 0 && !blockedBy.includes(DENIED);

const NAME_CHARACTERS_MAX = 100;

const named = (serviceName: string | null): string =>
  serviceName === null ? "no named service" : toSingleLine(serviceName, NAME_CHARACTERS_MAX);

const STRICTNESS = { auto: 0, manual: 1, deny: 2 } as const satisfies Record<Verdict, number>;

interface Ruling {
  readonly subject: RuleSubject;
  readonly verdict: Verdict;
  readonly word: RuleResult;
  readonly rule: PolicyRule | undefined;
}

/** Every interpretation of an action: each environment, severity, and service or workload it may concern. */
function readingsOf(
  { organizationId, actionType, severity, serviceName, target, targetNames }: PolicyQuestion,
  facts: PolicyFacts,
  environments: ReadonlySet<string>,
): readonly RuleSubject[] {
  const [own] = facts.incidentServices;
  const workload = otherWorkload(target, serviceName);
  const services = [
    { serviceName, targetNames },
    ...(own === undefined || own === serviceName ? [] : [{ serviceName: own, targetNames: [] }]),
    ...(workload === undefined ? [] : [{ serviceName: workload.name, targetNames: [], workload }]),
  ];
  const severities = [...new Set([severity, facts.incidentSeverity])];
  return [...environments].flatMap((environment) =>
    severities.flatMap((each) =>
      services.map((service) => ({ organizationId, actionType, environment, severity: each, ...service })),
    ),
  );
}

function rule(policy: Policy, subject: RuleSubject): Ruling | undefined {
  const of = (verdict: Verdict, name: string, reason: string, found?: PolicyRule): Ruling => ({
    subject,
    verdict,
    word: { rule: name, says: verdict, reason },
    rule: found,
  });
  if (!policy.actions.has(subject.actionType)) {
    const known = [...policy.actions.keys()].join(", ");
    return of("deny", "unknown-action", toSingleLine(`No such action is known; known are ${known}.`, 1000));
  }
  const found = firstFitting(policy, subject);
  // A labelled workload is judged as its service, unless a rule names it.
  if (subject.workload?.known === "label" && !found?.services.length) return undefined;
  if (found) return of(found.verdict, found.name, found.reason, found);
  return subject.workload
    ? of("manual", "target-differs", `No rule knows the target ${named(subject.serviceName)} by its name.`)
    : of("deny", "no-rule-fits", "What no rule of the policy allows is denied.");
}

const strictest = (rulings: readonly Ruling[]): Verdict =>
  rulings.reduce<Verdict>((worst, { verdict }) => (STRICTNESS[verdict] > STRICTNESS[worst] ? verdict : worst), "auto");

/** The strictest first, each rule once. */
function spokenOf(rulings: readonly Ruling[]): readonly Ruling[] {
  const inOrder = [...rulings].sort((one, other) => STRICTNESS[other.verdict] - STRICTNESS[one.verdict]);
  return inOrder.filter((each, at) => inOrder.findIndex(({ word }) => word.rule === each.word.rule) === at);
}

/** Reasons for a manual approval, or information about contradictions. */
function reservations(
  question: PolicyQuestion,
  facts: PolicyFacts,
  rulings: readonly Ruling[],
  contradiction: string | undefined,
): RuleResult[] {
  const words: RuleResult[] = [];
  const manual = (name: string, reason: string): void => {
    words.push({ rule: name, says: "manual", reason });
  };
  const isMilderFor = (isNamed: (subject: RuleSubject) => boolean): boolean =>
    STRICTNESS[strictest(rulings.filter(({ subject }) => isNamed(subject)))] < STRICTNESS[strictest(rulings)];
  if (question.origin === "suggestion") {
    manual("suggested-by-analysis", "What an analysis suggested needs a person's approval, whatever the policy says.");
  }
  if (contradiction !== undefined) manual("environment-differs", contradiction);
  if (isMilderFor(({ severity }) => severity === question.severity)) {
    const reason = `The incident is ${facts.incidentSeverity}, the action says ${question.severity}; the stricter verdict holds.`;
    manual("severity-differs", reason);
  }
  if (isMilderFor(({ serviceName }) => serviceName === question.serviceName)) {
    const about = rulings.filter(({ subject }) => subject.serviceName !== question.serviceName);
    const others = [...new Set(about.map(({ subject }) => named(subject.serviceName)))];
    const reason = `The action names ${named(question.serviceName)}, and what the rules say of ${others.join(" and ")} is stricter and holds: the incident is about it, or the action touches it.`;
    manual("service-differs", reason);
  }
  if (undoesFailure(question, facts.lastOfKind)) {
    manual("undoes-failed-action", "It takes back an action that failed half-way, which needs a person's approval.");
  }
  return words;
}

function holds(facts: PolicyFacts, open: readonly FreezeWindow[], now: number): RuleResult[] {
  const words: RuleResult[] = [];
  if (facts.suspended !== null) {
    words.push({ rule: "automation-suspended", says: "manual", reason: sentence(facts.suspended) });
  }
  if (facts.inMaintenance) {
    const reason = "A maintenance window of the service is open: somebody is at work on it.";
    words.push({ rule: "in-maintenance", says: "manual", reason });
  }
  for (const window of open) {
    if (window.effect !== "manual") continue;
    words.push({ rule: "freeze", says: "manual", reason: sentence(windowWords(window, now)) });
  }
  return words;
}

/**
 * Decides an action. The result has the strictest verdict of all readings (deny, manual, auto), the reasons for a
 * manual approval, and all blocking guardrails.
 */
export function decide(
  policy: Policy,
  question: PolicyQuestion,
  facts: PolicyFacts,
  moment: DecisionMoment,
  now: number,
): PolicyDecision {
  const environments = speakingEnvironments(policy, question, facts);
  const judged = new Set(environments.map(({ environment }) => environment));
  const rulings = readingsOf(question, facts, judged).flatMap((subject) => rule(policy, subject) ?? []);
  const spoken = spokenOf(rulings);
  const ruled = strictest(rulings);
  const open = openWindows(policy, question.organizationId, judged, now);
  const held = [
    ...reservations(question, facts, rulings, environmentsDiffer(environments)),
    ...(ruled === "auto" ? holds(facts, open, now) : []),
  ];
  const found = findings({ policy, question, facts, open, moment, now });
  const blocking = found.filter(({ blocks }) => blocks);
  const denials = spoken.filter(({ verdict }) => verdict === "deny");
  const rules = [...new Set(rulings.map((each) => each.rule))];
  return {
    verdict: ruled === "auto" && held.length > 0 ? "manual" : ruled,
    rules: [
      ...spoken.map(({ word }) => word),
      ...held,
      ...found.map(
        ({ guardrail, blocks, reason }): RuleResult => ({
          rule: guardrail,
          says: blocks ? "block" : "pass",
          reason: sentence(reason),
        }),
      ),
    ],
    violations: [
      ...denials.map((each) => denialOf(each, environments)),
      ...blocking.map(({ guardrail, reason }) => sentence(`${guardrail}: ${reason}`)),
    ],
    blockedBy: [...denials.map(() => DENIED), ...blocking.map(({ guardrail }) => guardrail)],
    fourEyes: rules.some((each) => asksForFourEyes(policy, each, question.mode)),
    approvalTtlMs: Math.min(...rules.map((each) => each?.approvalTtlMs ?? policy.approvalTtlMs)),
    environments,
    overridePermission: policy.overridePermission,
    policyVersion: policy.version,
  };
}

/** Whether the requester may not approve it. */
export function asksForFourEyes(
  { fourEyes }: Pick<Policy, "fourEyes">,
  rule: Pick<PolicyRule, "fourEyes"> | undefined,
  mode: RemediationMode,
): boolean {
  const asks = rule?.fourEyes ?? fourEyes;
  return asks === "live" ? fourEyes || mode === "live" : asks;
}

function denialOf({ subject, word }: Ruling, environments: readonly EnvironmentClaim[]): string {
  const where = environments.filter(({ environment }) => environment === subject.environment);
  const unplaced = where.length > 0 && where.every(({ source }) => source === "nobody");
  const hint = unplaced ? `. ${UNPLACED}` : "";
  return sentence(
    `${word.rule} denies ${toSingleLine(subject.actionType, NAME_CHARACTERS_MAX)} on ${named(subject.serviceName)} in ${toSingleLine(subject.environment, NAME_CHARACTERS_MAX)}: ${word.reason.replace(/[.]$/, "")}${hint}`,
  );
}

const UNPLACED =
  "Production counts because nothing else says where the target runs: give the service an environment in the catalog, or map its namespace";

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
