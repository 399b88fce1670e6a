import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { CloudTool, DiagnosticResource, DiagnosticTool, ToolRun } from "../../src/model/diagnostic-tool.ts";
import { ProbeFailed, type ProbeLimits, type ProbeOutput, ProbeRefused } from "../../src/probe/prober.ts";
import { createProbeRateLimiter } from "../../src/probe/rate-limiter.ts";
import { type RunToolDeps, runTool } from "../../src/probe/run-tool.ts";
import type { FinishedRun } from "../../src/probe/tool-runs.ts";
import { ACME, incident, NOW, OTHER } from "../store/samples.ts";

const POD: DiagnosticTool = { type: "getPodLogs", namespace: "default", pod: "checkout-1" };
const QUEUE: CloudTool = {
  type: "getQueueBacklog",
  provider: "aws",
  region: "eu-west-1",
  resourceType: "queue",
  resourceId: "orders",
};
const found = (text: string): ProbeOutput => ({ text, truncated: false, findings: [] });

describe("running a diagnostic tool", () => {
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

  it("hands the pod, the incident's services and the limits to the prober", async () => {
    const ended = await run();
    expect(asked).to.deep.equal([[POD, ["checkout", "billing"]]]);
    expect(ended).to.deep.include({ status: "success", outputRef: "f".repeat(64), startedBy: "Grace", tool: POD });
    expect(over.map((each) => each.run)).to.deep.equal([ended]);
    expect(begun).to.deep.equal([ended.id]);
  });

  it("opens a namespace to its organization alone", async () => {
    expect(await refusedWith(run({ ...POD, namespace: "theirs" }))).to.equal("target_not_allowed");
    expect(await refusedWith(run({ ...POD, namespace: "ours" }))).to.equal("not refused");
    expect(asked).to.have.length(1);
  });

  it("hands a cloud tool the mapped resource of that name", async () => {
    const mapped = (given: Partial<DiagnosticResource>): DiagnosticResource => ({
      id: "r",
      incidentId: about.id,
      organizationId: "acme",
      provider: "aws",
      resourceType: "queue",
      resourceId: "orders",
      resourceArn: null,
      region: "eu-west-1",
      createdAt: NOW,
      ...given,
    });
    resources = [mapped({ resourceId: null, resourceArn: "arn:orders" }), mapped({ id: "wanted" })];
    await run(QUEUE);
    expect(asked).to.deep.equal([[QUEUE, resources[1], "acme"]]);
    const { resourceId: _id, ...rest } = QUEUE;
    expect(await refusedWith(run(rest as CloudTool))).to.equal("resource_not_mapped");
    await run({ ...rest, resourceArn: "arn:orders" });
    expect(asked[1]?.[1]).to.equal(resources[0]);
    resources = [mapped({ provider: "gcp" })];
    expect(await refusedWith(run({ ...QUEUE, provider: "gcp" }))).to.equal("provider_unavailable");
  });

  it("asks nobody about an incident that isn't visible", async () => {
    expect(await refusedWith(runTool(deps(), OTHER, about.id, POD))).to.equal("incident_not_found");
    expect(asked.concat(begun as never[])).to.deep.equal([]);
  });

  it("leaves no run of what the prober refuses", async () => {
    probing = () => Promise.reject(new ProbeRefused("The pod isn't one of yours."));
    expect(await refusedWith(run())).to.equal("target_not_allowed");
    expect(withdrawn).to.deep.equal(begun).and.to.have.length(1);
    expect(over).to.deep.equal([]);
  });

  it("records what the prober couldn't read, in its words", async () => {
    probing = () => Promise.reject(new ProbeFailed("The pod is gone."));
    expect(await run()).to.include({ status: "failed", error: "The pod is gone.", outputRef: null });
    expect(over[0]).to.include({ failurePattern: "The pod is gone." });
  });

  it("tells the log alone of what broke on our side", async () => {
    probing = () => Promise.reject(new Error("connect 10.0.0.1 with key hunter2"));
    const ended = await run();
    expect(ended.status).to.equal("failed");
    expect(ended.error).to.not.match(/10\.0\.0\.1|hunter2/);
    expect(JSON.stringify(logged)).to.include(ended.id);
    const full = { keep: () => Promise.reject(new Error("ENOSPC: no space left on device, /var/lib")) };
    probing = async () => found("fine");
    const unstored = await run(POD, { outputs: full });
    expect(unstored).to.include({ status: "failed", outputRef: null });
    expect(unstored.error).to.not.include("/var");
  });

  it("that takes too long says what it was waiting for, where its prober does", async () => {
    const late = { settings: { ...deps().settings, seconds: 0.05 } };
    probing = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => setImmediate(() => reject(new ProbeFailed("It never answered."))));
      });
    expect((await run(POD, late)).error).to.equal("It never answered.");
    probing = () => new Promise(() => undefined);
    expect((await run(POD, late)).error).to.equal("It took longer than 0.05 seconds.");
  });

  it("answers what is stored where another process took the run for abandoned", async () => {
    const { runs } = deps();
    const stored = { ...(await run()), status: "failed", outputRef: null, preview: null } as const;
    const answered = await run(POD, { runs: { ...runs, finish: async () => false, get: async () => stored } });
    expect(answered).to.include({ status: "failed", outputRef: null });
  });

  it("ends with the daemon, also where the prober doesn't", async () => {
    probing = () => new Promise(() => undefined);
    const hanging = run();
    while (asked.length === 0) await new Promise(setImmediate);
    stopping.abort();
    expect((await hanging).error).to.match(/stopped/);
    expect((await run()).error).to.match(/stopped/);
  });

  it("takes so many at once, and the next one when one of them ended", async () => {
    const given = { pace: createProbeRateLimiter({ perMinute: 100, atOnce: 2 }) };
    const ends: (() => void)[] = [];
    probing = () => new Promise((resolve) => ends.push(() => resolve(found("fine"))));
    const [first, second] = [run(POD, given), run(POD, given)];
    expect(await refusedWith(run(POD, given))).to.equal("too_many_running");
    while (ends.length < 2) await new Promise(setImmediate);
    ends[0]?.();
    await first;
    probing = async () => found("fine");
    expect(await refusedWith(run(POD, given))).to.equal("not refused");
    ends[1]?.();
    await second;
  });

  it("counts refused tries too, until a minute has passed", async () => {
    let now = NOW;
    const given = { pace: createProbeRateLimiter({ perMinute: 2, atOnce: 2 }), clock: { now: () => now } };
    probing = () => Promise.reject(new ProbeRefused("no"));
    for (let n = 0; n < 2; n++) expect(await refusedWith(run(POD, given))).to.equal("target_not_allowed");
    expect(await refusedWith(run(POD, given))).to.equal("diagnostic_rate_exceeded");
    now += 60_000;
    expect(await refusedWith(run(POD, given))).to.equal("target_not_allowed");
  });
});
