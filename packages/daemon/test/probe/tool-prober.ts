import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { DiagnosticResource, DiagnosticTool, ToolRun } from "../../src/model/diagnostic-tool.ts";
import type { ProbeLimits, ProbeOutput } from "../../src/probe/prober.ts";
import { createProbeRateLimiter } from "../../src/probe/rate-limiter.ts";
import { type RunToolDeps, runTool } from "../../src/probe/run-tool.ts";
import type { FinishedRun } from "../../src/probe/tool-runs.ts";
import { ACME, incident, NOW } from "../store/samples.ts";

export const POD = { type: "getPodLogs", namespace: "default", pod: "checkout-1" } as const satisfies DiagnosticTool;
export const found = (text: string): ProbeOutput => ({ text, truncated: false, findings: [] });

/** The stores and helpers of the tests about running a diagnostic tool. */
export function toolProber() {
  let begun: string[];
  let withdrawn: string[];
  let over: FinishedRun[];
  let logged: unknown[];
  let asked: unknown[][];
  let probing: (limits: ProbeLimits) => Promise<ProbeOutput>;
  let stopping: AbortController;
  let resources: DiagnosticResource[];
  const about = incident({ affectedServices: ["checkout", "billing"] });
  beforeEach(() => {
    begun = [];
    withdrawn = [];
    over = [];
    logged = [];
    asked = [];
    resources = [];
    probing = async () => found("fine");
    stopping = new AbortController();
  });

  const note = (...given: unknown[]): Promise<ProbeOutput> => {
    asked.push(given.slice(0, -1));
    return probing(given.at(-1) as ProbeLimits);
  };
  const silent = () => undefined;
  const deps = (given: Partial<RunToolDeps> = {}): RunToolDeps => ({
    incidents: {
      get: async (scope) => {
        if (scope.organizationId === "acme") return about;
        throw new ApplicationError("incident_not_found", "Incident not found.");
      },
    },
    runs: {
      begin: async (_scope, { id }) => void begun.push(id),
      withdraw: async (_scope, id) => void withdrawn.push(id),
      finish: async (_scope, finished) => over.push(finished) > 0,
      get: () => expect.fail("read again"),
    },
    resources: { list: async () => resources },
    outputs: { keep: async () => "f".repeat(64) },
    probers: { pod: { run: note }, http: { run: note }, clouds: [{ provider: "aws", run: note }] },
    pace: createProbeRateLimiter({ perMinute: 100, atOnce: 2 }),
    settings: {
      namespaces: [
        { name: "default", organizationId: undefined },
        { name: "ours", organizationId: "acme" },
        { name: "theirs", organizationId: "other" },
      ],
      seconds: 60,
      outputBytes: 1000,
      perMinute: 100,
    },
    stopping: stopping.signal,
    clock: { now: () => NOW },
    logger: { debug: silent, info: silent, warn: silent, error: (...line: unknown[]) => void logged.push(line) },
    ...given,
  });
  const run = (tool: DiagnosticTool = POD, given: Partial<RunToolDeps> = {}): Promise<ToolRun> =>
    runTool(deps(given), { ...ACME, actor: "Grace" }, about.id, tool);
  const refusedWith = (attempt: Promise<unknown>): Promise<unknown> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : error),
    );

  return {
    run,
    refusedWith,
    about,
    deps,
    get asked() {
      return asked;
    },
    get over() {
      return over;
    },
    get begun() {
      return begun;
    },
    get resources() {
      return resources;
    },
    set resources(value: DiagnosticResource[]) {
      resources = value;
    },
    get probing() {
      return probing;
    },
    set probing(value: (limits: ProbeLimits) => Promise<ProbeOutput>) {
      probing = value;
    },
    get withdrawn() {
      return withdrawn;
    },
    get logged() {
      return logged;
    },
    get stopping() {
      return stopping;
    },
  };
}
