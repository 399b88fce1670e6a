import type { Probers } from "../../probe/run-tool.ts";
import type { Config } from "../config/config.ts";
import { onFirstCall } from "../runtime/load-once.ts";

/** What looks at clusters, addresses and clouds. Their clients are large, and loaded when the first tool needs them. */
export function createProbers(config: Config): Probers {
  const pod = onFirstCall(async () => {
    const { createPodProber } = await import("../../adapters/kubernetes/pod-prober.ts");
    return createPodProber({ kubeconfig: config.kubeconfig }).run;
  });
  const http = onFirstCall(async () => {
    const { createHttpProber } = await import("../../adapters/http-probe/http-prober.ts");
    return createHttpProber({ hosts: config.probeHosts, networks: config.probeNetworks }).run;
  });
  const aws = onFirstCall(async () => {
    const { createAwsProber } = await import("../../adapters/aws/cloud-prober.ts");
    const { awsRoles: roles, awsExternalId: externalId, awsEndpointUrl: endpointUrl } = config;
    return createAwsProber({ roles, externalId, endpointUrl }).run;
  });
  return { pod: { run: pod }, http: { run: http }, clouds: [{ provider: "aws", run: aws }] };
}
