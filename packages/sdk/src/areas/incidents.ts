import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type {
  ExportIncidentsData,
  GetIncidentStatsData,
  GetIncidentTimelineData,
  Incident,
  IncidentCreate,
  IncidentStatus,
  ListIncidentsData,
  WorkflowEventCreate,
} from "../generated/core/types.gen.ts";
import { eachItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";
import type { IncidentStream } from "./stream.ts";

/** Filters of the list. `limit` (1 to 500) is the size of a page. `deduplicated: true` leaves out what was merged into another incident. */
export type IncidentFilter = Omit<Query<ListIncidentsData>, "deduplicated"> & { deduplicated?: boolean | undefined };
/** Filters of the export. `limit` is the most rows. */
export type IncidentExportFilter = Omit<Query<ExportIncidentsData>, "deduplicated"> & {
  deduplicated?: boolean | undefined;
};

/** Incidents: open, read, change and follow them. */
export function createIncidents({ api, with: how }: Port<CoreApi>, stream: IncidentStream) {
  const list = (filter?: IncidentFilter, options?: CallOptions) =>
    page(api.listIncidents({ query: query(filter), ...how(options) }));
  return {
    /** One page of the incidents that pass all filters, the newest first unless `sortBy` says otherwise. */
    list,
    /** Every incident that passes the filters, page after page. */
    listAll: (filter?: IncidentFilter, options?: CallOptions): AsyncGenerator<Incident, void, undefined> =>
      eachItem((cursor) => list({ ...filter, cursor }, options), filter?.cursor),
    /** Follows every change of an incident and the progress of diagnoses, over any number of connections, until the signal aborts. */
    stream,
    /** Reads one incident with its diagnosis. @throws NotFoundError where the organization has none with this id. */
    get: (id: string, options?: CallOptions) => data(api.getIncident({ path: { id }, ...how(options) })),
    /** Opens an incident by hand. A correlation rule may suppress it: the answer then has `suppressed: true` and nothing was stored. */
    create: (incident: IncidentCreate, options?: CallOptions) =>
      data(api.createIncident({ body: incident, ...how(options) })),
    /** Moves an incident into any status; the same status again changes nothing. Answers the incident. */
    changeStatus: (id: string, status: IncidentStatus, options?: CallOptions) =>
      data(api.changeIncidentStatus({ path: { id }, body: { status }, ...how(options) })),
    /** The incidents that were merged or grouped with this one. */
    related: (id: string, options?: CallOptions) => data(api.listRelatedIncidents({ path: { id }, ...how(options) })),
    /** Earlier incidents that look like this one, the most similar first. */
    similar: (id: string, filter?: { limit?: number }, options?: CallOptions) =>
      data(api.listSimilarIncidents({ path: { id }, query: filter, ...how(options) })),
    /** Starts a diagnosis; its progress comes over the stream. */
    diagnose: (id: string, options?: CallOptions) => data(api.diagnoseIncident({ path: { id }, ...how(options) })),
    /** The timeline of an incident, the oldest entry first. */
    timelineEvents: (id: string, options?: CallOptions) =>
      data(api.listIncidentEvents({ path: { id }, ...how(options) })),
    /** Writes an entry of the workflow, such as a handoff, into the timeline. */
    addWorkflowEvent: (id: string, event: WorkflowEventCreate, options?: CallOptions) =>
      data(api.addWorkflowEvent({ path: { id }, body: event, ...how(options) })),
    /** A draft of the post-mortem, as Markdown. */
    postmortem: (id: string, options?: CallOptions) =>
      data(api.draftPostmortem({ path: { id }, ...how(options, "text/markdown") })),
    /** Detaches an incident from the one that it was merged into. @throws ConflictError where it was not merged. */
    unmerge: (id: string, options?: CallOptions) => data(api.unmergeIncident({ path: { id }, ...how(options) })),
    /** Counts and times over the last `days`. Times are in minutes. */
    stats: (filter?: Query<GetIncidentStatsData>, options?: CallOptions) =>
      data(api.getIncidentStats({ query: filter, ...how(options) })),
    /** How many incidents were opened in each of the last `hours`. */
    hourly: (filter?: Query<GetIncidentTimelineData>, options?: CallOptions) =>
      data(api.getIncidentTimeline({ query: filter, ...how(options) })),
    /** The incidents that pass all filters, as CSV. */
    exportCsv: (filter?: IncidentExportFilter, options?: CallOptions) =>
      data(api.exportIncidents({ query: query(filter), ...how(options, "text/csv") })),
  };
}

function query<Filter extends { deduplicated?: boolean | undefined }>(
  { deduplicated, ...filter }: Filter = {} as Filter,
) {
  return {
    ...filter,
    ...(deduplicated !== undefined && { deduplicated: deduplicated ? ("true" as const) : ("false" as const) }),
  };
}
