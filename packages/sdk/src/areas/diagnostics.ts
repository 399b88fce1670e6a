import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type {
  DiagnosticTool,
  GetDiagnosticMetricsData,
  ListDiagnosticRunsData,
  ResourceInput,
} from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Diagnostic tools that look at a running system, and the resources that they may look at. */
export function createDiagnostics({ api, with: how }: Port<CoreApi>) {
  return {
    /** Runs a tool and waits for what it found. @throws PermissionError where it may not look there, RateLimitError where it ran too often. */
    runTool: (incidentId: string, tool: DiagnosticTool, options?: CallOptions) =>
      data(api.runDiagnosticTool({ path: { id: incidentId }, body: tool, ...how(options) })),
    /** The runs of an incident, the newest first. */
    runs: (incidentId: string, filter?: Query<ListDiagnosticRunsData>, options?: CallOptions) =>
      data(api.listDiagnosticRuns({ path: { id: incidentId }, query: filter, ...how(options) })),
    /** One run with its parameters and how its output begins. */
    run: (incidentId: string, runId: string, options?: CallOptions) =>
      data(api.getDiagnosticRun({ path: { id: incidentId, runId }, ...how(options) })),
    /** The stored output of a run, as text. @throws NotFoundError where it is not kept any more. */
    output: (incidentId: string, runId: string, options?: CallOptions) =>
      data(api.getDiagnosticRunOutput({ path: { id: incidentId, runId }, ...how(options, "text/plain") })),
    /** Counts over the runs of the last `hours`. */
    metrics: (incidentId: string, filter?: Query<GetDiagnosticMetricsData>, options?: CallOptions) =>
      data(api.getDiagnosticMetrics({ path: { id: incidentId }, query: filter, ...how(options) })),
    /** The resources that are mapped to an incident. */
    resources: (incidentId: string, options?: CallOptions) =>
      data(api.listIncidentResources({ path: { id: incidentId }, ...how(options) })),
    /** Replaces all resources of an incident. */
    replaceResources: (incidentId: string, resources: ResourceInput[], options?: CallOptions) =>
      data(api.replaceIncidentResources({ path: { id: incidentId }, body: { resources }, ...how(options) })),
  };
}
