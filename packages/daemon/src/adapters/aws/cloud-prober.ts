import { type Clock, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import type { CloudToolType } from "../../model/diagnostic-tool.ts";
import { type CloudProber, ProbeFailed, ProbeRefused } from "../../probe/prober.ts";
import { openSessions } from "./assume-role.ts";
import { failure } from "./aws-failure.ts";
import { targetOf } from "./aws-target.ts";
import { cloudLogs } from "./cloud-logs.ts";
import type { AccountRole, AwsTool, Call, ClientConfig } from "./cloud-tool.ts";
import { containerServiceHealth } from "./container-service-health.ts";
import { functionErrors } from "./function-errors.ts";
import { loadBalancerErrors } from "./load-balancer-errors.ts";
import { managedDbHealth } from "./managed-db-health.ts";
import { queueBacklog } from "./queue-backlog.ts";

export interface AwsProberOptions {
  /** Accounts that may be looked at; no other is. */
  readonly roles: readonly AccountRole[];
  readonly externalId: string | undefined;
  /** Address of another server in place of AWS. */
  readonly endpointUrl: string | undefined;
  readonly clock?: Clock;
}

const TOOLS: Readonly<Record<CloudToolType, AwsTool>> = {
  getCloudLogs: cloudLogs,
  getManagedDbHealth: managedDbHealth,
  getLoadBalancer5xxMetrics: loadBalancerErrors,
  getFunctionErrors: functionErrors,
  getQueueBacklog: queueBacklog,
  getContainerServiceHealth: containerServiceHealth,
};

const PROVIDER = "aws";
const WINDOW_SECONDS_DEFAULT = 900;
const WINDOW_SECONDS_MAX = 86_400;
const CONNECT_MS_MAX = 3_000;
/** The clients believe what an endpoint answers to have AWS' shape. */
const UNREADABLE = "AWS answered in a shape that can't be read.";
/** The first and two more. */
const TRIES_MAX = 3;

export function createAwsProber({
  roles,
  externalId,
  endpointUrl,
  clock = systemClock,
}: AwsProberOptions): CloudProber {
  const sessions = openSessions(externalId, clock);
  return {
    provider: PROVIDER,
    async run(tool, resource, organizationId, { bytes, signal }) {
      if (resource.provider !== PROVIDER || resource.organizationId !== organizationId) {
        throw new ProbeRefused("The resource isn't one of AWS that this organization mapped.");
      }
      const wanted = TOOLS[tool.type];
      const target = targetOf(wanted.shape, tool, resource, roles, organizationId);
      const config: ClientConfig<never> = {
        region: target.region,
        maxAttempts: TRIES_MAX,
        requestHandler: { connectionTimeout: CONNECT_MS_MAX },
        ...(endpointUrl === undefined ? {} : { endpoint: endpointUrl }),
      };
      const ask: Call["ask"] = async (action, send) => {
        try {
          signal.throwIfAborted();
          // The SDK waits between tries without looking at the signal.
          return await rejectOnAbort(send({ abortSignal: signal }), signal);
        } catch (error) {
          throw failure(error, action, target.name, signal);
        }
      };
      const credentials = await ask("sts:AssumeRole", ({ abortSignal }) =>
        sessions.credentials(target.role, wanted, resource.incidentId, config, abortSignal),
      );
      const to = clock.now();
      const window = Math.min(tool.sinceSeconds ?? WINDOW_SECONDS_DEFAULT, WINDOW_SECONDS_MAX) * SECOND_MS;
      const call = {
        target,
        config: { ...config, credentials },
        from: to - window,
        to,
        bytes,
        contains: tool.contains,
        ask,
      };
      return wanted.run(call).catch((error: unknown) => {
        throw error instanceof ProbeFailed ? error : new ProbeFailed(UNREADABLE, { cause: error });
      });
    },
  };
}
