import { appendTimeline } from "../../incident/append-timeline.ts";
import { requireIncident } from "../../incident/apply-change.ts";
import { isFinished } from "../../model/remediation.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { ActionChange } from "../actions/action-store.ts";
import { applyAction, requireAction, toAction } from "../actions/apply-action.ts";
import type {
  Claimed,
  ClaimedJob,
  ExecutionJobs,
  ExecutionStore,
  ExecutionUnitOfWork,
  Running,
  Take,
} from "../actions/execution-store.ts";
import { storable } from "../audit/append-audit.ts";

/** A resumed action doesn't wait for others, which would wait for it. */
const NO_OTHERS: Running = { ofOrganization: 0, onTarget: 0 };

/** Executions over their stored jobs: each step is recorded with the change of its action. */
export function createExecutionStore({ claim, owned, ...jobs }: ExecutionJobs): ExecutionStore {
  return {
    ...jobs,
    claim: (take, now) => claim((unit, job) => begin(unit, job, take, now), now),
    advance: (job, step, note, change, now) =>
      owned(job, async (unit) => {
        await unit.executionJobs.advance(job.seq, step, storable(note), now);
        if (change) await changeAction(unit, job.action.id, change, now);
      }),
    end: (job, change, now) =>
      owned(job, async (unit) => {
        await unit.executionJobs.end(job.seq, now);
        await changeAction(unit, job.action.id, change, now);
      }),
    tell: (job, title, detail, now) =>
      owned(job, async (unit) => {
        const { id: actionId, actionType, incidentId } = job.action;
        const metadata = { eventKind: "remediation_progress", actionId, actionType };
        const entry = { type: "note", actor: SYSTEM, title, detail, metadata } as const;
        await appendTimeline(unit, { id: incidentId }, [storable(entry)], now);
      }),
  };
}

/** Undefined if the job has to wait, or its action has ended. */
async function begin(
  unit: ExecutionUnitOfWork,
  { actionId, ...job }: ClaimedJob,
  take: Take,
  now: number,
): Promise<Claimed | undefined> {
  const { actions, executionJobs } = unit;
  const stored = await actions.find(actionId);
  if (!stored || isFinished(stored.status)) {
    await executionJobs.end(job.seq, now);
    return undefined;
  }
  const isResumed = stored.status === "EXECUTING";
  if (isResumed && job.step !== "claimed") return { job: { ...job, action: toAction(stored) } };
  // Nothing was touched yet, and much can have changed since another worker had it.
  const incident = await requireIncident(unit, stored.incidentId);
  const situation = await actions.situation(incident, stored, now, stored);
  const running = isResumed ? NO_OTHERS : await executionJobs.running(stored);
  const taken = take(toAction(stored), situation, running);
  if ("wait" in taken) {
    await executionJobs.postpone({ ...job, actionId }, taken.wait);
    return undefined;
  }
  if ("begin" in taken) {
    const begun = isResumed ? stored : await applyAction(unit, stored, taken.begin, now);
    return { job: { ...job, action: toAction(begun) } };
  }
  const [execute, fail] = taken.refuse;
  const executing = isResumed ? stored : await applyAction(unit, stored, execute, now);
  await executionJobs.end(job.seq, now);
  return { refused: toAction(await applyAction(unit, executing, fail, now)) };
}

async function changeAction(unit: ExecutionUnitOfWork, id: string, change: ActionChange, now: number): Promise<void> {
  await applyAction(unit, await requireAction(unit, id), change, now);
}
