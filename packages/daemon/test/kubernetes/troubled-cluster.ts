import { readFileSync, writeFileSync } from "node:fs";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, kubeconfigOf, openFakeKubernetes, podOf } from "../support/kubernetes.ts";

/** The stores and helpers of the tests about a cluster in trouble. */
export function troubledCluster() {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  const tool = { type: "describePod", namespace: "shop", pod: "checkout-1" } as const;

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    cluster.instead.clear();
    cluster.pods.set("checkout-1", podOf("checkout-1", { metadata: { namespace: "shop" } }));
  });

  const withServer = (server: string, ca: string, token: string): PodProber => {
    const kubeconfig = `${cluster.kubeconfig}-other`;
    writeFileSync(kubeconfig, kubeconfigOf(server, ca, token));
    return createPodProber({ kubeconfig });
  };

  const configuration = () => JSON.parse(readFileSync(cluster.kubeconfig, "utf8"));

  const answers: readonly (readonly [number, string, string])[] = [
    [400, "BadRequest", "The cluster refuses the request (400 BadRequest)."],
    [403, "Forbidden", "The daemon may not get pods in namespace shop: grant its account that right."],
    [404, "NotFound", "There is no pod checkout-1 in namespace shop."],
    [409, "Conflict", "The pod checkout-1 is being changed at the moment; try again."],
    [422, "Invalid", "The cluster refuses the parameters as they are (422)."],
    [429, "TooManyRequests", "The cluster is asked too much at the moment; try again later."],
    [500, "InternalError", "The cluster or the node of the pod is in trouble (500 InternalError); try again later."],
    [503, "<b>", "The cluster or the node of the pod is in trouble (503); try again later."],
  ];

  return {
    answers,
    tool,
    configuration,
    withServer,
    get cluster() {
      return cluster;
    },
    get prober() {
      return prober;
    },
  };
}
