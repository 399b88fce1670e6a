import type { CloudProber, HttpProber, PodProber } from "../probe/prober.ts";
import type { Probers } from "../probe/run-tool.ts";
import type { Config } from "./config.ts";
import { once } from "./once.ts";

/** What looks at clusters, addresses and clouds. Their clients are large, and loaded when the first tool needs them. */
export function createProbers(config: Config): Probers {
  const pod = once(async (): Promise<PodProber> => {
    const { createPodProber } = await import("../adapters/kubernetes/pod-prober.ts");
    return createPodProber({ kubeconfig: config.kubeconfig });
  });
  const http = once(async (): Promise<HttpProber> => {
    const { createHttpProber } = await import("../adapters/http-probe/http-prober.ts");
    return createHttpProber({ hosts: config.probeHosts, networks: config.probeNetworks });
  });
  const aws = once(async (): Promise<CloudProber> => {
    const { createAwsProber } = await import("../adapters/aws/cloud-prober.ts");
    return createAwsProber({
      roles: config.awsRoles,
      externalId: config.awsExternalId,
      endpointUrl: config.awsEndpointUrl,
    });
  });
  return {
    pod: { run: async (...given) => (await pod()).run(...given) },
    http: { run: async (...given) => (await http()).run(...given) },
    clouds: [{ provider: "aws", run: async (...given) => (await aws()).run(...given) }],
  };
}
