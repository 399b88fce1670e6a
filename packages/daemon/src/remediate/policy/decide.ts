import { line } from "../../kernel/line.ts";
import { UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import { environmentKey } from "../../model/remediation.ts";
import { findings, openWindows, place, windowWords } from "./guardrails.ts";
import type {
  DecisionMoment,
  FreezeWindow,
  Policy,
  PolicyDecision,
  PolicyFacts,
  PolicyQuestion,
  PolicyRule,
  PolicyWord,
} from "./policy.ts";
import { firstFitting } from "./rules.ts";

/** How a denial stands in `blockedBy`. Nobody can override it; every other name there is a guardrail, which one can. */
export const DENIED = "deny";

/** Whether a reason may override what blocks it. */
export const canBeOverridden = ({ blockedBy }: Pick<PolicyDecision, "blockedBy">): boolean =>
  blockedBy.length > 0 && !blockedBy.includes(DENIED);

/** The rules' own word. */
function ruled(policy: Policy, question: PolicyQuestion): { readonly word: PolicyWord; readonly rule?: PolicyRule } {
  if (!policy.actions.has(question.actionType)) {
    const known = [...policy.actions.keys()].join(", ");
    return {
      word: {
        rule: "unknown-action",
        says: "deny",
        reason: line(`No such action is known; known are ${known}.`, 1000),
      },
    };
  }
  const rule = firstFitting(policy, question);
  return rule === undefined
    ? { word: { rule: "no-rule-fits", says: "deny", reason: "What no rule of the policy allows is denied." } }
    : { word: { rule: rule.name, says: rule.verdict, reason: rule.reason }, rule };
}

/** What makes a person look at an action that would run by itself. */
function reservations(
  policy: Policy,
  question: PolicyQuestion,
  facts: PolicyFacts,
  open: readonly FreezeWindow[],
  now: number,
): PolicyWord[] {
  const words: PolicyWord[] = [];
  const manual = (rule: string, reason: string): void => {
    words.push({ rule, says: "manual", reason });
  };
  if (question.origin === "suggestion") {
    manual("suggested-by-analysis", "What an analysis suggested needs a person's approval, whatever the policy says.");
  }
  if (contradicts(facts.incidentEnvironment, question.environment)) {
    const reason = `The incident is in ${line(facts.incidentEnvironment, 100)}, and the action names ${line(question.environment, 100)}.`;
    manual("environment-differs", reason);
  }
  if (!runsAsSevere(policy, question, facts.incidentSeverity)) {
    const reason = `The incident is ${facts.incidentSeverity}, the action says ${question.severity}, and only for that it runs by itself.`;
    manual("severity-differs", reason);
  }
  if (facts.suspended !== null) manual("automation-suspended", sentence(facts.suspended));
  if (facts.inMaintenance) {
    manual("in-maintenance", "A maintenance window of the service is open: somebody is at work on it.");
  }
  for (const window of open) {
    if (window.effect === "manual") manual("freeze", sentence(windowWords(window, now)));
  }
  return words;
}

/**
 * What policy says about an action at that moment (`now` in milliseconds): the first rule that fits, what turns an
 * automatic action into one that a person approves, and every guardrail. Whatever blocks is named, not the first alone.
 */
export function decide(
  policy: Policy,
  question: PolicyQuestion,
  facts: PolicyFacts,
  moment: DecisionMoment,
  now: number,
): PolicyDecision {
  const { word, rule } = ruled(policy, question);
  const open = openWindows(policy, question, now);
  const held = word.says === "auto" ? reservations(policy, question, facts, open, now) : [];
  const found = findings({ policy, question, facts, open, moment, now });
  const blocking = found.filter(({ blocks }) => blocks);
  const denied = word.says === "deny";
  const verdict = denied ? "deny" : word.says === "auto" && held.length === 0 ? "auto" : "manual";
  const denial = `${word.rule} denies ${line(question.actionType, 100)} on ${place(question)}: ${word.reason}`;
  return {
    verdict,
    rules: [
      word,
      ...held,
      ...found.map(
        ({ guardrail, blocks, reason }): PolicyWord => ({
          rule: guardrail,
          says: blocks ? "block" : "pass",
          reason: sentence(reason),
        }),
      ),
    ],
    violations: [
      ...(denied ? [sentence(denial)] : []),
      ...blocking.map(({ guardrail, reason }) => sentence(`${guardrail}: ${reason}`)),
    ],
    blockedBy: [...(denied ? [DENIED] : []), ...blocking.map(({ guardrail }) => guardrail)],
    fourEyes: rule?.fourEyes ?? policy.fourEyes,
    approvalTtlMs: rule?.approvalTtlMs ?? policy.approvalTtlMs,
    policyVersion: policy.version,
  };
}

/** Whoever names another environment than the incident's may want another policy. */
const contradicts = (incidentEnvironment: string, named: string): boolean =>
  incidentEnvironment !== UNKNOWN_ENVIRONMENT && environmentKey(incidentEnvironment) !== named;

/** Whether rules let it run by itself for the incident's severity, too. */
const runsAsSevere = (policy: Policy, question: PolicyQuestion, severity: PolicyFacts["incidentSeverity"]): boolean =>
  severity === question.severity || firstFitting(policy, { ...question, severity })?.verdict === "auto";

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
