import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type {
  HeldCandidate,
  ListHeldCandidatesData,
  ListMaintenanceWindowsData,
  MaintenanceWindow,
  MaintenanceWindowCreate,
  MaintenanceWindowUpdate,
} from "../generated/core/types.gen.ts";
import { eachItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the windows. `limit` (1 to 500) is the size of a page. */
export type MaintenanceFilter = Query<ListMaintenanceWindowsData>;
/** `limit` (1 to 500) is the size of a page. */
export type HeldFilter = Query<ListHeldCandidatesData>;

/** Planned work on services, while which nothing of theirs opens an incident. */
export function createMaintenance({ api, with: how }: Port<CoreApi>) {
  const list = (filter?: MaintenanceFilter, options?: CallOptions) =>
    page(api.listMaintenanceWindows({ query: { ...filter }, ...how(options) }));
  const held = (id: string, filter?: HeldFilter, options?: CallOptions) =>
    page(api.listHeldCandidates({ path: { id }, query: { ...filter }, ...how(options) }));
  return {
    /** One page of the windows that pass the filters, the latest start first. */
    list,
    /** Every window that passes the filters, page after page. */
    listAll: (filter?: MaintenanceFilter, options?: CallOptions): AsyncGenerator<MaintenanceWindow, void, undefined> =>
      eachItem((cursor) => list({ ...filter, cursor }, options), filter?.cursor),
    /** One window. */
    get: (id: string, options?: CallOptions) => data(api.getMaintenanceWindow({ path: { id }, ...how(options) })),
    /** Schedules a window, from now on where it names no start, and answers it. */
    schedule: (window: MaintenanceWindowCreate, options?: CallOptions) =>
      data(api.createMaintenanceWindow({ body: window, ...how(options) })),
    /** Moves its end, or gives another reason. @throws ConflictError where it is over. */
    update: (id: string, window: MaintenanceWindowUpdate, options?: CallOptions) =>
      data(api.updateMaintenanceWindow({ path: { id }, body: window, ...how(options) })),
    /** Ends an active window now and answers it. @throws ConflictError where it has not begun. */
    end: (id: string, options?: CallOptions) => data(api.endMaintenanceWindow({ path: { id }, ...how(options) })),
    /** Deletes a window that has not begun. @throws ConflictError where it has. */
    delete: (id: string, options?: CallOptions) => data(api.deleteMaintenanceWindow({ path: { id }, ...how(options) })),
    /** One page of what the window holds back now, what was held back last first. */
    held,
    /** All that it holds back now, page after page. */
    heldAll: (id: string, filter?: HeldFilter, options?: CallOptions): AsyncGenerator<HeldCandidate, void, undefined> =>
      eachItem((cursor) => held(id, { ...filter, cursor }, options), filter?.cursor),
  };
}
