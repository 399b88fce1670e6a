import type { PodMetric, V1Container, V1Pod } from "@kubernetes/client-node";
import type { ProbeOutput } from "../../probe/prober.ts";
import { CONTAINERS_MAX } from "./containers.ts";
import { isoOf, oneLine } from "./format-text.ts";
import { formatCpu, formatMemory, readQuantity } from "./quantity.ts";

/** Share of a limit from which usage is reported. */
const NEAR_LIMIT = 0.8;

/** Why usage isn't known: the cluster measures none, has none of this pod, or doesn't let the daemon see it. */
export type UnknownUsage = string;

type Kind = "cpu" | "memory";
type Usages = ReadonlyMap<string, Readonly<Record<Kind, number | undefined>>>;

const inWords: Readonly<Record<Kind, (amount: number) => string>> = { cpu: formatCpu, memory: formatMemory };

export function describeResources(pod: V1Pod, metrics: PodMetric | UnknownUsage): ProbeOutput {
  const unknown = typeof metrics === "string" ? metrics : undefined;
  const usages = typeof metrics === "string" ? new Map() : usagesOf(metrics);
  const measuredAt = typeof metrics === "string" ? "" : isoOf(metrics.timestamp);
  const lines: string[] = [`Usage: ${unknown ?? `measured at ${measuredAt || "an unknown time"}`}`];
  const findings: { readonly sentence: string; readonly weight: number }[] = [];
  for (const container of (pod.spec?.containers ?? []).slice(0, CONTAINERS_MAX)) {
    lines.push(`Container ${oneLine(container.name)}:`);
    for (const kind of ["cpu", "memory"] as const) {
      const facts = factsOf(container, kind, usages);
      lines.push(`  ${kind}: ${facts.words}`);
      if (facts.finding) findings.push(facts.finding);
    }
  }
  findings.sort((one, other) => other.weight - one.weight);
  const sentences = findings.map(({ sentence }) => sentence);
  if (unknown) sentences.push(`Actual usage isn't known: ${unknown}.`);
  else if (sentences.length === 0) sentences.push("No container is near its limits.");
  return { text: lines.join("\n"), truncated: false, findings: sentences };
}

function factsOf(container: V1Container, kind: Kind, usages: Usages) {
  const used = usages.get(container.name)?.[kind];
  const request = readQuantity(container.resources?.requests?.[kind]);
  const limit = readQuantity(container.resources?.limits?.[kind]);
  const show = (amount: number | undefined): string => (amount === undefined ? "none" : inWords[kind](amount));
  const share = used !== undefined && limit ? used / limit : undefined;
  const percent = share === undefined ? "" : ` (${Math.round(share * 100)} % of the limit)`;
  const words = `uses ${used === undefined ? "unknown" : show(used)}${percent}, request ${show(request)}, limit ${show(limit)}`;
  const name = `Container ${oneLine(container.name)}`;
  if (share !== undefined && share >= NEAR_LIMIT) {
    const sentence = `${name} uses ${Math.round(share * 100)} % of its ${kind} limit (${show(used)} of ${show(limit)}).`;
    return { words, finding: { sentence, weight: share } };
  }
  if (limit === undefined && kind === "memory") {
    return { words, finding: { sentence: `${name} has no memory limit.`, weight: 0 } };
  }
  return { words, finding: undefined };
}

const usagesOf = (metrics: PodMetric): Usages =>
  new Map(
    (metrics.containers ?? []).map(({ name, usage }) => [
      name,
      { cpu: readQuantity(usage?.cpu), memory: readQuantity(usage?.memory) },
    ]),
  );
