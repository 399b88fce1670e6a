import type { EntityManager } from "typeorm";
import type { HeldStore, ReleaseDecision, Released } from "../../incident/release.ts";
import type { MaintenanceWindow } from "../../maintenance/window.ts";
import { type ListeningPeriodOf, quietMs } from "../../model/listening-period.ts";
import { toIncident } from "../incidents/incident-rows.ts";
import { latestWithKey } from "../incidents/latest-with-key.ts";
import { writeOpening } from "../incidents/openings.ts";
import { inTurn, type OpeningOptions, type Turn } from "../incidents/turn.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";
import { count, updateHeld, windowsCovering } from "./hold-candidate.ts";
import { toHeld } from "./maintenance-store.ts";
import { heldCandidateTable, maintenanceWindowTable, windowServiceTable } from "./maintenance-tables.ts";

const FORGOTTEN_AT_ONCE_MAX = 1000;

export const createHeldStore = (database: Database, options?: OpeningOptions): HeldStore => ({
  async release(now, most, listeningPeriodOf, decide) {
    const released = new Map<string, Released>();
    let failure: unknown;
    for (const due of await dueForRelease(database.reader, now, most, listeningPeriodOf)) {
      try {
        const outcome = await database.write((transaction) =>
          inTurn(
            transaction,
            due.organizationId,
            (turn) => releaseOne(transaction, turn, due.seq, now, listeningPeriodOf, decide),
            options,
          ),
        );
        if (outcome) add(released, outcome);
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return [...released.values()];
  },
  forget: (before) => database.write((transaction) => forgetWindows(transaction, before)),
});

interface Due {
  readonly seq: number;
  readonly organizationId: string;
}

interface DueRow {
  readonly seq: number | string;
  readonly organizationId: string;
  /** Parsed already, or as text: by the engine. */
  readonly candidate: unknown;
  readonly lastSeenAt: number | string;
  readonly resolveAfterMs: number | string;
}

/** Candidates that are read in one run; those of services that nobody listens to stay first in line. */
const HELD_READ_MAX = 2000;

/**
 * Those that still fire, and those that were listened for long enough to be known as quiet. Reads the few windows that
 * hold something although they are over, and what each holds.
 */
async function dueForRelease(
  reader: EntityManager,
  now: number,
  most: number,
  listeningPeriodOf: ListeningPeriodOf,
): Promise<readonly Due[]> {
  const rows = (await reader.query(
    place(
      reader,
      `select held.seq as seq, held.organization_id as "organizationId", held.candidate as candidate,
         held.last_seen_at as "lastSeenAt", held.resolve_after_ms as "resolveAfterMs" from maintenance_window as over_window
       join held_candidate as held
         on held.window_id = over_window.id and held.organization_id = over_window.organization_id
       where over_window.held_count > 0 and over_window.over_at <= ?
       order by held.seq limit ?`,
    ),
    [now, HELD_READ_MAX],
  )) as DueRow[];
  const isKnown = ({ organizationId, candidate, ...row }: DueRow): boolean => {
    const [lastSeenAt, resolveAfterMs] = [Number(row.lastSeenAt), Number(row.resolveAfterMs)];
    if (now - lastSeenAt < resolveAfterMs) return true;
    const { service } = (typeof candidate === "string" ? JSON.parse(candidate) : candidate) as { service: string };
    return quietMs(listeningPeriodOf(organizationId, [service]), lastSeenAt) >= resolveAfterMs;
  };
  return rows
    .filter(isKnown)
    .slice(0, most)
    .map(({ seq, organizationId }) => ({ seq: Number(seq), organizationId }));
}

/** Undefined where another worker was quicker, or it stays held. */
async function releaseOne(
  transaction: EntityManager,
  turn: Turn,
  seq: number,
  now: number,
  listeningPeriodOf: ListeningPeriodOf,
  decide: ReleaseDecision,
): Promise<Released | undefined> {
  const { organizationId } = turn;
  const row = await transaction.findOneBy(heldCandidateTable, { seq, organizationId });
  if (!row) return undefined;
  const held = toHeld(row);
  const { service } = held.candidate;
  const covering = (await windowsCovering(transaction, organizationId, [service], now)).get(service);
  if (covering !== undefined) {
    await updateHeld(transaction, row, { ...held, windowId: covering });
    return undefined;
  }
  const window = (await transaction.findOneBy(maintenanceWindowTable, {
    id: held.windowId,
    organizationId,
  })) as MaintenanceWindow; // one that holds something is not removed
  const latest = await latestWithKey(transaction, held.candidate);
  const release = decide(held, window, latest && toIncident(latest), now, listeningPeriodOf(organizationId, [service]));
  if (release.outcome === "unheard") return undefined;
  await transaction.createQueryBuilder().delete().from(heldCandidateTable).where({ seq, organizationId }).execute();
  const dropped = release.outcome === "quiet" || release.outcome === "settled" ? 1 : 0;
  const opened = 1 - dropped;
  await count(transaction, organizationId, window.id, { heldCount: -1, openedCount: opened, droppedCount: dropped });
  if (release.outcome !== "quiet") await writeOpening(transaction, turn, held.candidate, latest, release, now);
  return { organizationId, windowId: window.id, opened, dropped };
}

function add(released: Map<string, Released>, { organizationId, windowId, opened, dropped }: Released): void {
  const before = released.get(windowId);
  released.set(windowId, {
    organizationId,
    windowId,
    opened: (before?.opened ?? 0) + opened,
    dropped: (before?.dropped ?? 0) + dropped,
  });
}

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
