import type { EntityManager } from "typeorm";
import type { HeldStore } from "../../incident/release.ts";
import type { Database } from "../sql/database.ts";
import { query, sql } from "../sql/statement.ts";
import { maintenanceWindowTable, windowServiceTable } from "./maintenance-tables.ts";

const FORGOTTEN_AT_ONCE_MAX = 1000;

interface DueRow {
  readonly seq: number | string;
  readonly organizationId: string;
  /** JSON or its text, by the engine. */
  readonly candidate: unknown;
  readonly lastSeenAt: number | string;
  readonly resolveAfterMs: number | string;
}

export const createHeldStore = ({ reader, write }: Pick<Database, "reader" | "write">): HeldStore => ({
  async due(now, limit) {
    const rows = await query<DueRow>(
      reader,
      sql`select held.seq as seq, held.organization_id as "organizationId", held.candidate as candidate,
    held.last_seen_at as "lastSeenAt", held.resolve_after_ms as "resolveAfterMs" from maintenance_window as over_window
  join held_candidate as held
    on held.window_id = over_window.id and held.organization_id = over_window.organization_id
  where over_window.held_count > 0 and over_window.over_at <= ${now}
  order by held.seq limit ${limit}`,
    );
    return rows.map(({ seq, organizationId, candidate, lastSeenAt, resolveAfterMs }) => {
      const { service } = (typeof candidate === "string" ? JSON.parse(candidate) : candidate) as { service: string };
      return {
        seq: Number(seq),
        organizationId,
        service,
        lastSeenAt: Number(lastSeenAt),
        resolveAfterMs: Number(resolveAfterMs),
      };
    });
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
  const remove = () => transaction.createQueryBuilder().delete();
  await remove().from(windowServiceTable).where("window_id in (:...ids)", { ids }).execute();
  await remove().from(maintenanceWindowTable).where("id in (:...ids)", { ids }).execute();
  return ids.length;
}
