import type {
  ExportIncidentsData,
  GetIncidentStatsData,
  GetIncidentTimelineData,
  IncidentCreate,
  IncidentStatus,
  ListIncidentsData,
  WorkflowEventCreate,
} from "../generated/types.gen.ts";
import { everyItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";
import type { IncidentStream } from "./stream.ts";

/** Filters of the list. `limit` (1 to 500) is the size of a page. `deduplicated: true` leaves out what was merged into another incident. */
export type IncidentFilter = Omit<Query<ListIncidentsData>, "deduplicated"> & { deduplicated?: boolean | undefined };
/** Filters of the export. `limit` is the most rows. */
export type IncidentExportFilter = Omit<Query<ExportIncidentsData>, "deduplicated"> & {
  deduplicated?: boolean | undefined;
};

/** `days` is how far back it looks. */
export type IncidentStatsFilter = Query<GetIncidentStatsData>;
/** `hours` is how far back it looks. */
export type HourlyFilter = Query<GetIncidentTimelineData>;

/** Incidents: open, read, change and follow them. */
export function createIncidents({ api, with: how }: Port, stream: IncidentStream) {
  const list = (filter?: IncidentFilter, options?: CallOptions) =>
    page(api.listIncidents({ query: query(filter), ...how(options) }));
  return {
    /**
     * One page of the incidents that pass all filters, the newest first unless `sortBy` says otherwise. The cursor of
     * the next page is `nextCursor`.
     * @example
     * const { items, nextCursor, totalCount } = await tocsin.incidents.list({ status: "OPEN", severity: "CRITICAL" });
     * console.log(`${items.length} of ${totalCount}`, nextCursor);
     */
    list,
    /**
     * Every incident that passes the filters, page after page.
     * @example
     * for await (const { id, title } of tocsin.incidents.listAll({ service: "checkout", deduplicated: true }))
     *   console.log(id, title);
     */
    listAll: everyItem(list),
    /**
     * Follows every change of an incident and the progress of diagnoses, over any number of connections. It ends when
     * the signal aborts or the loop is left, which closes the connection. After a drop it continues after the last
     * message, so that none is missed. A `reset` means that the server no longer holds all missed messages.
     * @throws AuthenticationError and every other 4xx but 408 and 429; whatever else goes wrong, it connects again.
     * @example
     * const ending = new AbortController();
     * for await (const message of tocsin.incidents.stream({ signal: ending.signal })) {
     *   if (message.type === "incident") console.log(message.id, message.incident.status, message.incident.title);
     *   if (message.type === "reset") break;
     * }
     */
    stream,
    /**
     * Reads one incident with its diagnosis.
     * @throws NotFoundError where the organization has none with this id.
     * @example
     * const { title, severity, diagnosis } = await tocsin.incidents.get("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(severity, title, diagnosis?.rootCause);
     */
    get: (id: string, options?: CallOptions) => data(api.getIncident({ path: { id }, ...how(options) })),
    /**
     * Opens a manual incident. If a correlation rule suppresses it, the answer has `suppressed: true`, and nothing is
     * stored.
     * @example
     * const incident = await tocsin.incidents.create({
     *   title: "Checkout is slow",
     *   description: "Orders take ten seconds.",
     *   severity: "HIGH",
     *   affectedServices: ["checkout"],
     * });
     * console.log("suppressed" in incident ? `suppressed by ${incident.ruleId}` : incident.id);
     */
    create: (incident: IncidentCreate, options?: CallOptions) =>
      data(api.createIncident({ body: incident, ...how(options) })),
    /**
     * Moves an incident into any status; the same status again changes nothing. Answers the incident.
     * @example
     * const incident = await tocsin.incidents.changeStatus("019353e1-7c1a-7000-8000-1b2c3d4e5f60", "RESOLVED");
     * console.log(incident.resolvedAt);
     */
    changeStatus: (id: string, status: IncidentStatus, options?: CallOptions) =>
      data(api.changeIncidentStatus({ path: { id }, body: { status }, ...how(options) })),
    /**
     * The incidents that were merged or grouped with this one.
     * @example
     * for (const { id, title } of await tocsin.incidents.related("019353e1-7c1a-7000-8000-1b2c3d4e5f60")) console.log(id, title);
     */
    related: (id: string, options?: CallOptions) => data(api.listRelatedIncidents({ path: { id }, ...how(options) })),
    /**
     * Earlier incidents that look like this one, the most similar first.
     * @example
     * for (const { title, score, mttrMinutes } of await tocsin.incidents.similar("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { limit: 5 }))
     *   console.log(score, title, mttrMinutes);
     */
    similar: (id: string, filter?: { limit?: number }, options?: CallOptions) =>
      data(api.listSimilarIncidents({ path: { id }, query: filter, ...how(options) })),
    /**
     * Starts a diagnosis; its progress comes over the stream.
     * @example
     * await tocsin.incidents.diagnose("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    diagnose: (id: string, options?: CallOptions) => data(api.diagnoseIncident({ path: { id }, ...how(options) })),
    /**
     * The timeline of an incident, the oldest entry first.
     * @example
     * for (const { createdAt, title } of await tocsin.incidents.timelineEvents("019353e1-7c1a-7000-8000-1b2c3d4e5f60")) console.log(createdAt, title);
     */
    timelineEvents: (id: string, options?: CallOptions) =>
      data(api.listIncidentEvents({ path: { id }, ...how(options) })),
    /**
     * Writes an entry of the workflow, such as a handoff, into the timeline.
     * @example
     * await tocsin.incidents.addWorkflowEvent("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { type: "handoff", detail: "Ada to Grace." });
     */
    addWorkflowEvent: (id: string, event: WorkflowEventCreate, options?: CallOptions) =>
      data(api.addWorkflowEvent({ path: { id }, body: event, ...how(options) })),
    /**
     * A draft of the post-mortem, as Markdown.
     * @example
     * const markdown = await tocsin.incidents.postmortem("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(markdown);
     */
    postmortem: (id: string, options?: CallOptions) =>
      data(api.draftPostmortem({ path: { id }, ...how(options, "text/markdown") })),
    /**
     * Detaches an incident from the one that it was merged into.
     * @throws ConflictError where it was not merged.
     * @example
     * const incident = await tocsin.incidents.unmerge("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(incident.parentIncidentId);
     */
    unmerge: (id: string, options?: CallOptions) => data(api.unmergeIncident({ path: { id }, ...how(options) })),
    /**
     * Counts and times over the last `days`. Times are in minutes.
     * @example
     * const { activeCount, avgRecoveryMinutes } = await tocsin.incidents.stats({ days: 30 });
     * console.log(activeCount, avgRecoveryMinutes);
     */
    stats: (filter?: IncidentStatsFilter, options?: CallOptions) =>
      data(api.getIncidentStats({ query: filter, ...how(options) })),
    /**
     * How many incidents were opened in each of the last `hours`.
     * @example
     * for (const { hour, count } of await tocsin.incidents.hourly({ hours: 24 })) console.log(hour, count);
     */
    hourly: (filter?: HourlyFilter, options?: CallOptions) =>
      data(api.getIncidentTimeline({ query: filter, ...how(options) })),
    /**
     * The incidents that pass all filters, as CSV.
     * @example
     * const csv = await tocsin.incidents.exportCsv({ status: "RESOLVED", limit: 1_000 });
     * console.log(csv.split("\n")[0]);
     */
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
