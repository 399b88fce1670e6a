import type {
  DecisionReason,
  ExportRemediationActionsData,
  GetRemediationStatsData,
  ListRemediationActionsData,
  RemediationRequest,
} from "../generated/types.gen.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the actions. `limit` is the most that are answered. */
export type ActionFilter = Query<ListRemediationActionsData>;
/** Filters of the export. `limit` is the most rows. */
export type ActionExportFilter = Query<ExportRemediationActionsData>;
/** Filters by one environment. */
export type ActionStatsFilter = Query<GetRemediationStatsData>;

/** Actions that repair something: request, decide, look back. */
export function createRemediation({ api, with: how }: Port) {
  return {
    /**
     * Requests an action.
     * @throws UnprocessableError with `violations` where policy blocks it; nothing is stored then.
     * @example
     * const action = await tocsin.remediation.request({
     *   incidentId: "019353e1-7c1a-7000-8000-1b2c3d4e5f60",
     *   actionType: "restart",
     *   serviceName: "checkout",
     * });
     * console.log(action.id, action.status, action.mode);
     */
    request: (request: RemediationRequest, options?: CallOptions) =>
      data(api.requestRemediation({ body: request, ...how(options) })),
    /**
     * Previews the result of a request and the policy's verdict; nothing is stored.
     * @example
     * const { verdict, violations } = await tocsin.remediation.preview({
     *   incidentId: "019353e1-7c1a-7000-8000-1b2c3d4e5f60",
     *   actionType: "restart",
     *   serviceName: "checkout",
     * });
     * console.log(verdict, violations);
     */
    preview: (request: RemediationRequest, options?: CallOptions) =>
      data(api.previewRemediation({ body: request, ...how(options) })),
    /**
     * The policy that holds now.
     * @example
     * console.log(await tocsin.remediation.policy());
     */
    policy: (options?: CallOptions) => data(api.getRemediationPolicy({ ...how(options) })),
    /**
     * One action.
     * @example
     * const { status } = await tocsin.remediation.get("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(status);
     */
    get: (id: string, options?: CallOptions) => data(api.getRemediationAction({ path: { id }, ...how(options) })),
    /**
     * The audit log of an action with actors and reasons, the oldest entry first.
     * @example
     * for (const { at, actor, event } of await tocsin.remediation.audit("019353e1-7c1a-7000-8000-1b2c3d4e5f60")) console.log(at, actor, event);
     */
    audit: (id: string, options?: CallOptions) => data(api.listRemediationAudit({ path: { id }, ...how(options) })),
    /**
     * Approves an action. Where policy stands against it, the answer has the status `POLICY_VIOLATION`, with
     * `violations` and `detail`; it is not an error.
     * @throws ConflictError where the plan no longer fits.
     * @example
     * const result = await tocsin.remediation.approve("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { reason: "Checked with Grace." });
     * if (result.status === "POLICY_VIOLATION") console.error(result.detail, result.violations);
     * else console.log(result.status);
     */
    approve: (id: string, reason?: DecisionReason, options?: CallOptions) =>
      data(api.approveRemediation({ path: { id }, ...(reason && { body: reason }), ...how(options) })),
    /**
     * Rejects an action.
     * @example
     * await tocsin.remediation.reject("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { reason: "The wrong service." });
     */
    reject: (id: string, reason?: DecisionReason, options?: CallOptions) =>
      data(api.rejectRemediation({ path: { id }, ...(reason && { body: reason }), ...how(options) })),
    /**
     * The actions that pass all filters, the newest first.
     * @example
     * for (const { id, actionType } of await tocsin.remediation.actions({ status: "PENDING_APPROVAL", limit: 50 }))
     *   console.log(id, actionType);
     */
    actions: (filter?: ActionFilter, options?: CallOptions) =>
      data(api.listRemediationActions({ query: filter, ...how(options) })),
    /**
     * The actions of one incident. One whose `mode` is `simulate` touched nothing, also where it is COMPLETED.
     * @example
     * for (const { actionType, status, mode } of await tocsin.remediation.history("019353e1-7c1a-7000-8000-1b2c3d4e5f60"))
     *   console.log(actionType, mode === "simulate" ? `simulated (${status})` : status);
     */
    history: (incidentId: string, options?: CallOptions) =>
      data(api.listRemediationHistory({ path: { incidentId }, ...how(options) })),
    /**
     * Counts by status; simulated actions are among them. `live` leaves them out; its `successRate` is in percent, and
     * null where nothing was executed.
     * @example
     * const { live, simulated } = await tocsin.remediation.stats({ environment: "production" });
     * console.log(`${live.completed} completed, ${live.successRate ?? "-"} %, ${simulated} simulated`);
     */
    stats: (filter?: ActionStatsFilter, options?: CallOptions) =>
      data(api.getRemediationStats({ query: filter, ...how(options) })),
    /**
     * How much waits for a decision, and how long already.
     * @example
     * const { level, pendingApprovals } = await tocsin.remediation.priority();
     * console.log(level, pendingApprovals);
     */
    priority: (filter?: ActionStatsFilter, options?: CallOptions) =>
      data(api.getRemediationPriority({ query: filter, ...how(options) })),
    /**
     * The actions that pass all filters, as CSV.
     * @example
     * const csv = await tocsin.remediation.exportCsv({ status: "FAILED" });
     * console.log(csv.split("\n")[0]);
     */
    exportCsv: (filter?: ActionExportFilter, options?: CallOptions) =>
      data(api.exportRemediationActions({ query: filter, ...how(options, "text/csv") })),
    /**
     * Checks the hash chain of the audit log.
     * @example
     * const { valid, firstBroken } = await tocsin.remediation.verifyAudit();
     * if (!valid) console.error(`The chain is broken at ${firstBroken}.`);
     */
    verifyAudit: (options?: CallOptions) => data(api.verifyRemediationAudit({ ...how(options) })),
  };
}
