import { pipeline } from "node:stream/promises";
import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import type { DiagnosticResource, DiagnosticTool, ToolRun } from "../../model/diagnostic-tool.ts";
import { type OutputFiles, openOutput } from "../../probe/output-files.ts";
import { METRICS_HOURS_DEFAULT, RUNS_LIMIT_DEFAULT } from "../../probe/probe-limits.ts";
import { type ResourceStore, replaceResources } from "../../probe/resources.ts";
import { type RunToolDeps, runTool } from "../../probe/run-tool.ts";
import { type ToolRunDetail, type ToolRunStore, toolMetrics } from "../../probe/tool-runs.ts";
import { ok } from "./answers.ts";
import { parseRange } from "./parse-time.ts";
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
      return ok({ toolRunId: id, summary, keyPatterns, rawRef: outputRef, status });
    },
    listDiagnosticRuns: async ({ scope, path, query }) => {
      const filter = { limit: query.limit ?? RUNS_LIMIT_DEFAULT, ...parseRange(query) };
      return ok((await toolRuns.list(scope, path.id, filter)).map(present));
    },
    getDiagnosticRun: async ({ scope, path }) => ok(presentDetail(await toolRuns.get(scope, path.id, path.runId))),
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
    getDiagnosticMetrics: async ({ scope, path, query }) =>
      ok(await toolMetrics(toolRuns, scope, path.id, query.hours ?? METRICS_HOURS_DEFAULT, clock.now())),
    listIncidentResources: async ({ scope, path }) => ok((await resources.list(scope, path.id)).map(presentResource)),
    replaceIncidentResources: async ({ scope, path, body }) => {
      const mapped = await replaceResources(resources, scope, path.id, body.resources, clock.now());
      return ok({ updated: true, resources: mapped.map(presentResource) });
    },
  }) satisfies Partial<Routes>;

/** The generated types of a union within `allOf` lack its discriminator. */
const toolOf = (body: unknown): DiagnosticTool => body as DiagnosticTool;

const present = ({ id, tool, status, summary, keyPatterns, outputRef, startedAt, completedAt, error }: ToolRun) => ({
  ...formatTimes(
    { id, status, summary, keyPatterns, outputRef, startedAt, completedAt, error },
    "startedAt",
    "completedAt",
  ),
  toolType: tool.type,
});

const presentDetail = (run: ToolRunDetail) => ({
  ...present(run),
  incidentId: run.incidentId,
  parameters: { ...run.tool },
  rawOutputPreview: run.preview,
  hasRawOutput: run.outputRef !== null,
});

const presentResource = (resource: DiagnosticResource) => formatTimes(resource, "createdAt");
