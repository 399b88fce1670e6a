import { nameWords } from "../../model/golden-signal.ts";
import type { Deviation } from "./deviations.ts";
import { isSilence, isWorse, type Symptom } from "./service-trouble.ts";
import { isAboutDisk } from "./signal-words.ts";
import type { Suspect } from "./suspect.ts";
import type { View } from "./view.ts";

/** Kubernetes names (RFC 1123 subdomains). Other label values must not become parameters. */
const PART = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const POD = new RegExp(
  `(?:^|,)(?:pod|pod_name|kubernetes_pod_name|k8s_pod_name|k8s\\.pod\\.name)=(${PART}(?:\\.${PART}){0,9})(?=,|$)`,
);

/** The pod of a series such as `pod=checkout-1`; null for none. */
export const podOf = (instance: string | null): string | null => POD.exec(instance ?? "")?.[1] ?? null;

/** The category of a cause. */
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

/** A change is named as the cause from this guilt on. */
const GUILTY_FROM = 0.4;
const OUTWARD_FROM = 0.9;
const memoryWords = new Set(["memory", "mem", "heap", "rss", "oom"]);
const processorWords = new Set(["cpu", "processor", "load"]);

export function causeKindOf(view: View, suspect: Suspect): CauseKind {
  if (suspect.features.change >= GUILTY_FROM) return "change";
  const heaviest = suspect.trouble?.symptoms[0];
  if (heaviest && isSilence(heaviest.deviation)) return "silence";
  if (suspect.outward.share >= OUTWARD_FROM) return "outside";
  if (!suspect.sign && lonePodOf(view, suspect) !== null) return "instance";
  const shown = shownOf(suspect);
  if (!shown || !isWorse(shown)) return "unclear";
  const { signal } = shown;
  if (signal.nature === "resource") {
    if (isAbout(shown, memoryWords)) return "memory";
    return isAboutDisk(signal.name) ? "disk" : "saturation";
  }
  if (signal.nature === "latency") return "latency";
  return signal.nature === "errors" ? "errors" : "unclear";
}

/** Growing memory precedes the processor from this growth and relative weight on. */
const GROWN = 1.3;
const NEARLY_AS_HEAVY = 0.3;
const EXPLAINS = 0.5;

/**
 * The heaviest metric, or a resource of half its weight, because resources explain latency and errors. Filling memory
 * also loads the processor (collection, swapping).
 */
export function metricOf({ trouble }: Suspect): Symptom | null {
  const metrics = trouble?.symptoms.filter(({ deviation }) => deviation.signal.kind === "metric") ?? [];
  const first = metrics[0];
  if (!first) return null;
  const resource = metrics.find(({ deviation }) => deviation.signal.nature === "resource");
  const heaviest = resource && resource.weight >= EXPLAINS * first.weight ? resource : first;
  if (!isAbout(heaviest.deviation, processorWords)) return heaviest;
  const grown = metrics.find(
    (symptom) =>
      isAbout(symptom.deviation, memoryWords) &&
      symptom.weight >= NEARLY_AS_HEAVY * heaviest.weight &&
      symptom.deviation.after >= GROWN * symptom.deviation.before,
  );
  return grown ?? heaviest;
}

/** The first symptom to mention: of requests, of a resource that explains the rest, or the heaviest. */
export function shownOf(suspect: Suspect): Deviation | null {
  if (suspect.sign) return suspect.sign;
  const metric = metricOf(suspect);
  if (metric?.deviation.signal.nature === "resource") return metric.deviation;
  const symptoms = suspect.trouble?.symptoms ?? [];
  const first = symptoms[0];
  const resource = symptoms.find(({ deviation }) => deviation.signal.nature === "resource");
  const shown = resource && first && resource.weight >= EXPLAINS * first.weight ? resource : first;
  return shown?.deviation ?? null;
}

const isAbout = ({ signal }: Deviation, words: ReadonlySet<string>): boolean =>
  nameWords(signal.name).some((word) => words.has(word));

/** Maximum relative distance of the other instances. */
const QUIETER = 0.4;

/** The only deviating pod of several; null for none, or without a pod label. */
export function lonePodOf(view: View, { trouble, service }: Suspect): string | null {
  const heaviest = trouble?.symptoms.find(({ deviation }) => deviation.signal.metric?.instance);
  const metric = heaviest?.deviation.signal.metric;
  if (!heaviest || !metric?.instance || heaviest !== trouble?.symptoms[0]) return null;
  const isSibling = (other: { readonly service: string; readonly name: string; readonly instance: string | null }) =>
    other.service === service && other.name === metric.name && other.instance !== metric.instance;
  if (!view.picture.metrics.some(isSibling)) return null;
  const loudest = QUIETER * heaviest.deviation.distance;
  const hasCompany = view.deviations.some(
    ({ signal, distance }) => signal.metric !== null && isSibling(signal.metric) && distance > loudest,
  );
  if (hasCompany) return null;
  return podOf(metric.instance);
}
