import type { EntityManager } from "typeorm";
import type { HeldCandidateRepository } from "../../maintenance/held-candidate.ts";
import type { MaintenanceWindow } from "../../maintenance/window.ts";
import { inParts, insertRows, updateRows } from "../sql/sql-rows.ts";
import { query, queryOne, sql } from "../sql/statement.ts";
import { heldCandidateTable, maintenanceWindowTable, windowServiceTable } from "./maintenance-tables.ts";

type WindowCounts = Pick<MaintenanceWindow, "heldCount" | "openedCount" | "droppedCount">;

/** Maintenance windows and held candidates of one organization within one transaction. */
export function createHeldCandidateRepository(
  transaction: EntityManager,
  organizationId: string,
): HeldCandidateRepository {
  const count = async (
    windowId: string,
    { heldCount = 0, openedCount = 0, droppedCount = 0 }: Partial<WindowCounts>,
  ): Promise<void> => {
    await query(
      transaction,
      sql`update maintenance_window set held_count = held_count + ${heldCount}, opened_count = opened_count + ${openedCount},
           dropped_count = dropped_count + ${droppedCount} where organization_id = ${organizationId} and id = ${windowId}`,
    );
  };
  const where = { organizationId };
  return {
    /**
     * The active window that lasts longest, by each of these services that has one. The index holds the services of
     * windows that are not over apart from all others, so that it costs a look-up for each service.
     */
    async windowsCovering(services, now) {
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
    },
    window: (id) => transaction.findOneByOrFail(maintenanceWindowTable, { ...where, id }),
    find: async (seq) => (await transaction.findOneBy(heldCandidateTable, { ...where, seq })) ?? undefined,
    findWithKey: async (deduplicationKey) =>
      (await transaction.findOneBy(heldCandidateTable, { ...where, deduplicationKey })) ?? undefined,
    /** From the counters of the windows that hold any. */
    async count() {
      const found = await queryOne<{ held: number | null }>(
        transaction,
        sql`select sum(held_count) as held from maintenance_window
            where organization_id = ${organizationId} and held_count > 0`,
      );
      return found?.held ?? 0;
    },
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
