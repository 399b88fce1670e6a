import type { EntityManager } from "typeorm";
import { appendTimelines } from "../../incident/append-timeline.ts";
import type { TimelineRecord, UnitsOfWork } from "../../incident/unit-of-work.ts";
import { batchCalls, type CallOutcome } from "../../kernel/batch-calls.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Incident } from "../../model/incident.ts";
import { environmentKey, type RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { ActionStore, FactsOf, NewAction, Situation } from "../../remediate/actions/action-store.ts";
import { targetKeyOf } from "../../remediate/targets/remediation-target.ts";
import { toIncident } from "../incidents/incident-rows.ts";
import { incidentTable } from "../incidents/incident-tables.ts";
import { insertMany } from "../sql/sql-rows.ts";
import { appendAudit, digestOf } from "./append-audit.ts";
import { toAction } from "./apply-action.ts";
import { situationOf } from "./guardrail-facts.ts";
import { pendingOf, type RemediationUnit, tallyAction } from "./pending-remediation.ts";
import { type ActionRow, actionTable } from "./remediation-tables.ts";
import { storable } from "./storable.ts";

/** Requests that share a transaction. */
const REQUESTS_AT_ONCE_MAX = 64;

interface Asked {
  readonly scope: Scope;
  readonly of: FactsOf;
  readonly decide: (situation: Situation) => NewAction;
  readonly now: number;
}

type Made = CallOutcome<RemediationAction>;

/** Requests that come at the same time share a transaction, with one unit of work for each organization. */
export function createRequests(units: UnitsOfWork<RemediationUnit>): ActionStore["request"] {
  const add = batchCalls(
    (batch: readonly Asked[]) => units.together((within) => requestAll(within, batch)),
    REQUESTS_AT_ONCE_MAX,
  );
  return (scope, of, decide, now) => add({ scope, of, decide, now });
}

async function requestAll(units: UnitsOfWork<RemediationUnit>, batch: readonly Asked[]): Promise<Made[]> {
  const made = new Map<Asked, Made>();
  // Organizations are locked in the order of their names, here as everywhere.
  for (const organizationId of [...new Set(batch.map(({ scope }) => scope.organizationId))].sort()) {
    const own = batch.filter(({ scope }) => scope.organizationId === organizationId);
    await units.run(organizationId, (unit) => requestWithin(unit, own, made));
  }
  return batch.map((asked) => made.get(asked) as Made);
}

async function requestWithin(unit: RemediationUnit, batch: readonly Asked[], made: Map<Asked, Made>): Promise<void> {
  const incidents = await readIncidents(unit.transaction, unit.organizationId, batch);
  const { transaction } = unit;
  const records: TimelineRecord[] = [];
  const unwritten = new Map<string, ActionRow>();
  const write = async (): Promise<void> => {
    await insertMany(transaction, actionTable, [...unwritten.values()]);
    unwritten.clear();
  };
  for (const asked of batch) {
    const { of, now } = asked;
    const incident = incidents.get(of.incidentId);
    if (!incident) {
      made.set(asked, { error: notFound("incident_not_found", `Incident ${of.incidentId}`) });
      continue;
    }
    const there = targetKeyOf(of.plan);
    // Those that follow there are decided on what is there with this one; what is counted of all is counted in the turn.
    if (unwritten.has(there)) await write();
    const situation = await situationOf(unit.transaction, unit, incident, of, now);
    const entered = await enter(unit, asked, situation);
    made.set(asked, "error" in entered ? entered : { value: toAction(entered.row) });
    if ("error" in entered) continue;
    unwritten.set(there, entered.row);
    records.push({ incident, entries: entered.timeline, now });
  }
  await write();
  await appendTimelines(unit, records);
}

async function readIncidents(
  transaction: EntityManager,
  organizationId: string,
  batch: readonly Asked[],
): Promise<ReadonlyMap<string, Incident>> {
  const ids = [...new Set(batch.map(({ of }) => of.incidentId))];
  const rows = await transaction
    .createQueryBuilder(incidentTable, "incident")
    .where("incident.id in (:...ids) and incident.organizationId = :organizationId", { ids, organizationId })
    .getMany();
  return new Map(rows.map((row) => [row.id, toIncident(row)]));
}

type Entered = { readonly row: ActionRow; readonly timeline: readonly TimelineEntry[] } | { readonly error: unknown };

/** Decides, and gives the action its place in the log. What can't be done fails this request alone, and leaves nothing. */
async function enter(unit: RemediationUnit, { scope, decide, now }: Asked, situation: Situation): Promise<Entered> {
  try {
    const { audit, ...made } = decide(situation);
    const { action, timeline } = storable(made);
    const row = newRow(scope, action);
    const subject = { note: audit, actionId: row.id, rowDigest: digestOf(row) };
    const auditSeq = await appendAudit(unit, subject, now);
    tallyAction(unit, row, undefined, row.status);
    if (row.status === "QUEUED") pendingOf(unit).jobs.push({ actionId: row.id, now });
    return { row: { ...row, auditSeq }, timeline };
  } catch (error) {
    return { error };
  }
}

function newRow({ organizationId }: Scope, action: RemediationAction): ActionRow {
  if (action.organizationId !== organizationId) throw new Error("An action was to be made in another organization.");
  if (action.status !== "PENDING_APPROVAL" && action.status !== "QUEUED")
    throw new Error(`An action was to begin as ${action.status}.`);
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
