import type { EntityManager } from "typeorm";
import type { ActionStatus } from "../../model/remediation.ts";
import type { ActionRepository, RemediationUnitOfWork, StoredAction } from "../../remediate/actions/action-store.ts";
import type { ChainPlace } from "../../remediate/audit/audit-chain.ts";
import type { AuditLogRepository, StoredAuditEntry } from "../../remediate/audit/audit-log-repository.ts";
import { placeInLine } from "../jobs/job-table.ts";
import { insertMany, readRow } from "../sql/sql-rows.ts";
import { query, queryOne, raw, rowTable, sql } from "../sql/statement.ts";
import { auditKeyFor } from "./audit-key.ts";
import { cutBeginning, deleteFinishedActions } from "./audit-retention.ts";
import { ALL_ENVIRONMENTS, situationOf } from "./guardrail-facts.ts";
import { actionTable, auditTable, type ExecutionJobRow, executionJobTable } from "./remediation-tables.ts";

/** A unit of work as the stores of remediation use it, which write rows of their own besides. */
export interface RemediationUnit extends RemediationUnitOfWork {
  readonly transaction: EntityManager;
}

interface PendingTally {
  readonly environment: string;
  readonly status: ActionStatus;
  count: number;
  /** How many of them are simulated. */
  simulated: number;
}

interface PendingJob {
  readonly actionId: string;
  readonly now: number;
}

/** The actions and audit log of one organization in one transaction. Tallies, entries and jobs are written once. */
export function createRemediationRepositories(
  transaction: EntityManager,
  organizationId: string,
): { readonly actions: ActionRepository; readonly auditLog: AuditLogRepository; readonly flush: () => Promise<void> } {
  const tallies = new Map<string, PendingTally>();
  const jobs: PendingJob[] = [];
  const log = createAuditLogRepository(transaction, organizationId);
  const actions: ActionRepository = {
    find: (id) => readRow(transaction, actionTable, { id, organization_id: organizationId }),
    insert: (rows) => insertMany(transaction, actionTable, rows),
    update: (before, next) => compareAndSet(transaction, before, next),
    count: (action, before, after) => countTally(tallies, action, before, after),
    async deleteFinished(before, most) {
      const deleted = await deleteFinishedActions(transaction, organizationId, before, most);
      for (const action of deleted) countTally(tallies, action, action.status, undefined);
      return deleted.map(({ id }) => id);
    },
    async hasOthersExecuting({ id, incidentId }) {
      const found = await query(
        transaction,
        sql`select id from remediation_action
          where organization_id = ${organizationId} and incident_id = ${incidentId} and status = 'EXECUTING'
            and mode = 'live' and id <> ${id} limit 1`,
      );
      return found.length > 0;
    },
    situation: (incident, of, now, except) =>
      situationOf(transaction, { organizationId, tallies }, incident, of, now, except),
    enqueueExecution: (actionId, now) => void jobs.push({ actionId, now }),
  };
  const flush = async (): Promise<void> => {
    await log.flush();
    await writeTallies(transaction, organizationId, tallies);
    await writeJobs(transaction, organizationId, jobs.splice(0));
  };
  return { actions, auditLog: log.auditLog, flush };
}

function createAuditLogRepository(
  transaction: EntityManager,
  organizationId: string,
): { readonly auditLog: AuditLogRepository; readonly flush: () => Promise<void> } {
  const pending: StoredAuditEntry[] = [];
  let head: ChainPlace | undefined;
  let lastSeal = "";
  const auditLog: AuditLogRepository = {
    key: () => auditKeyFor(transaction),
    async head() {
      head ??= await queryOne<ChainPlace>(
        transaction,
        sql`select seq, hash from remediation_audit_head where organization_id = ${organizationId}`,
      );
      return head;
    },
    append(entry, seal) {
      pending.push(entry);
      head = { seq: entry.seq, hash: entry.hash };
      lastSeal = seal;
    },
    cutBeginning: (before, most) => cutBeginning(transaction, organizationId, before, most),
  };
  const flush = async (): Promise<void> => {
    const entries = pending.splice(0);
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return;
    await insertMany(transaction, auditTable, entries as never);
    // The first entry of a log continues its checkpoint: nothing was cut off before it.
    await query(
      transaction,
      sql`insert into remediation_audit_head (organization_id, seq, hash, seal, checkpoint_seq, checkpoint_hash)
        values (${organizationId}, ${last.seq}, ${last.hash}, ${lastSeal}, 0, ${first.previousHash})
        on conflict (organization_id) do update set seq = excluded.seq, hash = excluded.hash, seal = excluded.seal`,
    );
  };
  return { auditLog, flush };
}

