import { isConfigured, kubeconfigProblem } from "../../adapters/kubernetes/cluster-connection.ts";
import type { Config } from "./config.ts";

const REMEDY = "docs/remediation-kubernetes.md says how to make one";

/** The problem of the cluster's configuration, if any; the start logs it. */
export function clusterWarning({
  kubeconfig,
  remediationMode,
  roles,
}: Pick<Config, "kubeconfig" | "remediationMode" | "roles">): string | undefined {
  // Ingestion uses no cluster.
  if (!roles.some((role) => role !== "ingest")) return undefined;
  const isLive = remediationMode === "live";
  const problem = kubeconfigProblem(kubeconfig);
  if (problem !== undefined) {
    const what = isLive ? "Probes of pods fail, and no action on a cluster can be requested" : "Probes of pods fail";
    return `${problem}. ${what}. Put the file there, or unset KUBECONFIG where the daemon runs in the cluster; ${REMEDY}`;
  }
  if (!isLive || isConfigured(kubeconfig)) return undefined;
  return `TOCSIN_REMEDIATION_MODE is live, and no Kubernetes cluster is configured: actions on one can't be requested, and those that were fail. Set KUBECONFIG, or run the daemon in a cluster; ${REMEDY}`;
}
