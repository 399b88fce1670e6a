import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import type { PodTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, runningStatus } from "../support/kubernetes.ts";

/** The pod that the tests describe. */
export const TOOL: PodTool = { type: "describePod", namespace: "default", pod: "checkout-1" };

/** A cluster with a pod, for the tests about describePod. */
export function describedPod() {
  let cluster: FakeKubernetes;
  let prober: PodProber;

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

  const event = (minute: number, type: string, message: string) => ({
    metadata: {},
    involvedObject: {},
    type,
    reason: "BackOff",
    message,
    count: 12,
    lastTimestamp: new Date(Date.UTC(2026, 10, 20, 21, minute)).toISOString(),
  });

  return {
    withStatus,
    crashing,
    event,
    get prober() {
      return prober;
    },
    get cluster() {
      return cluster;
    },
  };
}
