import type { EntityManager } from "typeorm";
import { HELD_MAX, type HeldCandidate, heldAgain, heldFirst } from "../../maintenance/held.ts";
import type { Candidate } from "../../model/candidate.ts";
import { inParts, insertRows, place, updateRows } from "../sql/sql-rows.ts";
import { type HeldRow, heldCandidateTable, maintenanceWindowTable, windowServiceTable } from "./maintenance-tables.ts";

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
      // Not a bare column, so that no engine goes by the index of starts: nearly all windows have started.
      .andWhere("covered.overAt > :now and covered.startsAt + 0 <= :now", { now })
      .orderBy("covered.overAt", "ASC")
      .getMany();
    for (const { service, windowId } of rows) found.set(service, windowId);
  }
  return found;
}

/** False where the organization has as many held as may be: nothing is lost, it opens. The organization is locked. */
export async function holdCandidate(
  transaction: EntityManager,
  candidate: Candidate,
  windowId: string,
  now: number,
): Promise<boolean> {
  const { organizationId, deduplicationKey } = candidate;
  const row = await transaction.findOneBy(heldCandidateTable, { organizationId, deduplicationKey });
  if (row) {
    await updateHeld(transaction, row, heldAgain(row, candidate, windowId, now));
    return true;
  }
  if ((await countHeld(transaction, organizationId)) >= HELD_MAX) return false;
  const held = heldFirst(candidate, windowId, now);
  const { resolveAfterMs } = candidate;
  await insertRows(transaction, heldCandidateTable, [{ ...held, organizationId, deduplicationKey, resolveAfterMs }]);
  await count(transaction, organizationId, windowId, { heldCount: 1 });
  return true;
}

export async function updateHeld(transaction: EntityManager, row: HeldRow, next: HeldCandidate): Promise<void> {
  const { windowId, candidate, lastSeenAt } = next;
  const { resolveAfterMs } = candidate;
  await updateRows(
    transaction,
    heldCandidateTable,
    { seq: row.seq },
    { windowId, candidate, lastSeenAt, resolveAfterMs },
  );
  if (windowId === row.windowId) return;
  await count(transaction, row.organizationId, row.windowId, { heldCount: -1 });
  await count(transaction, row.organizationId, windowId, { heldCount: 1 });
}

/** Adds to the counters of a window. */
export async function count(
  transaction: EntityManager,
  organizationId: string,
  id: string,
  steps: { readonly heldCount?: number; readonly openedCount?: number; readonly droppedCount?: number },
): Promise<void> {
  const { heldCount = 0, openedCount = 0, droppedCount = 0 } = steps;
  await transaction.query(
    place(
      transaction,
      `update maintenance_window set held_count = held_count + ?, opened_count = opened_count + ?,
         dropped_count = dropped_count + ? where organization_id = ? and id = ?`,
    ),
    [heldCount, openedCount, droppedCount, organizationId, id],
  );
}

/** From the counters of the windows that hold any. */
async function countHeld(transaction: EntityManager, organizationId: string): Promise<number> {
  const answer = await transaction
    .createQueryBuilder(maintenanceWindowTable, "window")
    .select("sum(window.heldCount)", "held")
    .where("window.organizationId = :organizationId and window.heldCount > 0", { organizationId })
    .getRawOne<{ held: number | string | null }>();
  return Number(answer?.held ?? 0);
}
