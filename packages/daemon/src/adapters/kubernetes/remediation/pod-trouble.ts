import type { V1ContainerStatus, V1Pod } from "@kubernetes/client-node";
import { statusesOf, troublesOf } from "../containers.ts";
import { oneLine } from "../format-text.ts";

/**
 * Why a pod isn't ready. `final`: it stays so. `lasting`: it stays so unless something else changes. `patient`: the
 * cluster may recover by itself, and reports when it gives up.
 */
export interface PodTrouble {
  readonly kind: "final" | "lasting" | "patient";
  readonly words: string;
}

const FINAL = new Set(["ErrImageNeverPull", "InvalidImageName"]);
const LASTING = new Set([
  "CrashLoopBackOff",
  "ImagePullBackOff",
  "ErrImagePull",
  "ImageInspectError",
  "RegistryUnavailable",
  "CreateContainerConfigError",
  "CreateContainerError",
  "RunContainerError",
]);
const ORDER: readonly PodTrouble["kind"][] = ["final", "lasting", "patient"];

export const isReady = ({ status }: V1Pod): boolean =>
  (status?.conditions ?? []).some(({ type, status: is }) => type === "Ready" && is === "True");

/** The worst; undefined where the pods only need time. */
export function podTroubleOf(pods: readonly V1Pod[]): PodTrouble | undefined {
  const found = pods.filter((pod) => !isReady(pod)).flatMap((pod) => troubleIn(pod) ?? []);
  return ORDER.map((kind) => found.find((each) => each.kind === kind)).find((each) => each !== undefined);
}

function troubleIn(pod: V1Pod): PodTrouble | undefined {
  const name = `Pod ${oneLine(pod.metadata?.name)}`;
  for (const status of statusesOf(pod)) {
    const waiting = status.state?.waiting;
    const reason = waiting?.reason ?? "";
    const isKnown = FINAL.has(reason) || LASTING.has(reason);
    if (!isKnown && !hasCrashed(status)) continue;
    const [what = "It can't start."] = troublesOf(pod, status);
    const message = reason.includes("Image") && waiting?.message ? ` ${oneLine(waiting.message)}` : "";
    return { kind: FINAL.has(reason) ? "final" : "lasting", words: `${name}: ${what}${message}` };
  }
  const scheduled = pod.status?.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status !== "False") return undefined;
  const why = oneLine(scheduled.message ?? scheduled.reason) || "no reason given";
  return { kind: "patient", words: `${name}: no node takes it: ${why}` };
}

/** Between two crashes a container is started again, and waits for nothing. */
function hasCrashed({ ready, restartCount, state, lastState }: V1ContainerStatus): boolean {
  const ended = state?.terminated ?? lastState?.terminated;
  return !ready && restartCount > 0 && ended !== undefined && ended.exitCode !== 0;
}
