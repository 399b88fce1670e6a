import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import type { PodLogsTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf } from "../support/kubernetes.ts";

/** The stores and helpers of the tests about getPodLogs. */
export function podLogs() {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  const tool: PodLogsTool = { type: "getPodLogs", namespace: "default", pod: "checkout-1" };

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    cluster.instead.clear();
    cluster.requests.length = 0;
    cluster.pods.set("checkout-1", podOf("checkout-1"));
    cluster.logs.set("app", ["started", "ERROR payment refused", "request served"]);
  });

  const askedOfLog = (): URLSearchParams => {
    const line = cluster.requests.find((request) => request.includes("/log?")) ?? "";
    return new URL(line.replace("GET ", ""), "https://localhost").searchParams;
  };

  return {
    tool,
    askedOfLog,
    get prober() {
      return prober;
    },
    get cluster() {
      return cluster;
    },
  };
}
