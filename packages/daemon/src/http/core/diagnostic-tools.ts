import { pipeline } from "node:stream/promises";
import { type Clock, toIso, toIsoOrNull } from "../../kernel/clock.ts";
import type { DiagnosticResource, DiagnosticTool, ToolRun } from "../../model/diagnostic-tool.ts";
import { toolMetrics } from "../../probe/metrics.ts";
import { type OutputFiles, openOutput } from "../../probe/output-files.ts";
import { METRICS_HOURS_DEFAULT, RUNS_LIMIT_DEFAULT } from "../../probe/probe-limits.ts";
import { type ResourceStore, replaceResources } from "../../probe/resources.ts";
import { type RunToolDeps, runTool } from "../../probe/run-tool.ts";
import type { ToolRunDetail, ToolRunStore } from "../../probe/tool-runs.ts";
import { parseTime } from "./parse-time.ts";
import type { Routes } from "./route.ts";
import { isClosedConnection } from "./send-csv.ts";

export interface DiagnosticToolRoutesDeps {
  readonly probe: RunToolDeps;
  readonly toolRuns: ToolRunStore;
  readonly resources: ResourceStore;
  readonly outputs: Pick<OutputFiles, "open">;
  readonly clock: Clock;
}

/** Contract 4.3. */
export const diagnosticToolRoutes = ({ probe, toolRuns, resources, outputs, clock }: DiagnosticToolRoutesDeps) =>
  ({
    runDiagnosticTool: async ({ scope, path, body }) => {
      const run = await runTool(probe, scope, path.id, toolOf(body));
      const { id, summary, keyPatterns, outputRef, status } = run;
      return {
        status: 200,
        body: { toolRunId: id, summary, keyPatterns: [...keyPatterns], rawRef: outputRef, status },
      };
    },
    listDiagnosticRuns: async ({ scope, path, query }) => {
      const { from, to, limit = RUNS_LIMIT_DEFAULT } = query;
      const runs = await toolRuns.list(scope, path.id, {
        limit,
        ...(from === undefined ? {} : { from: parseTime(from, "/query/from") }),
        ...(to === undefined ? {} : { to: parseTime(to, "/query/to") }),
      });
      return { status: 200, body: runs.map(present) };
    },
    getDiagnosticRun: async ({ scope, path }) => ({
      status: 200,
      body: presentDetail(await toolRuns.get(scope, path.id, path.runId)),
    }),
    getDiagnosticRunOutput: async ({ scope, path, response }) => {
      const { bytes, content } = await openOutput({ runs: toolRuns, outputs }, scope, path.id, path.runId);
      response.writeHead(200, {
        "content-type": "text/plain; charset=utf-8",
        "content-length": bytes,
        "content-disposition": `attachment; filename="${path.runId}.txt"`,
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
      await pipeline(content, response).catch((error: unknown) => {
        if (!isClosedConnection(error)) throw error;
      });
      return null;
    },
    getDiagnosticMetrics: async ({ scope, path, query }) => {
      const metrics = await toolMetrics(toolRuns, scope, path.id, query.hours ?? METRICS_HOURS_DEFAULT, clock.now());
      const { byProvider, byTool, failurePatterns } = metrics;
      const lists = { byProvider: [...byProvider], byTool: [...byTool], failurePatterns: [...failurePatterns] };
      return { status: 200, body: { ...metrics, ...lists } };
    },
    listIncidentResources: async ({ scope, path }) => ({
      status: 200,
      body: (await resources.list(scope, path.id)).map(presentResource),
    }),
    replaceIncidentResources: async ({ scope, path, body }) => {
      const mapped = await replaceResources(resources, scope, path.id, body.resources, clock.now());
      return { status: 200, body: { updated: true as const, resources: mapped.map(presentResource) } };
    },
  }) satisfies Partial<Routes>;

/** The types that are generated for a union within `allOf` have lost what tells its members apart. */
const toolOf = (body: unknown): DiagnosticTool => body as DiagnosticTool;

const present = ({ id, tool, status, summary, keyPatterns, outputRef, startedAt, completedAt, error }: ToolRun) => ({
  id,
  toolType: tool.type,
  status,
  summary,
  keyPatterns: [...keyPatterns],
  outputRef,
  startedAt: toIso(startedAt),
  completedAt: toIsoOrNull(completedAt),
  error,
});

const presentDetail = (run: ToolRunDetail) => ({
  ...present(run),
  incidentId: run.incidentId,
  parameters: { ...run.tool },
  rawOutputPreview: run.preview,
  hasRawOutput: run.outputRef !== null,
});

const presentResource = (resource: DiagnosticResource) => ({ ...resource, createdAt: toIso(resource.createdAt) });