function countTally(
  tallies: Map<string, PendingTally>,
  { environment, mode }: Pick<StoredAction, "environment" | "mode">,
  before: ActionStatus | undefined,
  after: ActionStatus | undefined,
): void {
  const add = (status: ActionStatus | undefined, step: 1 | -1): void => {
    if (status === undefined) return;
    for (const name of [environment ?? "", ALL_ENVIRONMENTS]) {
      const key = `${status} ${name}`;
      const entry = tallies.get(key) ?? { environment: name, status, count: 0, simulated: 0 };
      entry.count += step;
      if (mode === "simulate") entry.simulated += step;
      tallies.set(key, entry);
    }
  };
  add(before, -1);
  add(after, 1);
}

async function compareAndSet(transaction: EntityManager, before: StoredAction, next: StoredAction): Promise<void> {
  const { status, details, error, verification, verifyAt, approvalExpiresAt, expiryTold } = next;
  const { queuedAt, sentAt, finishedAt, updatedAt, auditSeq } = next;
  const ending = { status, details, error, verification, verifyAt, approvalExpiresAt, expiryTold };
  const times = { queuedAt, sentAt, finishedAt, updatedAt };
  const { id, status: expected, auditSeq: entry } = before;
  const { affected } = await transaction
    .createQueryBuilder()
    .update(actionTable)
    // TypeORM's type for values walks into JSON columns and refuses `unknown`.
    .set({ ...ending, ...times, auditSeq } as never)
    .where({ id, status: expected, auditSeq: entry })
    .updateEntity(false)
    .execute();
  if (affected !== 1) throw new Error(`Action ${id} was not ${expected} any more within its unit of work.`);
}

async function writeTallies(
  transaction: EntityManager,
  organizationId: string,
  tallies: Map<string, PendingTally>,
): Promise<void> {
  const changed = [...tallies.values()];
  tallies.clear();
  const rowsOf = (field: "count" | "simulated") =>
    changed
      .filter((each) => each[field] !== 0)
      .map((each) => [organizationId, each.environment, each.status, each[field]]);
  await addTo(transaction, "remediation_tally", rowsOf("count"));
  await addTo(transaction, "remediation_simulated_tally", rowsOf("simulated"));
}

async function addTo(transaction: EntityManager, table: string, rows: (string | number)[][]): Promise<void> {
  if (rows.length === 0) return;
  await query(
    transaction,
    sql`insert into ${raw(table)} (organization_id, environment, status, count)
        ${rowTable(transaction, ["text", "text", "text", "bigint"], rows)} where true
        on conflict (organization_id, environment, status) do update set count = ${raw(table)}.count + excluded.count`,
  );
}

/** Puts them in line, one behind the other. */
async function writeJobs(
  transaction: EntityManager,
  organizationId: string,
  jobs: readonly PendingJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  const first = await placeInLine(transaction, "remediation_job", "ended_at is null", organizationId);
  const rows = jobs.map(
    ({ actionId, now }, index): Omit<ExecutionJobRow, "seq"> => ({
      organizationId,
      actionId,
      place: first + index,
      step: "claimed",
      note: {},
      attempts: 0,
      claim: null,
      availableAt: now,
      endedAt: null,
    }),
  );
  await insertMany(transaction, executionJobTable, rows);
}
