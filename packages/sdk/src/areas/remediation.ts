import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type {
  DecisionReason,
  ExportRemediationActionsData,
  GetRemediationStatsData,
  ListRemediationActionsData,
  RemediationRequest,
} from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Actions that repair something: request, decide, look back. */
export function createRemediation({ api, with: how }: Port<CoreApi>) {
  return {
    /** Requests an action. @throws UnprocessableError with `violations` where policy blocks it; nothing is stored then. */
    request: (request: RemediationRequest, options?: CallOptions) =>
      data(api.requestRemediation({ body: request, ...how(options) })),
    /** What a request would come to, and what policy says; nothing is stored. */
    preview: (request: RemediationRequest, options?: CallOptions) =>
      data(api.previewRemediation({ body: request, ...how(options) })),
    /** The policy that holds now. */
    policy: (options?: CallOptions) => data(api.getRemediationPolicy({ ...how(options) })),
    /** One action. */
    get: (id: string, options?: CallOptions) => data(api.getRemediationAction({ path: { id }, ...how(options) })),
    /** What happened to an action: who did what and why, the oldest first. */
    audit: (id: string, options?: CallOptions) => data(api.listRemediationAudit({ path: { id }, ...how(options) })),
    /** Approves an action. Where policy stands against it, the answer says so; it is not an error. @throws ConflictError where the plan no longer fits. */
    approve: (id: string, reason?: DecisionReason, options?: CallOptions) =>
      data(api.approveRemediation({ path: { id }, ...(reason && { body: reason }), ...how(options) })),
    /** Rejects an action. */
    reject: (id: string, reason?: DecisionReason, options?: CallOptions) =>
      data(api.rejectRemediation({ path: { id }, ...(reason && { body: reason }), ...how(options) })),
    /** The actions that pass all filters, the newest first. */
    actions: (filter?: Query<ListRemediationActionsData>, options?: CallOptions) =>
      data(api.listRemediationActions({ query: filter, ...how(options) })),
    /** The actions of one incident. */
    history: (incidentId: string, options?: CallOptions) =>
      data(api.listRemediationHistory({ path: { incidentId }, ...how(options) })),
    /** Counts by status; `successRate` is in percent. */
    stats: (filter?: Query<GetRemediationStatsData>, options?: CallOptions) =>
      data(api.getRemediationStats({ query: filter, ...how(options) })),
    /** How much waits for a decision, and how long already. */
    priority: (filter?: Query<GetRemediationStatsData>, options?: CallOptions) =>
      data(api.getRemediationPriority({ query: filter, ...how(options) })),
    /** The actions that pass all filters, as CSV. */
    exportCsv: (filter?: Query<ExportRemediationActionsData>, options?: CallOptions) =>
      data(api.exportRemediationActions({ query: filter, ...how(options, "text/csv") })),
    /** Checks the hash chain of the audit log. */
    verifyAudit: (options?: CallOptions) => data(api.verifyRemediationAudit({ ...how(options) })),
  };
}
