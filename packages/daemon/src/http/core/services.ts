import type { CatalogEntry } from "../../catalog/catalog.ts";
import {
  type CatalogStore,
  putEntry,
  readEntry,
  removeEntry,
  renameEntry,
  setDependencies,
} from "../../catalog/change-catalog.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import type { Routes } from "./route.ts";

export interface ServiceRoutesDeps {
  readonly catalog: CatalogStore;
  readonly clock: Clock;
}

/** Decisions §7. */
export const serviceRoutes = ({ catalog, clock }: ServiceRoutesDeps) =>
  ({
    listServices: async ({ scope }) => ({ status: 200, body: (await catalog.list(scope)).map(present) }),
    getService: async ({ scope, path }) => ({
      status: 200,
      body: present(await readEntry(catalog, scope, path.serviceName)),
    }),
    updateService: async ({ scope, path, body }) => ({
      status: 200,
      body: present(await putEntry(catalog, scope, path.serviceName, body, clock.now())),
    }),
    removeService: async ({ scope, path }) => {
      await removeEntry(catalog, scope, path.serviceName);
      return { status: 200, body: { deleted: true } };
    },
    renameService: async ({ scope, path, body }) => ({
      status: 200,
      body: present(await renameEntry(catalog, scope, path.serviceName, body.serviceName, clock.now())),
    }),
    setServiceDependencies: async ({ scope, path, body }) => {
      const set = await setDependencies(catalog, scope, path.serviceName, body.dependencies, clock.now());
      return { status: 200, body: withTime(set) };
    },
  }) satisfies Partial<Routes>;

const withTime = <Dated extends { readonly dependencies: readonly string[]; readonly updatedAt: number }>(
  dated: Dated,
) => ({
  ...dated,
  dependencies: [...dated.dependencies],
  updatedAt: toIso(dated.updatedAt),
});

const present = (entry: CatalogEntry) => withTime(entry);
