import { createConnection } from "../../adapters/kubernetes/connection.ts";
import { ClusterFailed } from "../../adapters/kubernetes/failure.ts";
import { createKubernetesExecutor } from "../../adapters/kubernetes/remediation/executor.ts";
import { namespacesFor } from "../../adapters/kubernetes/remediation/find.ts";
import { inCluster } from "../../adapters/kubernetes/remediation/in-cluster.ts";
import { systemClock } from "../../kernel/clock.ts";
import { conventionalAim, isBuiltIn } from "../../remediate/execute/aims.ts";
import { createSimulation } from "../../remediate/execute/simulate.ts";
import type { ExecutorOf } from "../../remediate/executor.ts";
import type { CurrentPolicy } from "../../remediate/policy/policy.ts";
import { createWebhookExecutor } from "../../remediate/webhook/executor.ts";
import type { Config } from "../config/config.ts";
import { secretOf } from "../config/environment-secret.ts";
import { lazyOutbound } from "./lazy-outbound.ts";

/** Who does an action, in the mode of the daemon; undefined for one that nobody does. */
export function createExecutors(
  config: Pick<Config, "allowedNamespaces" | "kubeconfig" | "outboundHosts" | "remediationMode">,
  policy: CurrentPolicy,
): ExecutorOf {
  const { kubeconfig, allowedNamespaces: namespaces } = config;
  const connection = createConnection(kubeconfig);
  const live = {
    kubernetes: createKubernetesExecutor({ kubeconfig, namespaces, clock: systemClock }),
    webhook: createWebhookExecutor({ policy, outbound: lazyOutbound({ hosts: config.outboundHosts }), secretOf }),
  };
  const simulated = {
    kubernetes: createSimulation(
      {
        // A simulation is refused the namespaces that live mode would refuse.
        async aim({ organizationId }, wanted) {
          const aim = conventionalAim(wanted, (named) => namespacesFor(namespaces, organizationId, named)[0]);
          return inCluster(aim, connection).catch((error: unknown) => {
            if (error instanceof ClusterFailed) return aim;
            throw error;
          });
        },
        render: live.kubernetes.render,
      },
      systemClock,
    ),
    webhook: createSimulation(live.webhook, systemClock),
  };
  const { kubernetes, webhook } = config.remediationMode === "live" ? live : simulated;
  return (actionType) => {
    if (isBuiltIn(actionType)) return kubernetes;
    return policy.current().actions.has(actionType) ? webhook : undefined;
  };
}
