import { expect } from "chai";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import type { PodTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, runningStatus, status } from "../support/kubernetes.ts";
import { failureOf, probe } from "./probe.ts";

describe("describePod", () => {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  const tool: PodTool = { type: "describePod", namespace: "default", pod: "checkout-1" };

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    cluster.instead.clear();
    cluster.events.length = 0;
    cluster.pods.set("checkout-1", podOf("checkout-1"));
  });

  const ended = (exitCode: number, reason: string) => ({
    exitCode,
    reason,
    startedAt: "2026-11-20T20:59:00Z",
    finishedAt: "2026-11-20T21:00:00Z",
  });
  const crashing = (exitCode: number, reason: string) => ({
    ...runningStatus("app"),
    ready: false,
    restartCount: 3,
    state: { waiting: { reason: "CrashLoopBackOff", message: "back-off 40s restarting failed container" } },
    lastState: { terminated: ended(exitCode, reason) },
  });
  const withStatus = (containerStatus: ReturnType<typeof crashing> | ReturnType<typeof runningStatus>): void => {
    const containers = [{ name: "app", resources: { requests: { cpu: "50m" }, limits: { memory: "32Mi" } } }];
    cluster.pods.set(
      "checkout-1",
      podOf("checkout-1", { spec: { containers }, status: { containerStatuses: [containerStatus] } }),
    );
  };

  it("says of a pod that runs well that it does", async () => {
    const { findings, truncated } = await probe(prober, tool);
    expect(findings).to.deep.equal(["Running, 1 of 1 container ready, 0 restarts."]);
    expect(truncated).to.equal(false);
  });

  it("tells a kill for memory, with its limit and time, before all else", async () => {
    withStatus(crashing(137, "OOMKilled"));
    const { findings, text } = await probe(prober, tool);
    expect(findings[0]).to.equal(
      "Container app was killed because it ran out of memory (limit 32Mi), last at 2026-11-20T21:00:00.000Z; 3 restarts.",
    );
    expect(findings[1]).to.match(/^Container app crashes in a loop: exit code 137/);
    expect(text).to.include("requests cpu 50m; limits memory 32Mi");
    expect(text).to.include(
      "before: terminated, exit code 137, OOMKilled, 2026-11-20T20:59:00.000Z to 2026-11-20T21:00:00.000Z",
    );
  });

  it("tells a crash loop with its exit code", async () => {
    withStatus(crashing(1, "Error"));
    const { findings } = await probe(prober, tool);
    expect(findings[0]).to.equal(
      "Container app crashes in a loop: exit code 1, last at 2026-11-20T21:00:00.000Z; 3 restarts.",
    );
  });

  it("tells an image that can't be had, a pod that no node takes and one that was evicted", async () => {
    withStatus({
      ...crashing(0, ""),
      state: { waiting: { reason: "ErrImagePull", message: "no such host" } },
      lastState: {} as never,
    });
    expect((await probe(prober, tool)).findings[0]).to.equal(
      "Container app can't start: its image registry.example/app:1 can't be had (ErrImagePull).",
    );
    const conditions = [
      { type: "PodScheduled", status: "False", reason: "Unschedulable", message: "0/3 nodes: memory" },
    ];
    cluster.pods.set(
      "checkout-1",
      podOf("checkout-1", { status: { phase: "Pending", conditions, containerStatuses: [] } }),
    );
    expect((await probe(prober, tool)).findings[0]).to.equal("No node takes the pod: 0/3 nodes: memory.");
    const evicted = {
      phase: "Failed",
      reason: "Evicted",
      message: "The node was low on memory",
      containerStatuses: [],
    };
    cluster.pods.set("checkout-1", podOf("checkout-1", { status: evicted }));
    expect((await probe(prober, tool)).findings[0]).to.equal("The pod failed: Evicted, The node was low on memory.");
  });

  it("never shows variables, arguments, annotations or mounted secrets", async () => {
    const secret = "hunter2-hunter2";
    const container = {
      name: "app",
      command: ["run", `--password=${secret}`],
      args: [secret],
      env: [{ name: "PASSWORD", value: secret }],
      volumeMounts: [{ name: "v", mountPath: `/${secret}` }],
    };
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": secret };
    const spec = { containers: [container], volumes: [{ name: "v", secret: { secretName: secret } }] };
    cluster.pods.set("checkout-1", podOf("checkout-1", { metadata: { name: "checkout-1", annotations }, spec }));
    expect(JSON.stringify(await probe(prober, tool))).to.not.include(secret);
  });

  const event = (minute: number, type: string, message: string) => ({
    metadata: {},
    involvedObject: {},
    type,
    reason: "BackOff",
    message,
    count: 12,
    lastTimestamp: new Date(Date.UTC(2026, 10, 20, 21, minute)).toISOString(),
  });

  it("shows the newest 20 events, and the newest warning among what it found", async () => {
    for (let minute = 0; minute < 30; minute++) {
      cluster.events.push(event(minute, minute === 25 ? "Warning" : "Normal", `number ${minute}`));
    }
    const { text, findings, truncated } = await probe(prober, tool);
    expect(text.match(/number \d+/g)).to.deep.equal(Array.from({ length: 20 }, (_, index) => `number ${29 - index}`));
    expect(findings[0]).to.equal("The newest warning: 2026-11-20T21:25:00.000Z Warning BackOff ×12: number 25");
    expect(truncated).to.equal(true);
    const asked = cluster.requests.find((request) => request.includes("/events?")) ?? "";
    expect(decodeURIComponent(asked)).to.include("involvedObject.kind=Pod,involvedObject.name=checkout-1");
  });

  it("dates events of all kinds of writers", async () => {
    const { lastTimestamp: _, ...timeless } = event(1, "Normal", "scheduled");
    cluster.events.push(event(1, "Normal", "pulled"), { ...timeless, eventTime: "2026-11-20T21:02:00.423703Z" });
    cluster.events.push({ ...timeless, message: "undated" });
    const shown = (await probe(prober, tool)).text.split("Events, the newest first:\n")[1];
    expect(shown?.split("\n").map((line) => line.trim())).to.deep.equal([
      "2026-11-20T21:02:00.423Z Normal BackOff ×12: scheduled",
      "2026-11-20T21:01:00.000Z Normal BackOff ×12: pulled",
      "undated Normal BackOff ×12: undated",
    ]);
  });

  it("does without events where they may not be listed", async () => {
    cluster.instead.set("events", (_request, response) => status(response, 403, "Forbidden"));
    expect((await probe(prober, tool)).text).to.include("not known: the daemon may not list events");
  });

  it("keeps hostile texts on one line, short and visible", async () => {
    const hostile = `bad\r\nPod: default/other\u0000\u001b[31m\u202e${"x".repeat(100_000)}`;
    withStatus({ ...crashing(1, hostile), state: { waiting: { reason: hostile, message: hostile } } });
    cluster.events.push(event(1, hostile, hostile));
    const { text, findings } = await probe(prober, tool);
    expect(text).to.not.match(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(text.match(/^Pod: /gm)).to.have.length(1);
    expect(text.length).to.be.below(10_000);
    for (const finding of findings) expect(finding).to.match(/^[^\n]{1,1500}$/);
  });

  it("refuses an object that is larger than any that a cluster can hold", async () => {
    cluster.instead.set("checkout-1", (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`{"metadata":{"name":"${"x".repeat(5 * 1024 ** 2)}"}}`);
    });
    expect((await failureOf(probe(prober, tool))).message).to.equal(
      "The cluster's answer is larger than is read of it.",
    );
  });

  it("fails in words where the answer is no pod", async () => {
    for (const body of ["<html>", "null", "[]", '"text"', '{"status":{"containerStatuses":[null]}}', '{"spec":7}']) {
      cluster.instead.set("checkout-1", (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(body);
      });
      const ended = await probe(prober, tool).then(
        () => "ProbeOutput",
        (error: Error) => error.name,
      );
      expect(ended, body).to.match(/^Probe(Output|Failed)$/);
    }
  });
});
