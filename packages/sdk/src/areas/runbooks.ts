import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { ListRunbooksData, RunbookCreate, RunbookVersionCreate } from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Runbooks: drafts, versions, and their links to incidents. */
export function createRunbooks({ api, with: how }: Port<CoreApi>) {
  return {
    /** The runbooks that pass all filters. */
    list: (filter?: Query<ListRunbooksData>, options?: CallOptions) =>
      data(api.listRunbooks({ query: filter, ...how(options) })),
    /** Creates a draft. @throws ConflictError where the slug exists. */
    create: (runbook: RunbookCreate, options?: CallOptions) =>
      data(api.createRunbook({ body: runbook, ...how(options) })),
    /** Adds a version and answers it. @throws ConflictError where it is not higher than the latest. */
    addVersion: (id: string, version: RunbookVersionCreate, options?: CallOptions) =>
      data(api.addRunbookVersion({ path: { id }, body: version, ...how(options) })),
    /** Makes a draft public within the organization. */
    publish: (id: string, options?: CallOptions) => data(api.publishRunbook({ path: { id }, ...how(options) })),
    /** Takes a runbook out of use. */
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
