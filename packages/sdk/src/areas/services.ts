import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { CatalogEntryUpdate } from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** The catalog of services: owners, tiers, objectives and what calls what. */
export function createServices({ api, with: how }: Port<CoreApi>) {
  return {
    /** All entries. */
    list: (options?: CallOptions) => data(api.listServices({ ...how(options) })),
    /** One entry. */
    get: (serviceName: string, options?: CallOptions) =>
      data(api.getService({ path: { serviceName }, ...how(options) })),
    /** Creates the entry or replaces it, and answers it. @throws ConflictError where the catalog is full. */
    update: (serviceName: string, entry: CatalogEntryUpdate, options?: CallOptions) =>
      data(api.updateService({ path: { serviceName }, body: entry, ...how(options) })),
    /** Removes an entry and what the service calls. @throws NotFoundError */
    remove: (serviceName: string, options?: CallOptions) =>
      data(api.removeService({ path: { serviceName }, ...how(options) })),
    /** Gives an entry another name, with every edge to it. @throws NotFoundError, ConflictError where the new name has an entry. */
    rename: (serviceName: string, newName: string, options?: CallOptions) =>
      data(api.renameService({ path: { serviceName }, body: { serviceName: newName }, ...how(options) })),
    /** Replaces the services that this one calls. */
    setDependencies: (serviceName: string, dependencies: string[], options?: CallOptions) =>
      data(api.setServiceDependencies({ path: { serviceName }, body: { dependencies }, ...how(options) })),
  };
}
