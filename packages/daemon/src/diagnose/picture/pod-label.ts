/** Names as Kubernetes allows them (RFC 1123 subdomains). What else a label holds must not become a parameter. */
const PART = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const POD = new RegExp(
  `(?:^|,)(?:pod|pod_name|kubernetes_pod_name|k8s_pod_name|k8s\\.pod\\.name)=(${PART}(?:\\.${PART}){0,9})(?=,|$)`,
);

/** The pod that an instance of a series is, such as `pod=checkout-1`; null for none. */
export const podOf = (instance: string | null): string | null => POD.exec(instance ?? "")?.[1] ?? null;
