import type { EntityManager } from "typeorm";
import type { HeldCandidateRepository } from "../../maintenance/held-candidate.ts";
import { inParts, insertRows, updateRows } from "../sql/sql-rows.ts";
import { query, queryOne, sql } from "../sql/statement.ts";
import { heldCandidateTable, maintenanceWindowTable, windowServiceTable } from "./maintenance-tables.ts";

/** Maintenance windows and held candidates of one organization within one transaction. */
export function createHeldCandidateRepository(
  transaction: EntityManager,
  organizationId: string,
): HeldCandidateRepository {
  const count = (windowId: string, steps: WindowCounts): Promise<void> =>
    addToCounts(transaction, organizationId, windowId, steps);
  const where = { organizationId };
  return {
    windowsCovering: (services, now) => windowsCovering(transaction, organizationId, services, now),
    window: (id) => transaction.findOneByOrFail(maintenanceWindowTable, { ...where, id }),
    find: async (seq) => (await transaction.findOneBy(heldCandidateTable, { ...where, seq })) ?? undefined,
    findWithKey: async (deduplicationKey) =>
      (await transaction.findOneBy(heldCandidateTable, { ...where, deduplicationKey })) ?? undefined,
    count: () => countHeld(transaction, organizationId),
    async insert(held) {
      const { deduplicationKey, resolveAfterMs } = held.candidate;
      await insertRows(transaction, heldCandidateTable, [{ ...held, ...where, deduplicationKey, resolveAfterMs }]);
      await count(held.windowId, { heldCount: 1 });
    },
    async update(before, { windowId, candidate, lastSeenAt }) {
      const { resolveAfterMs } = candidate;
      const fields = { windowId, candidate, lastSeenAt, resolveAfterMs };
      await updateRows(transaction, heldCandidateTable, { seq: before.seq }, fields);
      if (windowId === before.windowId) return;
      await count(before.windowId, { heldCount: -1 });
      await count(windowId, { heldCount: 1 });
    },
    async release({ seq, windowId }, outcome) {
      await transaction.delete(heldCandidateTable, { ...where, seq });
      const counted = outcome === "opened" ? { openedCount: 1 } : { droppedCount: 1 };
      await count(windowId, { heldCount: -1, ...counted });
    },
  };
}

/**
 * The active window that lasts longest, by each of these services that has one. The index holds the services of windows
 * that are not over apart from all others, so that it costs a look-up for each service.
 */
export async function windowsCovering(
  transaction: EntityManager,
  organizationId: string,
  services: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const part of inParts([...new Set(services)])) {
    const rows = await transaction
      .createQueryBuilder(windowServiceTable, "covered")
      .where("covered.organizationId = :organizationId and covered.service in (:...part)", { organizationId, part })
      // Not a bare column, so that no engine uses the index of starts: nearly all windows have started.
      .andWhere("covered.overAt > :now and covered.startsAt + 0 <= :now", { now })
      .orderBy("covered.overAt", "ASC")
      .getMany();
    for (const { service, windowId } of rows) found.set(service, windowId);
  }
  return found;
}

interface WindowCounts {
  readonly heldCount?: number;
  readonly openedCount?: number;
  readonly droppedCount?: number;
}

async function addToCounts(
  transaction: EntityManager,
  organizationId: string,
  id: string,
  { heldCount = 0, openedCount = 0, droppedCount = 0 }: WindowCounts,
): Promise<void> {
  await query(
    transaction,
    sql`update maintenance_window set held_count = held_count + ${heldCount}, opened_count = opened_count + ${openedCount},
         dropped_count = dropped_count + ${droppedCount} where organization_id = ${organizationId} and id = ${id}`,
  );
}

/** From the counters of the windows that hold any. */
async function countHeld(transaction: EntityManager, organizationId: string): Promise<number> {
  const found = await queryOne<{ held: number | null }>(
    transaction,
    sql`select sum(held_count) as held from maintenance_window
        where organization_id = ${organizationId} and held_count > 0`,
  );
  return found?.held ?? 0;
}
