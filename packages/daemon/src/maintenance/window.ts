import { serviceNameOf } from "../ingest/services.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { ApplicationError, invalidField } from "../kernel/errors.ts";
import { randomId } from "../kernel/ids.ts";
import type { Scope } from "../model/scope.ts";

export type WindowState = "scheduled" | "active" | "ended";

/** Planned work on services, during which candidates are held. Times are milliseconds. */
export interface MaintenanceWindow {
  readonly id: string;
  readonly organizationId: string;
  readonly services: readonly string[];
  readonly startsAt: number;
  readonly endsAt: number;
  /** The planned end, or when somebody ended it. */
  readonly overAt: number;
  /** The person who ended it early. */
  readonly endedBy: string | null;
  readonly reason: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly heldCount: number;
  /** Counts of its held candidates, by outcome. */
  readonly openedCount: number;
  readonly droppedCount: number;
}

export interface WindowPlan {
  readonly services: readonly string[];
  readonly startsAt: number | undefined;
  readonly endsAt: number;
  readonly reason: string;
}

export interface WindowChange {
  readonly endsAt: number | undefined;
  readonly reason: string | undefined;
}

/** A longer outage must not stay hidden. */
const WINDOW_DAYS_MAX = 30;
/** The retention of windows that are over. */
export const WINDOW_KEPT_MS = 400 * DAY_MS;

export function stateOf({ startsAt, overAt }: MaintenanceWindow, now: number): WindowState {
  if (overAt <= now) return "ended";
  return startsAt <= now ? "active" : "scheduled";
}

/** A start in the past means now. Throws `invalid_request`. */
export function planWindow(scope: Scope, plan: WindowPlan, now: number): MaintenanceWindow {
  const startsAt = Math.max(plan.startsAt ?? now, now);
  checkEnd(startsAt, plan.endsAt, now);
  return {
    id: randomId(),
    organizationId: scope.organizationId,
    services: [...new Set(plan.services.map(serviceNameOf))],
    startsAt,
    endsAt: plan.endsAt,
    overAt: plan.endsAt,
    endedBy: null,
    reason: plan.reason.trim(),
    createdBy: scope.actor,
    createdAt: now,
    updatedAt: now,
    heldCount: 0,
    openedCount: 0,
    droppedCount: 0,
  };
}

/** Throws `maintenance_window_state` where it is over, `invalid_request`. */
export function changeWindow(window: MaintenanceWindow, change: WindowChange, now: number): MaintenanceWindow {
  if (stateOf(window, now) === "ended") throw stateConflict("The maintenance window is over. Schedule another one.");
  const { endsAt = window.endsAt, reason = window.reason } = change;
  if (endsAt !== window.endsAt) checkEnd(window.startsAt, endsAt, now);
  return { ...window, endsAt, overAt: endsAt, reason: reason.trim(), updatedAt: now };
}

/** Ending twice changes nothing. Throws `maintenance_window_state` before the start. */
export function endWindow(window: MaintenanceWindow, scope: Scope, now: number): MaintenanceWindow {
  const state = stateOf(window, now);
  if (state === "scheduled") throw stateConflict("The maintenance window has not begun. Delete it instead.");
  return state === "ended" ? window : { ...window, overAt: now, endedBy: scope.actor, updatedAt: now };
}

/** A window that has begun stays on record, even if only by a worker's clock. Throws `maintenance_window_state`. */
export function checkDeletable(window: MaintenanceWindow, now: number): void {
  const state = stateOf(window, now);
  if (state === "active" || window.heldCount > 0)
    throw stateConflict("The maintenance window has begun. End it instead.");
  if (state === "ended") throw stateConflict("The maintenance window is over and stays on record.");
}

function checkEnd(startsAt: number, endsAt: number, now: number): void {
  if (endsAt <= now) throw badEnd("must lie in the future");
  if (endsAt <= startsAt) throw badEnd("must be later than startsAt");
  if (endsAt - startsAt > WINDOW_DAYS_MAX * DAY_MS)
    throw badEnd(`must be at most ${WINDOW_DAYS_MAX} days after startsAt`);
}

const badEnd = (message: string): ApplicationError => invalidField("/endsAt", message);

const stateConflict = (message: string): ApplicationError => new ApplicationError("maintenance_window_state", message);
