import type { CatalogEntryUpdate } from "../generated/types.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** The catalog of services: owners, tiers, objectives and what calls what. */
export function createServices({ api, with: how }: Port) {
  return {
    /**
     * All entries.
     * @example
     * for (const { serviceName, ownerTeam, tier } of await tocsin.services.list()) console.log(serviceName, ownerTeam, tier);
     */
    list: (options?: CallOptions) => data(api.listServices({ ...how(options) })),
    /**
     * One entry.
     * @example
     * const { dependencies } = await tocsin.services.get("checkout");
     * console.log(dependencies);
     */
    get: (serviceName: string, options?: CallOptions) =>
      data(api.getService({ path: { serviceName }, ...how(options) })),
    /**
     * Creates the entry or replaces it, and answers it.
     * @throws ConflictError where the catalog is full.
     * @example
     * await tocsin.services.update("checkout", {
     *   ownerTeam: "payments",
     *   tier: "tier-0",
     *   slo: { objectivePct: 99.9, windowDays: 30 },
     * });
     */
    update: (serviceName: string, entry: CatalogEntryUpdate, options?: CallOptions) =>
      data(api.updateService({ path: { serviceName }, body: entry, ...how(options) })),
    /**
     * Removes an entry and what the service calls.
     * @throws NotFoundError
     * @example
     * await tocsin.services.remove("checkout-v1");
     */
    remove: (serviceName: string, options?: CallOptions) =>
      data(api.removeService({ path: { serviceName }, ...how(options) })),
    /**
     * Gives an entry another name, with every edge to it.
     * @throws NotFoundError, ConflictError where the new name has an entry.
     * @example
     * await tocsin.services.rename("checkout-v1", "checkout");
     */
    rename: (serviceName: string, newName: string, options?: CallOptions) =>
      data(api.renameService({ path: { serviceName }, body: { serviceName: newName }, ...how(options) })),
    /**
     * Replaces the services that this one calls.
     * @example
     * await tocsin.services.setDependencies("checkout", ["orders-db", "payments"]);
     */
    setDependencies: (serviceName: string, dependencies: string[], options?: CallOptions) =>
      data(api.setServiceDependencies({ path: { serviceName }, body: { dependencies }, ...how(options) })),
  };
}
