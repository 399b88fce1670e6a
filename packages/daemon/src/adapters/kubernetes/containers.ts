import type { V1ContainerState, V1ContainerStatus, V1Pod } from "@kubernetes/client-node";
import { counted, isoOf, oneLine } from "./format-text.ts";
import { ClusterFailed } from "./kubernetes-failure.ts";

/** Looked at, of a pod; a usual one has a handful. */
export const CONTAINERS_MAX = 50;

/** The one that was asked for, or the pod's first. */
export function chooseContainer(pod: V1Pod, wanted: string | undefined): string {
  const names = (pod.spec?.containers ?? []).map((container) => container.name);
  const others = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.ephemeralContainers ?? [])];
  const known = [...names, ...others.map((container) => container.name)];
  const chosen = wanted ?? names[0];
  if (chosen !== undefined && known.includes(chosen)) return chosen;
  const has = known
    .slice(0, CONTAINERS_MAX)
    .map((name) => oneLine(name))
    .join(", ");
  throw new ClusterFailed(
    wanted === undefined ? "The pod has no container." : `The pod has no container ${wanted}; it has ${has || "none"}.`,
  );
}

/** Init containers last: what they did is over, most of the time. */
export function statusesOf(pod: V1Pod): readonly V1ContainerStatus[] {
  const { containerStatuses, ephemeralContainerStatuses, initContainerStatuses } = pod.status ?? {};
  const all = [...(containerStatuses ?? []), ...(ephemeralContainerStatuses ?? []), ...(initContainerStatuses ?? [])];
  return all.slice(0, CONTAINERS_MAX);
}

export const statusOf = (pod: V1Pod, container: string): V1ContainerStatus | undefined =>
  statusesOf(pod).find((status) => status.name === container);

/** `waiting, CrashLoopBackOff: back-off 10s restarting failed container` */
export function describeState(state: V1ContainerState | undefined): string {
  if (state?.running) return `running since ${isoOf(state.running.startedAt)}`;
  if (state?.waiting) return withMessage(`waiting, ${oneLine(state.waiting.reason)}`, state.waiting.message);
  const ended = state?.terminated;
  if (!ended) return "unknown";
  const signal = ended.signal ? `, signal ${ended.signal}` : "";
  const reason = ended.reason ? `, ${oneLine(ended.reason)}` : "";
  const span = `, ${isoOf(ended.startedAt)} to ${isoOf(ended.finishedAt)}`;
  return withMessage(`terminated, exit code ${ended.exitCode}${signal}${reason}${span}`, ended.message);
}

const withMessage = (words: string, message: string | undefined): string =>
  message ? `${words}: ${oneLine(message)}` : words;

const PULL_REASONS = new Set([
  "ErrImagePull",
  "ImagePullBackOff",
  "ErrImageNeverPull",
  "InvalidImageName",
  "ImageInspectError",
  "RegistryUnavailable",
]);

/** Problems of a container, a sentence each. */
export function troublesOf(pod: V1Pod, status: V1ContainerStatus): readonly string[] {
  const found: string[] = [];
  const name = `Container ${oneLine(status.name)}`;
  const ended = status.state?.terminated ?? status.lastState?.terminated;
  const waiting = oneLine(status.state?.waiting?.reason);
  const restarts = counted(status.restartCount, "restart");
  const last = ended ? isoOf(ended.finishedAt) : "";
  if (ended?.reason === "OOMKilled") {
    const limit = pod.spec?.containers?.find((container) => container.name === status.name)?.resources?.limits?.[
      "memory"
    ];
    const bound = limit ? ` (limit ${oneLine(limit)})` : "";
    found.push(`${name} was killed because it ran out of memory${bound}, last at ${last}; ${restarts}.`);
  }
  if (waiting === "CrashLoopBackOff") {
    found.push(`${name} crashes in a loop: exit code ${ended?.exitCode ?? "unknown"}, last at ${last}; ${restarts}.`);
  } else if (PULL_REASONS.has(waiting)) {
    found.push(`${name} can't start: its image ${oneLine(status.image)} can't be had (${waiting}).`);
  } else if (waiting) {
    found.push(`${name} is waiting: ${describeState(status.state).replace("waiting, ", "")}.`);
  } else if (ended && ended.exitCode !== 0 && ended.reason !== "OOMKilled") {
    found.push(`${name} ended with exit code ${ended.exitCode}, last at ${last}; ${restarts}.`);
  } else if (status.state?.running && !status.ready) {
    found.push(`${name} runs and isn't ready.`);
  }
  return found;
}
