import type { V1Pod } from "@kubernetes/client-node";
import type { PodTool } from "../../model/diagnostic-tool.ts";
import { ProbeRefused } from "../../probe/prober.ts";

/** Kubernetes' own rules for names (kubernetes.io, "Object Names and IDs"): RFC 1123 labels and subdomains. */
const LABEL_LENGTH_MAX = 63;
const SUBDOMAIN_LENGTH_MAX = 253;
const isLabel = (text: string): boolean =>
  text.length <= LABEL_LENGTH_MAX && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text);
const isSubdomain = (text: string): boolean =>
  text.length <= SUBDOMAIN_LENGTH_MAX && text.split(".").every((part) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part));

/** Before anything of it becomes part of an address. */
export function checkNames(tool: PodTool): void {
  if (!isLabel(tool.namespace)) throw new ProbeRefused("namespace isn't a name that Kubernetes allows.");
  if (!isSubdomain(tool.pod)) throw new ProbeRefused("pod isn't a name that Kubernetes allows.");
  const container = "container" in tool ? tool.container : undefined;
  if (container !== undefined && !isLabel(container)) {
    throw new ProbeRefused("container isn't a name that Kubernetes allows.");
  }
}

/** Names of pods are in lower case, those of services as people write them. */
export function belongsByName(pod: string, services: readonly string[]): boolean {
  return services.some((service) => {
    const name = service.toLowerCase();
    return name !== "" && (pod === name || pod.startsWith(`${name}-`));
  });
}

export function belongsByLabel(pod: V1Pod, services: readonly string[]): boolean {
  const labels = pod.metadata?.labels ?? {};
  const named = [labels["app"], labels["app.kubernetes.io/name"]].filter(
    (label) => label !== undefined && label !== "",
  );
  return services.some((service) => named.some((label) => label?.toLowerCase() === service.toLowerCase()));
}

/** The same words whether the pod belongs to another service or isn't there at all. */
export const refused = (pod: string): ProbeRefused =>
  new ProbeRefused(
    `Pod ${pod} isn't known to belong to a service of the incident: its labels app or app.kubernetes.io/name must say so, or its name must begin with the service's.`,
  );
