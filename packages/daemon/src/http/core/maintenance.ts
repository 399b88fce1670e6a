import { type Clock, toIsoOrNull } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import type { HeldCandidate } from "../../maintenance/held-candidate.ts";
import type { MaintenanceStore } from "../../maintenance/maintenance-store.ts";
import {
  changeWindow,
  checkDeletable,
  endWindow,
  type MaintenanceWindow,
  planWindow,
  stateOf,
} from "../../maintenance/window.ts";
import { HELD_LIMIT_DEFAULT, WINDOWS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { created, nextLink, ok } from "./answers.ts";
import { parseOptionalTime, parseTime } from "./parse-time.ts";
import type { Routes } from "./route.ts";

export interface MaintenanceRoutesDeps {
  readonly maintenance: MaintenanceStore;
  readonly clock: Clock;
}

/** Maintenance windows; an extension of our own. */
export const maintenanceRoutes = ({ maintenance, clock }: MaintenanceRoutesDeps) =>
  ({
    listMaintenanceWindows: async ({ scope, query, request }) => {
      const now = clock.now();
      const page = await maintenance.list(scope, { ...query, limit: query.limit ?? WINDOWS_LIMIT_DEFAULT }, now);
      return ok(
        page.windows.map((window) => present(window, now)),
        nextLink(request, page.cursor),
      );
    },
    createMaintenanceWindow: async ({ scope, body }) => {
      const [startsAt, endsAt] = [parseOptionalTime(body.startsAt, "/startsAt"), parseTime(body.endsAt, "/endsAt")];
      const now = clock.now();
      const window = planWindow(scope, { ...body, startsAt, endsAt }, now);
      return created(present(await maintenance.add(scope, window), now));
    },
    getMaintenanceWindow: async ({ scope, path }) => ok(present(await maintenance.get(scope, path.id), clock.now())),
    updateMaintenanceWindow: async ({ scope, path, body: { endsAt: end, reason } }) => {
      const endsAt = parseOptionalTime(end, "/endsAt");
      const window = await maintenance.change(scope, path.id, (found, now) =>
        changeWindow(found, { endsAt, reason }, now),
      );
      return ok(present(window, clock.now()));
    },
    deleteMaintenanceWindow: async ({ scope, path }) => {
      await maintenance.remove(scope, path.id, checkDeletable);
      return ok({ deleted: true });
    },
    endMaintenanceWindow: async ({ scope, path }) => {
      const window = await maintenance.change(scope, path.id, (found, now) => endWindow(found, scope, now));
      return ok(present(window, clock.now()));
    },
    listHeldCandidates: async ({ scope, path, query, request }) => {
      const page = await maintenance.held(scope, path.id, query.limit ?? HELD_LIMIT_DEFAULT, query.cursor);
      return ok(page.held.map(presentHeld), nextLink(request, page.cursor));
    },
  }) satisfies Partial<Routes>;

const present = ({ overAt, ...window }: MaintenanceWindow, now: number) => ({
  ...formatTimes(window, "startsAt", "endsAt", "createdAt", "updatedAt"),
  state: stateOf({ overAt, ...window }, now),
  endedAt: toIsoOrNull(overAt <= now ? overAt : null),
});

const presentHeld = ({ candidate, heldSince, lastSeenAt }: HeldCandidate) => ({
  deduplicationKey: candidate.deduplicationKey,
  title: candidate.title,
  description: candidate.description,
  severity: candidate.severity,
  service: candidate.service,
  environment: candidate.environment,
  observations: candidate.observations,
  ...formatTimes({ heldSince, lastSeenAt }, "heldSince", "lastSeenAt"),
});
