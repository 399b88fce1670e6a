import { SECOND_MS } from "../../kernel/clock.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { Situation } from "../actions/action-store.ts";
import type { Running, Taken } from "../actions/execution-store.ts";
import { decide } from "../policy/decide.ts";
import type { Guardrails, Policy, PolicyDecision } from "../policy/policy.ts";
import { questionOf } from "../requests/policy-question.ts";
import { begun, refused } from "./execution-changes.ts";

/** Until an action that would be one too many is looked at again. */
const WAIT_MS = SECOND_MS;

/** What becomes of an action whose turn it is: policy has the last word before anything is touched. */
export function take(
  policy: Policy,
  action: RemediationAction,
  { incident, facts }: Situation,
  running: Running,
  now: number,
): Taken {
  const question = questionOf(action.organizationId, action, {
    plan: action.plan,
    currentReplicas: replicasOf(action),
  });
  const decision = decide(policy, question, facts, "execution", now);
  const overridden = overriddenBy(action);
  const violations = [
    ...decision.violations.filter((_, index) => !overridden.has(decision.blockedBy[index] ?? "")),
    ...unapproved(action, decision),
  ];
  if (violations.length > 0) return { refuse: refused(action, decision, violations, now) };
  if (isFull(policy.guardrails, running, overridden)) return { wait: now + WAIT_MS };
  return { begin: begun(action, incident, decision, now) };
}

/** As its frozen plan has it: before execution the plan is made anew and compared. */
function replicasOf({ plan }: RemediationAction): number | null {
  const replicas = plan.target["replicas"];
  return typeof replicas === "number" ? replicas : null;
}

/** Guardrails that an approver overrode with a reason don't stop it now. A denial can't be overridden. */
function overriddenBy({ details }: RemediationAction): ReadonlySet<string> {
  const { guardrails } = (details["override"] ?? {}) as { readonly guardrails?: unknown };
  return new Set(Array.isArray(guardrails) ? guardrails.filter((name) => name !== "deny") : []);
}

/** It was to run by itself, and policy asks for a person since. */
function unapproved({ details }: RemediationAction, { verdict, rules }: PolicyDecision): string[] {
  if (verdict !== "manual" || details["approval"] !== undefined) return [];
  const why = rules.filter(({ says }) => says === "manual").map(({ rule, reason }) => `${rule}: ${reason}`);
  return [`It was let through by itself, and policy asks for a person's approval now. ${why.join(" ")}`];
}

function isFull(
  { concurrent, concurrentPerService }: Guardrails,
  { ofOrganization, onTarget }: Running,
  overridden: ReadonlySet<string>,
): boolean {
  const full = (name: string, found: number, bound: number | undefined): boolean =>
    bound !== undefined && found >= bound && !overridden.has(name);
  return (
    full("concurrent", ofOrganization, concurrent) || full("concurrent-per-service", onTarget, concurrentPerService)
  );
}
