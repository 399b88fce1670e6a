import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type {
  ListRunbooksData,
  ListRunbookVersionsData,
  Runbook,
  RunbookCreate,
  RunbookVersion,
  RunbookVersionCreate,
} from "../generated/core/types.gen.ts";
import { eachItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the list. `limit` (1 to 1,000) is the size of a page. */
export type RunbookFilter = Query<ListRunbooksData>;
/** `limit` (1 to 500) is the size of a page. */
export type RunbookVersionFilter = Query<ListRunbookVersionsData>;

/** Runbooks: drafts, versions, and their links to incidents. */
export function createRunbooks({ api, with: how }: Port<CoreApi>) {
  const list = (filter?: RunbookFilter, options?: CallOptions) =>
    page(api.listRunbooks({ query: filter, ...how(options) }));
  const versions = (id: string, filter?: RunbookVersionFilter, options?: CallOptions) =>
    page(api.listRunbookVersions({ path: { id }, query: filter, ...how(options) }));
  return {
    /** One page of the runbooks that pass all filters, the newest first. */
    list,
    /** Every runbook that passes the filters, page after page. */
    listAll: (filter?: RunbookFilter, options?: CallOptions): AsyncGenerator<Runbook, void, undefined> =>
      eachItem((cursor) => list({ ...filter, cursor }, options), filter?.cursor),
    /** Reads one runbook with the text of its latest version. */
    get: (id: string, options?: CallOptions) => data(api.getRunbook({ path: { id }, ...how(options) })),
    /** One page of the versions of a runbook, the latest first. */
    versions,
    /** Every version of a runbook, page after page. */
    allVersions: (
      id: string,
      filter?: RunbookVersionFilter,
      options?: CallOptions,
    ): AsyncGenerator<RunbookVersion, void, undefined> =>
      eachItem((cursor) => versions(id, { ...filter, cursor }, options), filter?.cursor),
    /** Creates a draft. @throws ConflictError where the slug exists. */
    create: (runbook: RunbookCreate, options?: CallOptions) =>
      data(api.createRunbook({ body: runbook, ...how(options) })),
    /** Adds a version and answers it. @throws ConflictError where it is not higher than the latest. */
    addVersion: (id: string, version: RunbookVersionCreate, options?: CallOptions) =>
      data(api.addRunbookVersion({ path: { id }, body: version, ...how(options) })),
    /** Publishes a runbook, so that it is recommended. */
    publish: (id: string, options?: CallOptions) => data(api.publishRunbook({ path: { id }, ...how(options) })),
    /** Takes a runbook out of use; it stays readable. */
    archive: (id: string, options?: CallOptions) => data(api.archiveRunbook({ path: { id }, ...how(options) })),
    /** The runbooks that are linked to an incident. */
    ofIncident: (incidentId: string, options?: CallOptions) =>
      data(api.listIncidentRunbooks({ path: { id: incidentId }, ...how(options) })),
    /** The runbooks that fit an incident, and why. */
    recommended: (incidentId: string, options?: CallOptions) =>
      data(api.recommendRunbooks({ path: { id: incidentId }, ...how(options) })),
    /** Links a runbook to an incident; a second time changes nothing. */
    link: (incidentId: string, runbookId: string, options?: CallOptions) =>
      data(api.linkRunbook({ path: { id: incidentId, runbookId }, ...how(options) })),
    /** Takes the link away. */
    unlink: (incidentId: string, runbookId: string, options?: CallOptions) =>
      data(api.unlinkRunbook({ path: { id: incidentId, runbookId }, ...how(options) })),
  };
}
