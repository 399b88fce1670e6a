import type {
  HeldCandidate,
  ListHeldCandidatesData,
  ListMaintenanceWindowsData,
  MaintenanceWindowCreate,
  MaintenanceWindowUpdate,
} from "../generated/types.gen.ts";
import { eachItem, everyItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the windows. `limit` (1 to 500) is the size of a page. */
export type MaintenanceFilter = Query<ListMaintenanceWindowsData>;
/** `limit` (1 to 500) is the size of a page. */
export type HeldFilter = Query<ListHeldCandidatesData>;

/** Planned work on services, while which nothing of theirs opens an incident. */
export function createMaintenance({ api, with: how }: Port) {
  const list = (filter?: MaintenanceFilter, options?: CallOptions) =>
    page(api.listMaintenanceWindows({ query: { ...filter }, ...how(options) }));
  const held = (id: string, filter?: HeldFilter, options?: CallOptions) =>
    page(api.listHeldCandidates({ path: { id }, query: { ...filter }, ...how(options) }));
  return {
    /**
     * One page of the windows that pass the filters, the latest start first.
     * @example
     * const { items } = await tocsin.maintenance.list({ state: "active" });
     * for (const { services, endsAt } of items) console.log(services, endsAt);
     */
    list,
    /**
     * Every window that passes the filters, page after page.
     * @example
     * for await (const { id, reason } of tocsin.maintenance.listAll({ service: "checkout" })) console.log(id, reason);
     */
    listAll: everyItem(list),
    /**
     * One window.
     * @example
     * const { state, heldCount } = await tocsin.maintenance.get("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(state, heldCount);
     */
    get: (id: string, options?: CallOptions) => data(api.getMaintenanceWindow({ path: { id }, ...how(options) })),
    /**
     * Schedules a window, from now on where it names no start, and answers it.
     * @example
     * const window = await tocsin.maintenance.schedule({
     *   services: ["checkout"],
     *   endsAt: new Date(Date.now() + 3_600_000).toISOString(),
     *   reason: "The database is moved.",
     * });
     * console.log(window.id);
     */
    schedule: (window: MaintenanceWindowCreate, options?: CallOptions) =>
      data(api.createMaintenanceWindow({ body: window, ...how(options) })),
    /**
     * Moves its end, or gives another reason.
     * @throws ConflictError where it is over.
     * @example
     * await tocsin.maintenance.update("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { endsAt: "2026-02-01T05:00:00Z" });
     */
    update: (id: string, window: MaintenanceWindowUpdate, options?: CallOptions) =>
      data(api.updateMaintenanceWindow({ path: { id }, body: window, ...how(options) })),
    /**
     * Ends an active window now and answers it.
     * @throws ConflictError where it has not begun.
     * @example
     * const { endedAt } = await tocsin.maintenance.end("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(endedAt);
     */
    end: (id: string, options?: CallOptions) => data(api.endMaintenanceWindow({ path: { id }, ...how(options) })),
    /**
     * Deletes a window that has not begun.
     * @throws ConflictError where it has.
     * @example
     * await tocsin.maintenance.delete("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    delete: (id: string, options?: CallOptions) => data(api.deleteMaintenanceWindow({ path: { id }, ...how(options) })),
    /**
     * One page of what the window holds back now, what was held back last first.
     * @example
     * const { items } = await tocsin.maintenance.held("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(items.map(({ title }) => title));
     */
    held,
    /**
     * All that it holds back now, page after page.
     * @example
     * for await (const { title, heldSince } of tocsin.maintenance.heldAll("019353e1-7c1a-7000-8000-1b2c3d4e5f60")) console.log(heldSince, title);
     */
    heldAll: (id: string, filter?: HeldFilter, options?: CallOptions): AsyncGenerator<HeldCandidate, void, undefined> =>
      eachItem((cursor) => held(id, { ...filter, cursor }, options), filter?.cursor),
  };
}
