import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  loadAllYaml,
  type V1Container,
  type V1Pod,
} from "@kubernetes/client-node";
import { waitFor } from "../../support/wait.ts";

const IMAGE = process.env["TOCSIN_TEST_KUBE_IMAGE"] || "busybox:1";
/** A new image is pulled, a crash loop takes its pauses. */
export const SLOW_MS = 120_000;

/** A namespace of its own in the cluster that KUBECONFIG names, gone with `close`. */
export interface RealCluster {
  readonly namespace: string;
  /** Of whoever runs the tests. */
  readonly kubeconfig: string;
  /** Creates a pod with one container `app`, and waits until it is as wanted. */
  start(name: string, container: Partial<V1Container>, until: (pod: V1Pod) => boolean): Promise<void>;
  /** Of an account that may do what the published example grants, without the rules of these resources. */
  accountWithout(name: string, resources: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export async function openRealCluster(): Promise<RealCluster> {
  const kubeconfig = process.env["KUBECONFIG"] ?? "";
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
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
    accountWithout: async (name, resources) => {
      await applyExample(config, namespace, name, resources);
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

/** The published rules, in this namespace, under another name. */
async function applyExample(
  config: KubeConfig,
  namespace: string,
  name: string,
  without: readonly string[],
): Promise<void> {
  const text = readFileSync(new URL("../../../../../examples/kubernetes/probes-rbac.yaml", import.meta.url), "utf8");
  const objects = KubernetesObjectApi.makeApiClient(config);
  const renamed = text
    .replaceAll("namespace: default", `namespace: ${namespace}`)
    .replaceAll(/name: tocsin(-probes)?\b/g, `name: ${name}`);
  for (const object of loadAllYaml(renamed) as (KubernetesObject & { rules?: { resources: string[] }[] })[]) {
    const rules = object.rules?.filter((rule) => !rule.resources.some((resource) => without.includes(resource)));
    await objects.create(rules ? { ...object, rules } : object);
  }
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
