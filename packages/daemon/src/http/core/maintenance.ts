import type { components } from "../../generated/interfaces.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
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
import { nextLink } from "./next-link.ts";
import { parseTime } from "./parse-time.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface MaintenanceRoutesDeps {
  readonly maintenance: MaintenanceStore;
  readonly clock: Clock;
}

const optionalTime = (text: string | undefined, path: string): number | undefined =>
  text === undefined ? undefined : parseTime(text, path);

const present = ({ overAt, ...window }: MaintenanceWindow, now: number): Schemas["MaintenanceWindow"] => ({
  ...window,
  services: [...window.services],
  state: stateOf({ overAt, ...window }, now),
  startsAt: toIso(window.startsAt),
  endsAt: toIso(window.endsAt),
  endedAt: overAt <= now ? toIso(overAt) : null,
  createdAt: toIso(window.createdAt),
  updatedAt: toIso(window.updatedAt),
});

const presentHeld = ({ candidate, heldSince, lastSeenAt }: HeldCandidate): Schemas["HeldCandidate"] => ({
  deduplicationKey: candidate.deduplicationKey,
  title: candidate.title,
  description: candidate.description,
  severity: candidate.severity,
  service: candidate.service,
  environment: candidate.environment,
  heldSince: toIso(heldSince),
  lastSeenAt: toIso(lastSeenAt),
  observations: candidate.observations,
});

/** Maintenance windows; an extension of our own. */
export const maintenanceRoutes = ({ maintenance, clock }: MaintenanceRoutesDeps) =>
  ({
    listMaintenanceWindows: async ({ scope, query, request }) => {
      const now = clock.now();
      const page = await maintenance.list(scope, { ...query, limit: query.limit ?? WINDOWS_LIMIT_DEFAULT }, now);
      const body = page.windows.map((window) => present(window, now));
      return { status: 200, headers: nextLink(request, page.cursor), body };
    },
    createMaintenanceWindow: async ({ scope, body }) => {
      const [startsAt, endsAt] = [optionalTime(body.startsAt, "/startsAt"), parseTime(body.endsAt, "/endsAt")];
      const now = clock.now();
      const window = planWindow(scope, { ...body, startsAt, endsAt }, now);
      return { status: 201, body: present(await maintenance.add(scope, window), now) };
    },
    getMaintenanceWindow: async ({ scope, path }) => ({
      status: 200,
      body: present(await maintenance.get(scope, path.id), clock.now()),
    }),
    updateMaintenanceWindow: async ({ scope, path, body: { endsAt: end, reason } }) => {
      const endsAt = optionalTime(end, "/endsAt");
      const window = await maintenance.change(scope, path.id, (found, now) =>
        changeWindow(found, { endsAt, reason }, now),
      );
      return { status: 200, body: present(window, clock.now()) };
    },
    deleteMaintenanceWindow: async ({ scope, path }) => {
      await maintenance.remove(scope, path.id, checkDeletable);
      return { status: 200, body: { deleted: true } };
    },
    endMaintenanceWindow: async ({ scope, path }) => {
      const window = await maintenance.change(scope, path.id, (found, now) => endWindow(found, scope, now));
      return { status: 200, body: present(window, clock.now()) };
    },
    listHeldCandidates: async ({ scope, path, query, request }) => {
      const page = await maintenance.held(scope, path.id, query.limit ?? HELD_LIMIT_DEFAULT, query.cursor);
      return { status: 200, headers: nextLink(request, page.cursor), body: page.held.map(presentHeld) };
    },
  }) satisfies Partial<Routes>;
