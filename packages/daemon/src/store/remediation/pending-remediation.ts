import type { EntityManager } from "typeorm";
import type { ActionStatus } from "../../model/remediation.ts";
import { GENESIS_HASH, headSealOf } from "../../remediate/audit/audit-chain.ts";
import { placeInLine } from "../jobs/place-in-line.ts";
import { insertMany, place, rowTable } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import type { StoreUnit } from "../sql/store-unit.ts";
import { auditKeyFor } from "./audit-key.ts";
import {
  type ActionRow,
  type AuditRow,
  auditTable,
  type ExecutionJobRow,
  executionJobTable,
} from "./remediation-tables.ts";

/** Changes of remediation that a unit of work writes when it ends: in a few statements, however many they are. */
export interface PendingRemediation {
  /** The end of the organization's audit log, once it was asked for. */
  head?: { seq: number; hash: string };
  readonly entries: AuditRow[];
  readonly tallies: Map<string, PendingTally>;
  readonly jobs: { readonly actionId: string; readonly now: number }[];
}

interface PendingTally {
  readonly environment: string;
  readonly status: ActionStatus;
  count: number;
  /** How many of them are simulated. */
  simulated: number;
}

/** A unit of work with the remediation that it has changed. */
export interface RemediationUnit extends StoreUnit {
  remediation?: PendingRemediation;
}

export interface RemediationScope {
  readonly organizationId: string;
  remediation?: PendingRemediation;
}

/** Stands for all environments in `remediation_tally`; a name in small letters is never this. */
export const ALL_ENVIRONMENTS = "ALL";

export function pendingOf(scope: RemediationScope): PendingRemediation {
  scope.remediation ??= { entries: [], tallies: new Map(), jobs: [] };
  return scope.remediation;
}

/** The end of the audit log, with the entries that the unit of work has yet to write. */
export async function auditHead(unit: RemediationUnit): Promise<Readonly<NonNullable<PendingRemediation["head"]>>> {
  const { transaction, organizationId } = unit;
  const pending = pendingOf(unit);
  if (!pending.head) {
    const [row] = await query<{ seq: number | string; hash: string }>(
      transaction,
      sql`select seq, hash from remediation_audit_head where organization_id = ${organizationId}`,
    );
    pending.head = row ? { seq: Number(row.seq), hash: row.hash } : { seq: 0, hash: GENESIS_HASH };
  }
  return pending.head;
}

/** Counts an action as what it is now in place of what it was; undefined for one that isn't there. */
export function tallyAction(
  unit: RemediationScope,
  { environment, mode }: Pick<ActionRow, "environment" | "mode">,
  before: ActionStatus | undefined,
  after: ActionStatus | undefined,
): void {
  const { tallies } = pendingOf(unit);
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

export async function writePendingRemediation(
  transaction: EntityManager,
  { organizationId, remediation }: RemediationScope,
): Promise<void> {
  if (!remediation) return;
  const entries = remediation.entries.splice(0);
  await insertMany(transaction, auditTable, entries);
  if (entries.length > 0 && remediation.head) await writeHead(transaction, organizationId, remediation.head);
  await writeTallies(transaction, organizationId, remediation);
  await writeJobs(transaction, organizationId, remediation.jobs.splice(0));
}

async function writeHead(
  transaction: EntityManager,
  organizationId: string,
  { seq, hash }: { readonly seq: number; readonly hash: string },
): Promise<void> {
  const sql = `insert into remediation_audit_head (organization_id, seq, hash, seal, checkpoint_seq, checkpoint_hash)
    values (?, ?, ?, ?, 0, ?)
    on conflict (organization_id) do update set seq = excluded.seq, hash = excluded.hash, seal = excluded.seal`;
  const seal = headSealOf(auditKeyFor(transaction), { organizationId, seq, hash });
  await transaction.query(place(transaction, sql), [organizationId, seq, hash, seal, GENESIS_HASH]);
}

async function writeTallies(
  transaction: EntityManager,
  organizationId: string,
  { tallies }: PendingRemediation,
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

async function addTo(
  transaction: EntityManager,
  table: "remediation_tally" | "remediation_simulated_tally",
  rows: (string | number)[][],
): Promise<void> {
  if (rows.length === 0) return;
  const { sql, values } = rowTable(transaction, ["text", "text", "text", "bigint"], rows);
  await transaction.query(
    place(
      transaction,
      `insert into ${table} (organization_id, environment, status, count) ${sql} where true
       on conflict (organization_id, environment, status) do update set count = ${table}.count + excluded.count`,
    ),
    values,
  );
}

/** Puts them in line, one behind the other. */
async function writeJobs(
  transaction: EntityManager,
  organizationId: string,
  jobs: PendingRemediation["jobs"],
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
      freeAt: now,
      endedAt: null,
    }),
  );
  await insertMany(transaction, executionJobTable, rows);
}
