import {
  type CatalogStore,
  putEntry,
  readEntry,
  removeEntry,
  renameEntry,
  setDependencies,
} from "../../catalog/change-catalog.ts";
import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { ok } from "./answers.ts";
import type { Routes } from "./route.ts";

export interface ServiceRoutesDeps {
  readonly catalog: CatalogStore;
  readonly clock: Clock;
}

/** Decisions §7. */
export const serviceRoutes = ({ catalog, clock }: ServiceRoutesDeps) =>
  ({
    listServices: async ({ scope }) => ok((await catalog.list(scope)).map((entry) => formatTimes(entry, "updatedAt"))),
    getService: async ({ scope, path }) =>
      ok(formatTimes(await readEntry(catalog, scope, path.serviceName), "updatedAt")),
    updateService: async ({ scope, path, body }) =>
      ok(formatTimes(await putEntry(catalog, scope, path.serviceName, body, clock.now()), "updatedAt")),
    removeService: async ({ scope, path }) => {
      await removeEntry(catalog, scope, path.serviceName);
      return ok({ deleted: true });
    },
    renameService: async ({ scope, path, body }) => {
      const renamed = await renameEntry(catalog, scope, path.serviceName, body.serviceName, clock.now());
      return ok(formatTimes(renamed, "updatedAt"));
    },
    setServiceDependencies: async ({ scope, path, body }) => {
      const set = await setDependencies(catalog, scope, path.serviceName, body.dependencies, clock.now());
      return ok(formatTimes(set, "updatedAt"));
    },
  }) satisfies Partial<Routes>;
