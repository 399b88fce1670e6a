import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  loadAllYaml,
  type V1Container,
  type V1Deployment,
  type V1Pod,
} from "@kubernetes/client-node";
import { waitFor } from "../../support/wait.ts";

const IMAGE = process.env["TOCSIN_TEST_KUBE_IMAGE"] || "busybox:1";
/** A new image is pulled, a crash loop takes its pauses. */
export const SLOW_MS = 120_000;

/** A container that runs well. */
export const RUNNING = { command: ["sh", "-c", "while true; do sleep 1; done"] };

export const isRolledOut = ({ spec, status }: V1Deployment): boolean =>
  status?.availableReplicas === spec?.replicas &&
  status?.updatedReplicas === spec?.replicas &&
  status?.replicas === spec?.replicas;

type Example = "probes" | "remediation";

/** A namespace of its own in the cluster that KUBECONFIG names, gone with `close`. */
export interface RealCluster {
  readonly namespace: string;
  /** Of whoever runs the tests. */
  readonly kubeconfig: string;
  /** Creates a pod with one container `app`, and waits until it is as wanted. */
  start(name: string, container: Partial<V1Container>, until: (pod: V1Pod) => boolean): Promise<void>;
  /**
   * Creates a deployment whose pods bear the label `app`, or changes the container `app` of one, and waits until the
   * cluster has begun with it; `until` it is as wanted.
   */
  deploy(
    name: string,
    container: Partial<V1Container>,
    until: (deployment: V1Deployment) => boolean,
    replicas?: number,
  ): Promise<void>;
  deployment(name: string): Promise<V1Deployment>;
  /** Of the deployment's name as the label `app`; those that are being deleted aren't among them. */
  pods(name: string): Promise<readonly V1Pod[]>;
  /** All deployments, ReplicaSets and pods, whole, as text: the same text is the same to the last byte. */
  objects(): Promise<string>;
  /** Of an account that may do what the published example grants, without the rules of these resources or verbs. */
  accountWithout(name: string, without: readonly string[], example?: Example): Promise<string>;
  close(): Promise<void>;
}

export async function openRealCluster(): Promise<RealCluster> {
  const kubeconfig = process.env["KUBECONFIG"] ?? "";
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const apps = config.makeApiClient(AppsV1Api);
  const namespace = `tocsin-probes-${randomBytes(4).toString("hex")}`;
  const home = mkdtempSync(join(tmpdir(), "tocsin-test-kube-"));
  await core.createNamespace({ body: { metadata: { name: namespace } } });
  return {
    namespace,
    kubeconfig,
    start: async (name, container, until) => {
      const containers = [{ name: "app", image: IMAGE, imagePullPolicy: "IfNotPresent", ...container }];
      const spec = { automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers };
      await core.createNamespacedPod({ namespace, body: { metadata: { name }, spec } });
      const isReady = async (): Promise<boolean> => until(await core.readNamespacedPod({ namespace, name }));
      await waitFor(isReady, { within: SLOW_MS, what: `pod ${name}` });
    },
    deploy: async (name, container, until, replicas = 2) => {
      const known = await apps.readNamespacedDeployment({ namespace, name }).catch(() => undefined);
      const body = deploymentOf(name, container, replicas);
      if (known) await apps.replaceNamespacedDeployment({ namespace, name, body });
      else await apps.createNamespacedDeployment({ namespace, body });
      const isAsWanted = async (): Promise<boolean> => {
        const now = await apps.readNamespacedDeployment({ namespace, name });
        const seen = now.status?.observedGeneration ?? 0;
        return seen > (known?.metadata?.generation ?? 0) && until(now);
      };
      await waitFor(isAsWanted, { within: SLOW_MS, what: `deployment ${name}` });
    },
    deployment: (name) => apps.readNamespacedDeployment({ namespace, name }),
    pods: async (name) => {
      const { items } = await core.listNamespacedPod({ namespace, labelSelector: `app=${name}` });
      return items.filter(({ metadata }) => metadata?.deletionTimestamp === undefined);
    },
    objects: async () =>
      JSON.stringify([
        await apps.listNamespacedDeployment({ namespace }).then(({ items }) => items),
        await apps.listNamespacedReplicaSet({ namespace }).then(({ items }) => items),
        await core.listNamespacedPod({ namespace }).then(({ items }) => items),
      ]),
    accountWithout: async (name, without, example = "probes") => {
      await applyExample(config, namespace, name, { example, without });
      const body = { spec: { audiences: [], expirationSeconds: 3600 } };
      const { status } = await core.createNamespacedServiceAccountToken({ namespace, name, body });
      const file = join(home, name);
      writeFileSync(file, withToken(config, status?.token ?? ""), { mode: 0o600 });
      return file;
    },
    close: async () => {
      await core.deleteNamespace({ name: namespace });
      rmSync(home, { recursive: true, force: true });
      const isGone = (): Promise<boolean> =>
        core.readNamespace({ name: namespace }).then(
          () => false,
          () => true,
        );
      await waitFor(isGone, { within: SLOW_MS, what: "the namespace to be gone" });
    },
  };
}

function deploymentOf(name: string, container: Partial<V1Container>, replicas: number): V1Deployment {
  const containers = [{ name: "app", image: IMAGE, imagePullPolicy: "IfNotPresent", ...container }];
  const spec = { automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers };
  const template = { metadata: { labels: { app: name } }, spec };
  // Without a readiness probe, a container that is about to crash counts as ready.
  const minReadySeconds = 2;
  return {
    metadata: { name },
    spec: { replicas, minReadySeconds, selector: { matchLabels: { app: name } }, template },
  };
}

/** The published rules, in this namespace, under another name. */
async function applyExample(
  config: KubeConfig,
  namespace: string,
  name: string,
  { example, without }: { readonly example: Example; readonly without: readonly string[] },
): Promise<void> {
  const file = new URL(`../../../../../examples/kubernetes/${example}-rbac.yaml`, import.meta.url);
  const objects = KubernetesObjectApi.makeApiClient(config);
  const renamed = readFileSync(file, "utf8")
    .replaceAll("namespace: default", `namespace: ${namespace}`)
    .replaceAll(/name: tocsin(-[a-z]+)?\b/g, `name: ${name}`);
  for (const object of loadAllYaml(renamed) as (KubernetesObject & { rules?: Rule[] })[]) {
    const rules = object.rules
      ?.filter((rule) => !rule.resources.some((resource) => without.includes(resource)))
      .map((rule) => ({ ...rule, verbs: rule.verbs.filter((verb) => !without.includes(verb)) }))
      .filter((rule) => rule.verbs.length > 0);
    await objects.create(rules ? { ...object, rules } : object);
  }
}

interface Rule {
  readonly resources: string[];
  readonly verbs: string[];
}

function withToken(config: KubeConfig, token: string): string {
  const { caData, caFile, server } = config.getCurrentCluster() ?? {};
  const authority = caData ?? (caFile ? readFileSync(caFile).toString("base64") : undefined);
  return JSON.stringify({
    clusters: [{ name: "c", cluster: { server, "certificate-authority-data": authority } }],
    users: [{ name: "u", user: { token } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
}
