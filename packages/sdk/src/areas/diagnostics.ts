import type {
  DiagnosticTool,
  GetDiagnosticMetricsData,
  ListDiagnosticRunsData,
  ResourceInput,
} from "../generated/types.gen.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the runs of tools. `limit` is the most that are answered; times are ISO 8601. */
export type ToolRunFilter = Query<ListDiagnosticRunsData>;
/** `hours` is how far back it looks. */
export type ToolMetricsFilter = Query<GetDiagnosticMetricsData>;

/** Diagnostic tools that look at a running system, and the resources that they may look at. */
export function createDiagnostics({ api, with: how }: Port) {
  return {
    /**
     * Runs a tool and waits for what it found.
     * @throws PermissionError where it may not look there, RateLimitError where it ran too often.
     * @example
     * const run = await tocsin.diagnostics.runTool("019353e1-7c1a-7000-8000-1b2c3d4e5f60", {
     *   type: "getPodLogs",
     *   namespace: "shop",
     *   pod: "checkout-7d9f",
     *   tailLines: 200,
     * });
     * console.log(run.summary);
     */
    runTool: (incidentId: string, tool: DiagnosticTool, options?: CallOptions) =>
      data(api.runDiagnosticTool({ path: { id: incidentId }, body: tool, ...how(options) })),
    /**
     * The runs of an incident, the newest first.
     * @example
     * for (const { id, toolType, status } of await tocsin.diagnostics.runs("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { limit: 20 }))
     *   console.log(id, toolType, status);
     */
    runs: (incidentId: string, filter?: ToolRunFilter, options?: CallOptions) =>
      data(api.listDiagnosticRuns({ path: { id: incidentId }, query: filter, ...how(options) })),
    /**
     * One run with its parameters and how its output begins.
     * @example
     * const run = await tocsin.diagnostics.run("019353e1-7c1a-7000-8000-1b2c3d4e5f60", "019353e2-11d0-7000-8000-0a1b2c3d4e5f");
     * console.log(run.summary, run.keyPatterns);
     */
    run: (incidentId: string, runId: string, options?: CallOptions) =>
      data(api.getDiagnosticRun({ path: { id: incidentId, runId }, ...how(options) })),
    /**
     * The stored output of a run, as text.
     * @throws NotFoundError where it is not kept any more.
     * @example
     * const text = await tocsin.diagnostics.output("019353e1-7c1a-7000-8000-1b2c3d4e5f60", "019353e2-11d0-7000-8000-0a1b2c3d4e5f");
     * console.log(text.split("\n").length);
     */
    output: (incidentId: string, runId: string, options?: CallOptions) =>
      data(api.getDiagnosticRunOutput({ path: { id: incidentId, runId }, ...how(options, "text/plain") })),
    /**
     * Counts over the runs of the last `hours`.
     * @example
     * console.log(await tocsin.diagnostics.metrics("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { hours: 24 }));
     */
    metrics: (incidentId: string, filter?: ToolMetricsFilter, options?: CallOptions) =>
      data(api.getDiagnosticMetrics({ path: { id: incidentId }, query: filter, ...how(options) })),
    /**
     * The resources that are mapped to an incident.
     * @example
     * for (const { provider, resourceType, resourceId } of await tocsin.diagnostics.resources("019353e1-7c1a-7000-8000-1b2c3d4e5f60"))
     *   console.log(provider, resourceType, resourceId);
     */
    resources: (incidentId: string, options?: CallOptions) =>
      data(api.listIncidentResources({ path: { id: incidentId }, ...how(options) })),
    /**
     * Replaces all resources of an incident.
     * @example
     * await tocsin.diagnostics.replaceResources("019353e1-7c1a-7000-8000-1b2c3d4e5f60", [
     *   { provider: "aws", resourceType: "rds", region: "eu-central-1", resourceId: "orders-db" },
     * ]);
     */
    replaceResources: (incidentId: string, resources: ResourceInput[], options?: CallOptions) =>
      data(api.replaceIncidentResources({ path: { id: incidentId }, body: { resources }, ...how(options) })),
  };
}
