import type { IncidentStore } from "../incident/store.ts";
import { type Clock, SECOND_MS } from "../kernel/clock.ts";
import { ApplicationError, coerceError } from "../kernel/errors.ts";
import { randomId } from "../kernel/ids.ts";
import type { Logger } from "../kernel/logger.ts";
import { rejectOnAbort } from "../kernel/reject-on-abort.ts";
import { type DiagnosticTool, isCloudTool, isPodTool, type ToolRun } from "../model/diagnostic-tool.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { type AllowedNamespace, findMappedResource, requireNamespace, targetNotAllowed } from "./allowed-targets.ts";
import { failed, type Outcome, refusal, succeeded, toFinishedRun } from "./outcome.ts";
import type { OutputFiles } from "./output-files.ts";
import {
  type CloudProber,
  type HttpProber,
  type PodProber,
  ProbeFailed,
  type ProbeLimits,
  type ProbeOutput,
  ProbeRefused,
} from "./prober.ts";
import { type ProbeRateLimiter, tooManyRuns } from "./rate-limiter.ts";
import type { ResourceStore } from "./resources.ts";
import type { ToolRunStore } from "./tool-runs.ts";

export interface Probers {
  readonly pod: PodProber;
  readonly http: HttpProber;
  readonly clouds: readonly CloudProber[];
}

export interface ToolSettings {
  readonly namespaces: readonly AllowedNamespace[];
  /** How long one run may take. */
  readonly seconds: number;
  readonly outputBytes: number;
  readonly perMinute: number;
}

export interface RunToolDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly runs: Pick<ToolRunStore, "begin" | "withdraw" | "finish" | "get">;
  readonly resources: Pick<ResourceStore, "list">;
  readonly outputs: Pick<OutputFiles, "keep">;
  readonly probers: Probers;
  readonly pace: ProbeRateLimiter;
  readonly settings: ToolSettings;
  /** Aborts when the daemon stops. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Probe {
  readonly provider: string;
  readonly run: (limits: ProbeLimits) => Promise<ProbeOutput>;
}

/**
 * Runs one tool and waits for it. Throws `not_found`, and if the tool is not allowed, its provider unavailable or the
 * rate exceeded; then no run is recorded.
 */
export async function runTool(
  deps: RunToolDeps,
  scope: Scope,
  incidentId: string,
  tool: DiagnosticTool,
): Promise<ToolRun> {
  const incident = await deps.incidents.get(scope, incidentId);
  const probe = await chosen(deps, scope, incident, tool);
  const now = deps.clock.now();
  return deps.pace.within(scope.organizationId, now, async () => {
    const run: ToolRun = {
      id: randomId(),
      organizationId: scope.organizationId,
      incidentId,
      tool,
      provider: probe.provider,
      status: "running",
      summary: "",
      keyPatterns: [],
      outputRef: null,
      truncated: false,
      startedBy: scope.actor,
      startedAt: now,
      completedAt: null,
      error: null,
    };
    const { perMinute } = deps.settings;
    const oldest = await deps.runs.begin(scope, run, perMinute);
    if (oldest !== undefined) throw tooManyRuns(perMinute, oldest, now);
    return ended(deps, scope, run, probe);
  });
}

async function chosen(deps: RunToolDeps, scope: Scope, incident: Incident, tool: DiagnosticTool): Promise<Probe> {
  const { probers, settings } = deps;
  const { organizationId } = scope;
  if (isPodTool(tool)) {
    requireNamespace(settings.namespaces, tool.namespace, organizationId);
    return { provider: "kubernetes", run: (limits) => probers.pod.run(tool, incident.affectedServices, limits) };
  }
  if (!isCloudTool(tool)) return { provider: "http", run: (limits) => probers.http.run(tool, limits) };
  const resource = findMappedResource(await deps.resources.list(scope, incident.id), tool);
  const cloud = probers.clouds.find(({ provider }) => provider === resource.provider);
  if (!cloud) {
    const known = probers.clouds.map(({ provider }) => provider).join(", ");
    throw new ApplicationError(
      "provider_unavailable",
      `The server is not connected to ${resource.provider}. Connected: ${known}.`,
    );
  }
  return { provider: cloud.provider, run: (limits) => cloud.run(tool, resource, organizationId, limits) };
}

async function ended(deps: RunToolDeps, scope: Scope, run: ToolRun, probe: Probe): Promise<ToolRun> {
  const tried = await attempt(deps, run, probe);
  if (tried instanceof ProbeRefused) {
    await deps.runs.withdraw(scope, run.id);
    throw targetNotAllowed(refusal(tried.message));
  }
  const { outputRef, outcome } = await kept(deps, run, tried);
  const { text: _text, preview, ...result } = outcome;
  const over: ToolRun = { ...run, ...result, outputRef, completedAt: deps.clock.now() };
  if (await deps.runs.finish(scope, toFinishedRun(over, preview))) return over;
  // The run was failed as abandoned meanwhile; that result is public.
  return deps.runs.get(scope, run.incidentId, run.id);
}

/** Grace period in which a prober can report what it waited for. */
const LAST_WORDS_MS = 500;

/** Ends at the time limit, even if the prober ignores it. */
async function attempt(deps: RunToolDeps, run: ToolRun, probe: Probe): Promise<Outcome | ProbeRefused> {
  const { settings, stopping } = deps;
  const limitMs = settings.seconds * SECOND_MS;
  const signal = AbortSignal.any([AbortSignal.timeout(limitMs), stopping]);
  const left = AbortSignal.any([AbortSignal.timeout(limitMs + LAST_WORDS_MS), stopping]);
  try {
    const output = await rejectOnAbort(probe.run({ bytes: settings.outputBytes, signal }), left);
    return succeeded(run.tool.type, output, settings.outputBytes);
  } catch (error) {
    if (error instanceof ProbeRefused) return error;
    if (stopping.aborted) return failed("The daemon stopped before it was done.");
    if (error instanceof ProbeFailed) return failed(error.message);
    if (signal.aborted) return failed(`It took longer than ${settings.seconds} seconds.`);
    return broken(deps, run, error);
  }
}

/** If the output can't be stored, the run fails: unreadable output is no evidence. */
async function kept(
  deps: RunToolDeps,
  run: ToolRun,
  outcome: Outcome,
): Promise<{ readonly outputRef: string | null; readonly outcome: Outcome }> {
  if (outcome.text === null || outcome.text === "") return { outputRef: null, outcome };
  try {
    return { outputRef: await deps.outputs.keep(outcome.text), outcome };
  } catch (error) {
    return { outputRef: null, outcome: broken(deps, run, error) };
  }
}

function broken({ logger }: RunToolDeps, run: ToolRun, error: unknown): Outcome {
  logger.error("A diagnostic tool broke off", { toolRunId: run.id, tool: run.tool.type, error: coerceError(error) });
  return failed("It broke off on our side; the id of the run helps to find why in the daemon's log.");
}
