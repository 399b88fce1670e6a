import { appendTimelines } from "../../incident/append-timeline.ts";
import { requireIncident } from "../../incident/apply-change.ts";
import type { TimelineRecord, UnitsOfWork } from "../../incident/unit-of-work.ts";
import { batchCalls, type CallOutcome } from "../../kernel/batch-calls.ts";
import { notFound } from "../../kernel/errors.ts";
import { environmentKey, type RemediationAction } from "../../model/remediation.ts";
import { targetKeyOf } from "../../model/remediation-target.ts";
import type { Scope } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type {
  ActionReader,
  ActionStore,
  FactsOf,
  NewAction,
  RemediationUnitOfWork,
  Situation,
  StoredAction,
} from "../actions/action-store.ts";
import { applyAction, digestOf, requireAction, toAction } from "../actions/apply-action.ts";
import { appendAudit, storable } from "../audit/append-audit.ts";

const REQUESTS_AT_ONCE_MAX = 64;

interface Request {
  readonly scope: Scope;
  readonly of: FactsOf;
  readonly decide: (situation: Situation) => NewAction;
  readonly now: number;
}

type Outcome = CallOutcome<RemediationAction>;

export const createActionStore = (reader: ActionReader, units: UnitsOfWork<RemediationUnitOfWork>): ActionStore => ({
  ...reader,
  request: createRequestAction(units),
  change: ({ organizationId }, id, decide, now) =>
    units.run(organizationId, async (unit) => {
      const action = await requireAction(unit, id);
      const incident = await requireIncident(unit, action.incidentId);
      const change = decide(toAction(action), await unit.actions.situation(incident, action, now, action));
      return toAction(change ? await applyAction(unit, action, change, now) : action);
    }),
});

/** Simultaneous requests share a transaction, with one unit of work per organization. */
function createRequestAction(units: UnitsOfWork<RemediationUnitOfWork>): ActionStore["request"] {
  const add = batchCalls(
    (batch: readonly Request[]) => units.together((within) => requestAll(within, batch)),
    REQUESTS_AT_ONCE_MAX,
  );
  return (scope, of, decide, now) => add({ scope, of, decide, now });
}

async function requestAll(units: UnitsOfWork<RemediationUnitOfWork>, batch: readonly Request[]): Promise<Outcome[]> {
  const outcomes = new Map<Request, Outcome>();
  // Organizations are always locked in the order of their ids.
  for (const organizationId of [...new Set(batch.map(({ scope }) => scope.organizationId))].sort()) {
    const own = batch.filter(({ scope }) => scope.organizationId === organizationId);
    await units.run(organizationId, (unit) => requestWithin(unit, own, outcomes));
  }
  return batch.map((request) => outcomes.get(request) as Outcome);
}

async function requestWithin(
  unit: RemediationUnitOfWork,
  batch: readonly Request[],
  outcomes: Map<Request, Outcome>,
): Promise<void> {
  const { actions } = unit;
  const incidents = await unit.incidents.findMany([...new Set(batch.map(({ of }) => of.incidentId))]);
  const records: TimelineRecord[] = [];
  const unwritten = new Map<string, StoredAction>();
  const write = async (): Promise<void> => {
    await actions.insert([...unwritten.values()]);
    unwritten.clear();
  };
  for (const request of batch) {
    const { of, now } = request;
    const incident = incidents.get(of.incidentId);
    if (!incident) {
      outcomes.set(request, { error: notFound("incident_not_found", `Incident ${of.incidentId}`) });
      continue;
    }
    const target = targetKeyOf(of.plan);
    // Guardrails of the next request must see this row; counters include unwritten actions.
    if (unwritten.has(target)) await write();
    const made = await makeAction(unit, request, await actions.situation(incident, of, now));
    outcomes.set(request, "error" in made ? made : { value: toAction(made.action) });
    if ("error" in made) continue;
    unwritten.set(target, made.action);
    records.push({ incident, entries: made.timeline, now });
  }
  await write();
  await appendTimelines(unit, records);
}

type Made =
  | { readonly action: StoredAction; readonly timeline: readonly TimelineEntry[] }
  | { readonly error: unknown };

/** Decides and appends to the audit log. An error fails this request only. */
async function makeAction(
  unit: RemediationUnitOfWork,
  { scope, decide, now }: Request,
  situation: Situation,
): Promise<Made> {
  try {
    const { audit, ...decided } = decide(situation);
    const { action, timeline } = storable(decided);
    const stored = newAction(scope, action);
    const subject = { note: audit, actionId: stored.id, rowDigest: digestOf(stored) };
    const auditSeq = await appendAudit(unit, subject, now);
    unit.actions.count(stored, undefined, stored.status);
    if (stored.status === "QUEUED") unit.actions.enqueueExecution(stored.id, now);
    return { action: { ...stored, auditSeq }, timeline };
  } catch (error) {
    return { error };
  }
}

function newAction({ organizationId }: Scope, action: RemediationAction): StoredAction {
  if (action.organizationId !== organizationId) throw new Error("The action belongs to another organization.");
  if (action.status !== "PENDING_APPROVAL" && action.status !== "QUEUED")
    throw new Error(`A new action can't be ${action.status}.`);
  return {
    ...action,
    seq: 0,
    auditSeq: 0,
    environmentKey: environmentKey(action.environment),
    targetKey: targetKeyOf(action.plan),
    sentAt: null,
    verifyAt: null,
  };
}
