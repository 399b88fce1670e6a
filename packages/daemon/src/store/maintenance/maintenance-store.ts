import type { EntityManager } from "typeorm";
import type { Clock } from "../../kernel/clock.ts";
import { ApplicationError, invalidCursor, notFound } from "../../kernel/errors.ts";
import type { HeldCandidate } from "../../maintenance/held-candidate.ts";
import type { MaintenanceStore, WindowFilter, WindowPage } from "../../maintenance/maintenance-store.ts";
import type { MaintenanceWindow } from "../../maintenance/window.ts";
import { WINDOWS_NOT_OVER_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { cutPage, seqOf } from "../sql/row-page.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { type HeldRow, heldCandidateTable, maintenanceWindowTable, windowServiceTable } from "./maintenance-tables.ts";

export function createMaintenanceStore(database: Database, clock: Clock): MaintenanceStore {
  const { reader } = database;
  return {
    list: (scope, filter, now) => listWindows(reader, scope, filter, now),
    get: (scope, id) => findWindow(reader, scope, id),
    add: (scope, window) =>
      writeLocked(database, scope, async (transaction) => {
        await refuseTooManyWindows(transaction, scope, clock.now());
        await insertRows(transaction, maintenanceWindowTable, [window]);
        await insertRows(transaction, windowServiceTable, servicesOf(window));
        return window;
      }),
    change: (scope, id, decide) =>
      writeLocked(database, scope, async (transaction) => {
        const window = await findWindow(transaction, scope, id);
        const next = decide(window, clock.now());
        if (next !== window) await writeWindow(transaction, next);
        return next;
      }),
    remove: (scope, id, check) =>
      writeLocked(database, scope, async (transaction) => {
        check(await findWindow(transaction, scope, id), clock.now());
        const { organizationId } = scope;
        await transaction.delete(windowServiceTable, { organizationId, windowId: id });
        await transaction.delete(maintenanceWindowTable, { organizationId, id });
      }),
    async held(scope, id, limit, cursor) {
      await findWindow(reader, scope, id);
      const query = reader
        .createQueryBuilder(heldCandidateTable, "held")
        .where("held.windowId = :id and held.organizationId = :organizationId", {
          id,
          organizationId: scope.organizationId,
        });
      if (cursor) query.andWhere("held.seq < :cursor", { cursor: seqOf(cursor) });
      query.orderBy("held.seq", "DESC").limit(limit + 1);
      const { rows, ...next } = cutPage(await query.getMany(), limit, ({ seq }) => String(seq));
      return { held: rows.map(toHeld), ...next };
    },
  };
}

async function findWindow(manager: EntityManager, scope: Scope, id: string): Promise<MaintenanceWindow> {
  const window = await manager.findOneBy(maintenanceWindowTable, { id, organizationId: scope.organizationId });
  if (!window) throw notFound("maintenance_window_not_found", `Maintenance window ${id}`);
  return window;
}

const servicesOf = ({ id, organizationId, services, startsAt, overAt }: MaintenanceWindow) =>
  services.map((service) => ({ windowId: id, organizationId, service, startsAt, overAt }));

async function refuseTooManyWindows(transaction: EntityManager, { organizationId }: Scope, now: number): Promise<void> {
  const notOver = await transaction
    .createQueryBuilder(maintenanceWindowTable, "window")
    .where("window.organizationId = :organizationId and window.overAt > :now", { organizationId, now })
    .getCount();
  if (notOver < WINDOWS_NOT_OVER_MAX) return;
  throw new ApplicationError(
    "limit_reached",
    `${WINDOWS_NOT_OVER_MAX} maintenance windows of the organization are not over. End or delete some first.`,
  );
}

/** Services, start and counters stay as they are. */
async function writeWindow(transaction: EntityManager, window: MaintenanceWindow): Promise<void> {
  const { id, organizationId, endsAt, overAt, endedBy, reason, updatedAt } = window;
  const fields = { endsAt, overAt, endedBy, reason, updatedAt };
  await transaction.update(maintenanceWindowTable, { organizationId, id }, fields);
  await transaction.update(windowServiceTable, { organizationId, windowId: id }, { overAt });
}

/**
 * By the organization's starts, or by the service's. Those of a state that are not over are among at most
 * WINDOWS_NOT_OVER_MAX by their end.
 */
async function listWindows(
  reader: EntityManager,
  { organizationId }: Scope,
  { service, state, limit, cursor }: WindowFilter,
  now: number,
): Promise<WindowPage> {
  const query = reader
    .createQueryBuilder(maintenanceWindowTable, "window")
    .where("window.organizationId = :organizationId", { organizationId });
  if (service !== undefined) {
    query.innerJoin(
      windowServiceTable.options.name,
      "covered",
      "covered.windowId = window.id and covered.organizationId = :organizationId and covered.service = :service",
      { service },
    );
  }
  const times = service === undefined ? "window" : "covered";
  // Not a bare column for those that are over, so that they are walked from the latest start on and not all sorted.
  if (state === "ended") query.andWhere(`${times}.overAt + 0 <= :now`, { now });
  if (state === "active") query.andWhere(`${times}.overAt > :now and ${times}.startsAt + 0 <= :now`, { now });
  if (state === "scheduled") query.andWhere(`${times}.overAt > :now and ${times}.startsAt > :now`, { now });
  const [byStart, byId] = [`${times}.startsAt`, service === undefined ? "window.id" : "covered.windowId"];
  if (cursor) {
    const [, startsAt, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
    if (startsAt === undefined) throw invalidCursor();
    query.andWhere(`(${byStart} < :startsAt or (${byStart} = :startsAt and ${byId} < :id))`, {
      startsAt: Number(startsAt),
      id,
    });
  }
  query
    .orderBy(byStart, "DESC")
    .addOrderBy(byId, "DESC")
    .limit(limit + 1);
  const { rows, ...next } = cutPage(await query.getMany(), limit, (last) => `${last.startsAt}.${last.id}`);
  return { windows: rows, ...next };
}

const toHeld = ({ windowId, candidate, heldSince, lastSeenAt }: HeldRow): HeldCandidate => ({
  windowId,
  candidate,
  heldSince,
  lastSeenAt,
});
