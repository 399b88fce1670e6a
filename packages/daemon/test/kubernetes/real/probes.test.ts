import { inspect } from "node:util";
import type { V1Pod } from "@kubernetes/client-node";
import { expect } from "chai";
import { createPodProber } from "../../../src/adapters/kubernetes/pod-prober.ts";
import type { PodTool } from "../../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../../src/probe/prober.ts";
import { failureOf, probe } from "../probe.ts";
import { openRealCluster, type RealCluster, SLOW_MS } from "./cluster.ts";

const WRITING = 'echo "ERROR payment refused"; i=0; while true; do i=$((i+1)); echo "beat $i"; sleep 1; done';
const sh = (script: string) => ({ command: ["sh", "-c", script] });
const firstOf = (pod: V1Pod) => pod.status?.containerStatuses?.[0];
const isRunning = (pod: V1Pod): boolean => firstOf(pod)?.state?.running !== undefined;
const isWaitingFor = (reason: string) => (pod: V1Pod) => firstOf(pod)?.state?.waiting?.reason === reason;

describe("probes in a real cluster", function () {
  this.timeout(SLOW_MS);
  let cluster: RealCluster;
  let prober: PodProber;

  before(async () => {
    cluster = await openRealCluster();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
    const limits = { memory: "16Mi", cpu: "100m" };
    await Promise.all([
      cluster.start("checkout-1", { ...sh(WRITING), env: [{ name: "PASSWORD", value: "hunter2" }] }, isRunning),
      cluster.start("checkout-crash", sh("echo last words; exit 3"), isWaitingFor("CrashLoopBackOff")),
      cluster.start(
        "checkout-memory",
        { ...sh("tail /dev/zero"), resources: { limits, requests: limits } },
        (pod) => firstOf(pod)?.lastState?.terminated?.reason === "OOMKilled",
      ),
      cluster.start(
        "checkout-image",
        { image: "registry.invalid/none:1", imagePullPolicy: "Never" },
        isWaitingFor("ErrImageNeverPull"),
      ),
      cluster.start("other-1", sh(WRITING), isRunning),
    ]);
  });
  after(() => cluster?.close());

  const on = <Type extends PodTool["type"]>(type: Type, pod: string) => ({ type, namespace: cluster.namespace, pod });

  it("reads what a program writes", async () => {
    const { text, findings, truncated } = await probe(prober, on("getPodLogs", "checkout-1"));
    expect(text).to.match(/^ERROR payment refused\nbeat 1\n/);
    expect(findings[0]).to.match(/^Lines that look like errors: 1 of \d+\.$/);
    expect(findings[1]).to.match(/^\d+ lines? of container app, the newest of 20\d\d-\d\d-\d\dT[\d:.]+Z\.$/);
    expect(truncated).to.equal(false);
    const last = await probe(prober, { ...on("getPodLogs", "checkout-1"), tailLines: 1, sinceSeconds: 60 });
    expect(last.text).to.match(/^beat \d+$/);
    const small = await probe(prober, on("getPodLogs", "checkout-1"), { bytes: 20 });
    expect(small.truncated).to.equal(true);
  });

  it("lists the processes of a container", async () => {
    const { text, findings } = await probe(prober, on("getPodProcesses", "checkout-1"));
    expect(text).to.match(/PID +PPID +USER .*RSS +COMMAND/);
    expect(text).to.match(/^ +1 +0 .* sh$/m);
    expect(text).to.not.include("payment");
    expect(findings[0]).to.match(/^\d+ processes in container app: .*\b1 ps/);
  });

  it("describes a crash loop, and reads the log of the run before", async () => {
    const { findings, text } = await probe(prober, on("describePod", "checkout-crash"));
    expect(findings[0]).to.match(/^Container app crashes in a loop: exit code 3, last at 20.*Z; [1-9]\d* restarts?\.$/);
    expect(text).to.match(/Normal Created.*: Created container app$/m);
    const before = await probe(prober, { ...on("getPodLogs", "checkout-crash"), previous: true });
    expect(before.text).to.equal("last words");
    expect((await failureOf(probe(prober, on("getPodProcesses", "checkout-crash")))).message).to.match(/isn't running/);
  });

  it("describes a kill for memory", async () => {
    const { findings } = await probe(prober, on("describePod", "checkout-memory"));
    expect(findings[0]).to.match(/^Container app was killed because it ran out of memory \(limit 16Mi\), last at 20/);
    const resources = await probe(prober, on("getPodResources", "checkout-memory"));
    expect(resources.text).to.match(/memory: uses \S+.*, request 16\.0 MiB, limit 16\.0 MiB/);
  });

  it("says that an image can't be had", async () => {
    const { findings } = await probe(prober, on("describePod", "checkout-image"));
    expect(findings[0]).to.match(/^Container app can't start: its image .* can't be had \(ErrImageNeverPull\)\.$/);
    const { message } = await failureOf(probe(prober, on("getPodLogs", "checkout-image")));
    expect(message).to.equal("Container app has no log yet: its image can't be had (ErrImageNeverPull).");
  });

  it("says that there is no earlier run, no such pod, and no right to look at another's", async () => {
    const previous = { ...on("getPodLogs", "checkout-1"), previous: true };
    expect((await failureOf(probe(prober, previous))).message).to.match(/has not restarted/);
    expect((await failureOf(probe(prober, on("describePod", "checkout-9")))).message).to.match(/^There is no pod/);
    expect((await failureOf(probe(prober, on("describePod", "other-1")))).name).to.equal("ProbeRefused");
  });

  it("shows no variable of a container", async () => {
    const output = await probe(prober, on("describePod", "checkout-1"));
    expect(JSON.stringify(output)).to.not.include("hunter2");
  });

  it("does all with the rights of the published example", async () => {
    const account = createPodProber({ kubeconfig: await cluster.accountWithout("all", []) });
    for (const type of ["getPodLogs", "describePod", "getPodResources", "getPodProcesses"] as const) {
      const { text } = await probe(account, on(type, "checkout-1"));
      expect(text, type).to.not.include("may not");
    }
  });

  it("says which right is missing, and leaks nothing of the account", async () => {
    const less = createPodProber({
      kubeconfig: await cluster.accountWithout("less", ["pods/log", "pods/exec", "events"]),
    });
    const where = `in namespace ${cluster.namespace}: grant its account that right.`;
    const logs = await failureOf(probe(less, on("getPodLogs", "checkout-1")));
    expect(logs.message).to.equal(`The daemon may not get pods/log ${where}`);
    const processes = await failureOf(probe(less, on("getPodProcesses", "checkout-1")));
    expect(processes.message).to.match(/^The daemon may not (get|create) pods\/exec /);
    expect((await probe(less, on("describePod", "checkout-1"))).text).to.include("the daemon may not list events");
    const nothing = createPodProber({ kubeconfig: await cluster.accountWithout("nothing", ["pods"]) });
    expect((await failureOf(probe(nothing, on("describePod", "checkout-1")))).message).to.match(/may not get pods /);
    expect((await failureOf(probe(nothing, on("describePod", "other-1")))).name).to.equal("ProbeRefused");
    for (const error of [logs, processes]) {
      expect(inspect(error, { showHidden: true, depth: 9 })).to.not.match(/PRIVATE KEY|Bearer|eyJ|serviceaccount/);
    }
  });
});
