import { systemClock } from "../../kernel/clock.ts";
import type { ListeningPeriodOf } from "../../model/listening.ts";
import type { CurrentPolicy } from "../../remediate/policy/policy.ts";
import { type CheckDeps, checkCompleted, escalateSuspended } from "../../remediate/verify/check.ts";
import { createCatalogStore } from "../../store/catalog/catalog-store.ts";
import { createIncidentStore } from "../../store/incidents/incident-store.ts";
import { createCheckStore } from "../../store/remediation/check-store.ts";
import { createEscalationStepStore } from "../../store/signals/escalation-steps.ts";
import type { Database } from "../../store/sql/database.ts";
import { createAssignmentStore } from "../../store/team/assignment-store.ts";
import { createTeamStore } from "../../store/team/team-store.ts";
import { RESOLVE_MS, type Task } from "../runtime/schedule.ts";

interface VerifyParts {
  readonly database: Database;
  readonly policy: CurrentPolicy;
  readonly listeningPeriodOf: ListeningPeriodOf;
}

/** Whether completed actions helped, and who is told where they don't. */
export function verifyTasks({ database, policy, listeningPeriodOf }: VerifyParts): Task[] {
  const clock = systemClock;
  const deps: CheckDeps = {
    checks: createCheckStore(database),
    policy,
    escalating: {
      incidents: createIncidentStore(database, clock),
      assignments: createAssignmentStore(database, clock),
      catalog: createCatalogStore(database),
      team: createTeamStore(database, clock),
      escalations: createEscalationStepStore(database),
    },
    listeningPeriodOf,
    clock,
  };
  return [
    { name: "look whether actions helped", everyMs: RESOLVE_MS, run: () => checkCompleted(deps) },
    { name: "escalate what actions don't help", everyMs: RESOLVE_MS, run: () => escalateSuspended(deps) },
  ];
}
