import { nameWords } from "./nature.ts";
import { isSilence, type Symptom } from "./service-trouble.ts";
import type { Suspect } from "./suspect.ts";
import type { View } from "./view.ts";

/** What kind of thing went wrong. */
export type CauseKind =
  | "change"
  | "outside"
  | "silence"
  | "instance"
  | "memory"
  | "disk"
  | "saturation"
  | "errors"
  | "latency"
  | "unclear";

/** From here on a change is named as the cause. */
export const GUILTY_FROM = 0.4;
const OUTWARD_FROM = 0.9;
const memoryWords = new Set(["memory", "mem", "heap", "rss", "oom"]);
const diskWords = new Set(["disk", "fs", "filesystem", "inode", "inodes"]);

export function causeKindOf(view: View, suspect: Suspect): CauseKind {
  if (suspect.features.change >= GUILTY_FROM) return "change";
  const heaviest = suspect.trouble?.symptoms[0];
  if (!heaviest) return "unclear";
  if (isSilence(heaviest.deviation)) return "silence";
  if (suspect.features.outward >= OUTWARD_FROM) return "outside";
  if (lonePodOf(view, suspect) !== null) return "instance";
  const { signal } = heaviest.deviation;
  if (signal.nature === "resource") {
    const words = nameWords(signal.name);
    if (words.some((word) => memoryWords.has(word))) return "memory";
    return words.some((word) => diskWords.has(word)) ? "disk" : "saturation";
  }
  if (signal.nature === "latency") return "latency";
  return signal.nature === "errors" ? "errors" : "unclear";
}

/** The heaviest that is a metric: what a diagram would show. */
export const metricOf = ({ trouble }: Suspect): Symptom | null =>
  trouble?.symptoms.find(({ deviation }) => deviation.signal.kind === "metric") ?? null;

const POD_LABEL = /(?:^|[,\s])(?:pod|pod_name|k8s\.pod\.name)=([^,\s]+)/;
/** Others of the same metric must stay so much quieter. */
const QUIETER = 0.4;

/** The only one of several pods that deviates; null where there is none, or its label names no pod. */
export function lonePodOf(view: View, { trouble, service }: Suspect): string | null {
  const heaviest = trouble?.symptoms.find(({ deviation }) => deviation.signal.metric?.instance);
  const metric = heaviest?.deviation.signal.metric;
  if (!heaviest || !metric?.instance || heaviest !== trouble?.symptoms[0]) return null;
  const others = view.deviations.filter(
    ({ signal }) =>
      signal.service === service && signal.name === metric.name && signal.metric?.instance !== metric.instance,
  );
  if (others.length === 0 || others.some(({ distance }) => distance > QUIETER * heaviest.deviation.distance))
    return null;
  return POD_LABEL.exec(metric.instance)?.[1] ?? null;
}
