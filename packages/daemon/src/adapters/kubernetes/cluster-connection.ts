import { accessSync, constants, statSync } from "node:fs";
import { delimiter } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { oneLine } from "./format-text.ts";
import { ClusterFailed } from "./kubernetes-failure.ts";

/** A configured cluster, and the client's library, which is loaded when a cluster is first asked. */
export interface Cluster {
  readonly kubernetes: typeof import("@kubernetes/client-node");
  readonly config: KubeConfig;
  /** Ends with a slash: some clusters live below a path. */
  readonly server: string;
}

export interface Connection {
  /** Asks nobody; throws `ClusterFailed` where none is configured or what is configured can't be used. */
  open(): Promise<Cluster>;
  /** Credentials that were refused are read again with the next `open`. */
  forget(): void;
}

/** Where Kubernetes puts the account of a pod (kubernetes.io, "Accessing the API from within a Pod"). */
const IN_CLUSTER_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** `kubeconfig`: a file, or several with the separator of PATH; undefined: the cluster that the daemon runs in. */
export function createConnection(kubeconfig: string | undefined): Connection {
  let opened: Promise<Cluster> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  const open = (): Promise<Cluster> => {
    opened ??= load(kubeconfig).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
  return { open, forget };
}

/** Whether one is configured; asks nobody, and loads nothing. */
export const isConfigured = (kubeconfig: string | undefined): boolean => kubeconfig !== undefined || runsInCluster();

/**
 * Why the files that `KUBECONFIG` names can't be used, for the operator; undefined if nothing is known. It reads no
 * file and no cluster: contents are read with the first request to the cluster.
 */
export function kubeconfigProblem(kubeconfig: string | undefined): string | undefined {
  if (kubeconfig === undefined) return undefined;
  const files = filesOf(kubeconfig);
  if (files.length === 0) return "KUBECONFIG names no file";
  const problems = files.flatMap((file) => {
    const problem = fileProblem(file);
    return problem === undefined ? [] : [`KUBECONFIG names ${oneLine(file)}, ${problem}`];
  });
  return problems.length === 0 ? undefined : problems.join("; ");
}

function fileProblem(file: string): string | undefined {
  try {
    if (!statSync(file).isFile()) return "which is no file";
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "which doesn't exist";
    return `which the daemon may not read (${code ?? "unknown error"})`;
  }
}

const filesOf = (kubeconfig: string): string[] => kubeconfig.split(delimiter).filter((file) => file !== "");

async function load(kubeconfig: string | undefined): Promise<Cluster> {
  if (!isConfigured(kubeconfig)) throw noCluster();
  const kubernetes = await import("@kubernetes/client-node");
  const config = new kubernetes.KubeConfig();
  try {
    if (kubeconfig === undefined) config.loadFromCluster();
    else loadFiles(kubernetes, config, kubeconfig);
  } catch {
    // The reason may quote the file, and the file holds keys; its path stands in the daemon's log.
    const isThere = kubeconfigProblem(kubeconfig) === undefined;
    const what = isThere ? "can't be read as a configuration of Kubernetes" : "doesn't exist, or may not be read";
    throw new ClusterFailed(`The file that KUBECONFIG names ${what}.`);
  }
  const server = config.getCurrentCluster()?.server;
  if (!server || !URL.canParse(server)) {
    throw new ClusterFailed("KUBECONFIG names no current cluster: set current-context in the file.");
  }
  return { kubernetes, config, server: server.endsWith("/") ? server : `${server}/` };
}

function loadFiles(kubernetes: Cluster["kubernetes"], config: KubeConfig, kubeconfig: string): void {
  const [first = "", ...others] = filesOf(kubeconfig);
  config.loadFromFile(first);
  for (const file of others) {
    const other = new kubernetes.KubeConfig();
    other.loadFromFile(file);
    config.mergeConfig(other, Boolean(config.getCurrentContext()));
  }
}

function runsInCluster(): boolean {
  try {
    accessSync(IN_CLUSTER_TOKEN, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const noCluster = (): ClusterFailed =>
  new ClusterFailed("No Kubernetes cluster is configured: set KUBECONFIG, or run the daemon in a cluster.", "none");
