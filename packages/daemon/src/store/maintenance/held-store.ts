import { type EntityManager, In } from "typeorm";
import type { DueCandidate, HeldStore } from "../../incident/release-held.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Database } from "../sql/database.ts";
import { query, sql } from "../sql/statement.ts";
import { maintenanceWindowTable, windowServiceTable } from "./maintenance-tables.ts";

const FORGOTTEN_AT_ONCE_MAX = 1000;

export const createHeldStore = ({ reader, write }: Pick<Database, "reader" | "write">): HeldStore => ({
  async due(now, limit) {
    const rows = await query<Omit<DueCandidate, "service"> & { candidate: string }>(
      reader,
      sql`select held.seq, held.organization_id as "organizationId", held.candidate,
            held.last_seen_at as "lastSeenAt", held.resolve_after_ms as "resolveAfterMs"
          from maintenance_window as ended
          join held_candidate as held on held.window_id = ended.id and held.organization_id = ended.organization_id
          where ended.held_count > 0 and ended.over_at <= ${now} order by held.seq limit ${limit}`,
    );
    return rows.map(({ candidate, ...row }) => ({ ...row, service: (JSON.parse(candidate) as Candidate).service }));
  },
  forget: (before) => write((transaction) => forgetWindows(transaction, before)),
});

async function forgetWindows(transaction: EntityManager, before: number): Promise<number> {
  const old = await transaction
    .createQueryBuilder(maintenanceWindowTable, "window")
    .select("window.id", "id")
    .where("window.overAt < :before and window.heldCount = 0", { before })
    .orderBy("window.overAt", "ASC")
    .limit(FORGOTTEN_AT_ONCE_MAX)
    .getRawMany<{ id: string }>();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await transaction.delete(windowServiceTable, { windowId: In(ids) });
  await transaction.delete(maintenanceWindowTable, { id: In(ids) });
  return ids.length;
}
