import { INSTANCE_CHARS_MAX, LABELS_MAX, SERIES_KEY_CHARS_MAX } from "../detection-bounds.ts";
import { plainName } from "../rules/metric-scope.ts";

/** A 53-bit digest, which identifies some thousand texts in little memory. */
export function digestOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35) ^ Math.imul(high ^ (high >>> 13), 0x27d4eb2f);
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35) ^ Math.imul(low ^ (low >>> 13), 0x27d4eb2f);
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}

type Labels = Readonly<Record<string, string>>;

/** Labels that distinguish instances of one thing: forty failing pods are one condition. */
const INSTANCE_LABELS: ReadonlySet<string> = new Set([
  ...["pod", "pod_name", "pod_id", "pod_uid", "pod_ip", "kubernetes_pod_name"],
  ...["k8s_pod_name", "k8s_pod_uid", "k8s_pod_ip", "k8s_node_name", "k8s_node_uid"],
  ...["host", "hostname", "host_name", "host_id", "host_ip", "node", "nodename", "node_name", "node_id"],
  ...["instance", "instance_id", "instance_name", "service_instance_id", "machine", "machine_id", "vm", "ip", "uid"],
  ...["container_id", "task_id", "task_arn", "replica", "replica_id", "worker", "worker_id"],
  ...["pid", "process_id", "process_pid", "cpu", "core", "cpu_logical_number"],
]);

/** Environments have separate states. */
const ENVIRONMENT_LABELS: ReadonlySet<string> = new Set(["env", "environment"]);

/** One of several series that differ in instance labels only. */
export interface Instance {
  readonly group: string;
  /** Its instance labels (`pod=a`), or empty. */
  readonly name: string;
}

/** A long text ends in a digest of the whole, so that different series stay different. */
function cut(text: string): string {
  if (text.length <= SERIES_KEY_CHARS_MAX) return text;
  const digest = `#${digestOf(text).toString(36)}`;
  return text.slice(0, SERIES_KEY_CHARS_MAX - digest.length) + digest;
}

function namesOf(labels: Labels): string[] {
  const names = Object.keys(labels);
  if (names.length > 1) names.sort();
  if (names.length > LABELS_MAX) names.length = LABELS_MAX;
  return names;
}

function join(labels: Labels, names: readonly string[]): string {
  let text = "";
  for (const label of names) text += text === "" ? `${label}=${labels[label]}` : `,${label}=${labels[label]}`;
  return text;
}

const withLabels = (name: string, labels: string): string => cut(labels === "" ? name : `${name}{${labels}}`);

export const seriesKey = (name: string, labels: Labels | undefined): string =>
  labels === undefined ? cut(name) : withLabels(name, join(labels, namesOf(labels)));

/** Null without instance labels. */
export function instanceOf(name: string, labels: Labels | undefined): Instance | null {
  if (labels === undefined) return null;
  const own: string[] = [];
  const common: string[] = [];
  const names = namesOf(labels);
  for (const label of names) {
    if (!ENVIRONMENT_LABELS.has(label)) (INSTANCE_LABELS.has(plainName(label)) ? own : common).push(label);
  }
  if (common.length === names.length) return null;
  return { group: withLabels(name, join(labels, common)), name: join(labels, own).slice(0, INSTANCE_CHARS_MAX) };
}
