import type { EntityManager, SelectQueryBuilder } from "typeorm";
import { ACTION_HISTORY_MAX, FAILED_COUNTED_MAX } from "../../model/record-limits.ts";
import { type ActionStatus, type AuditEntry, actionStatuses } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type {
  ActionFilter,
  ActionReader,
  ActionTallies,
  StoredAction,
  TalliesByMode,
} from "../../remediate/actions/action-store.ts";
import type { SimulatedMove, SimulatedMoveStore } from "../../remediate/requests/undo-simulated-moves.ts";
import type { Database } from "../sql/database.ts";
import { requireIncident } from "../sql/require-incident.ts";
import { countFound, empty, query, raw, sql, writeStatement } from "../sql/statement.ts";
import { findActionRow, toAction } from "./action-rows.ts";
import { ALL_ENVIRONMENTS, readSituation } from "./guardrail-facts.ts";
import { type AuditRow, actionTable, auditHeadTable, auditTable } from "./remediation-tables.ts";

const PAGE_ROWS = 500;

export function createActionReader({ reader }: Pick<Database, "reader">): ActionReader {
  return {
    situation: (scope, of, now) => readSituation(reader, { organizationId: scope.organizationId }, of, now),
    get: async (scope, id) => toAction(await findActionRow(reader, scope, id)),
    list: async (scope, filter) => (await pageBefore(reader, scope, filter, undefined, filter.limit)).map(toAction),
    async *each(scope, filter) {
      let before: number | undefined;
      for (let left = filter.limit; left > 0; left -= PAGE_ROWS) {
        const rows = await pageBefore(reader, scope, filter, before, Math.min(left, PAGE_ROWS));
        yield* rows.map(toAction);
        if (rows.length < PAGE_ROWS) return;
        before = rows.at(-1)?.seq;
      }
    },
    async history(scope, incidentId) {
      await requireIncident(reader, scope, incidentId);
      const query = actionsOf(reader, scope).andWhere("action.incidentId = :incidentId", { incidentId });
      return (await query.orderBy("action.seq", "DESC").limit(ACTION_HISTORY_MAX).getMany()).map(toAction);
    },
    async tallies({ organizationId }, environment) {
      const name = environment === undefined ? ALL_ENVIRONMENTS : named(environment);
      const where = sql`where organization_id = ${organizationId} and environment = ${name}`;
      // One statement, so that both are of the same moment.
      const rows = await query<TallyFound>(
        reader,
        sql`select 'all' as kind, status, count from remediation_tally ${where}
            union all select 'simulated' as kind, status, count from remediation_simulated_tally ${where}`,
      );
      return { all: talliesOf(rows, "all"), simulated: talliesOf(rows, "simulated") };
    },
    /** Answered from the index alone. */
    failedSince({ organizationId }, environment, since) {
      const ofEnvironment = environment === undefined ? empty : sql`and environment = ${named(environment)}`;
      return countFound(
        reader,
        sql`select 1 from remediation_action
            where organization_id = ${organizationId} and finished_at > ${since} ${ofEnvironment}
              and status = 'FAILED' and mode = 'live'
            limit ${raw(FAILED_COUNTED_MAX)}`,
      );
    },
    expiring: (until, most) => expiring(reader, until, most, false),
    expiringUntold: (until, most) => expiring(reader, until, most, true),
    async audit(scope, id, most) {
      await findActionRow(reader, scope, id);
      const rows = await reader
        .createQueryBuilder(auditTable, "entry")
        .where("entry.organizationId = :organizationId and entry.actionId = :id", {
          organizationId: scope.organizationId,
          id,
        })
        .orderBy("entry.seq", "ASC")
        .limit(most)
        .getMany();
      return rows.map(toEntry);
    },
    async auditHead({ organizationId }) {
      return (await reader.findOneBy(auditHeadTable, { organizationId }))?.hash ?? null;
    },
  };
}

const actionsOf = (manager: EntityManager, { organizationId }: Scope): SelectQueryBuilder<StoredAction> =>
  manager
    .createQueryBuilder(actionTable, "action")
    .where("action.organizationId = :organizationId", { organizationId });

/** Environments as they are stored: `prod` and `production` differ here, but not in policy. */
const named = (environment: string): string => environment.trim().toLowerCase();

/** The newest rows of the filter with a lower number than `before`. */
function pageBefore(
  reader: EntityManager,
  scope: Scope,
  { status, environment }: ActionFilter,
  before: number | undefined,
  most: number,
): Promise<StoredAction[]> {
  const query = actionsOf(reader, scope);
  if (status !== undefined) query.andWhere("action.status = :status", { status });
  if (environment !== undefined)
    query.andWhere("action.environment = :environment", { environment: named(environment) });
  if (before !== undefined) query.andWhere("action.seq < :before", { before });
  return query.orderBy("action.seq", "DESC").limit(most).getMany();
}

interface TallyFound {
  readonly kind: keyof TalliesByMode;
  readonly status: ActionStatus;
  readonly count: number;
}

function talliesOf(rows: readonly TallyFound[], wanted: keyof TalliesByMode): ActionTallies {
  const counts = new Map(rows.filter(({ kind }) => kind === wanted).map(({ status, count }) => [status, count]));
  return Object.fromEntries(actionStatuses.map((status) => [status, counts.get(status) ?? 0])) as ActionTallies;
}

async function expiring(
  reader: EntityManager,
  until: number,
  most: number,
  isUnannounced: boolean,
): Promise<Pick<StoredAction, "id" | "organizationId">[]> {
  return (
    reader
      .createQueryBuilder(actionTable, "action")
      .select(["action.seq", "action.id", "action.organizationId"])
      .where("action.approvalExpiresAt <= :until", { until })
      // Written as in the partial indexes, so that both engines use one.
      .andWhere(`action.status = 'PENDING_APPROVAL' ${isUnannounced ? "and action.expiryTold = 0" : ""}`)
      .orderBy("action.approvalExpiresAt", "ASC")
      .limit(most)
      .getMany()
  );
}

const toEntry = ({ id, seq, actionId, event, actor, at, content, previousHash, hash }: AuditRow): AuditEntry => ({
  id,
  seq,
  actionId,
  event,
  actor,
  at,
  // Null where retention removed it.
  content: content === null ? {} : (JSON.parse(content) as Record<string, unknown>),
  previousHash,
  hash,
});

export const createSimulatedMoveStore = (database: Pick<Database, "reader" | "write">): SimulatedMoveStore => ({
  list: (most): Promise<SimulatedMove[]> =>
    query(
      database.reader,
      sql`select organization_id as "organizationId", incident_id as "incidentId" from simulated_move limit ${raw(most)}`,
    ),
  async remove({ incidentId }) {
    await writeStatement(database, sql`delete from simulated_move where incident_id = ${incidentId}`);
  },
});
