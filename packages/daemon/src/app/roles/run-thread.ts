import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { ConfigError } from "../config/config-error.ts";
import { openPolicyHolder, type PolicySource } from "../config/policy-file.ts";
import { createProcessLogger } from "../runtime/process-logger.ts";
import { releaseMemory, releaseMemoryWhenIdle } from "../runtime/release-memory.ts";
import { createStorageWait } from "../runtime/storage-wait.ts";
import { handleStrayErrors } from "../runtime/stray-errors.ts";
import { loadRole } from "./load-role.ts";
import type { RunningRole } from "./role-context.ts";
import type { BrokerQuestion, ThreadData } from "./role-thread.ts";
import { createRpc } from "./rpc.ts";

/** The inside of a role's thread: it answers what the process asks. */
export function runThread(): void {
  const { role, config, policySource, writeTurns } = workerData as ThreadData;
  const logger = createProcessLogger(config.logLevel, { role });
  handleStrayErrors(logger, (error) => {
    throw error; // ends the thread, of which the process is told
  });
  // The modules load while the process looks at storage.
  const loading = loadRole(role);
  const opening = openPolicyHolder(policySource);
  // The start of the role rejects with the error.
  for (const promise of [loading, opening]) promise.catch(() => undefined);
  let running: RunningRole | undefined;
  const rpc = createRpc(parentPort as MessagePort, {
    async start() {
      try {
        const [startRole, policy] = await Promise.all([loading, opening]);
        running = await startRole(
          {
            config,
            logger,
            policy,
            writeTurns,
            processMetrics: () => rpc.ask("processMetrics"),
            processNotReady: () => rpc.ask("processNotReady"),
            // The process ends this thread where it is asked to stop meanwhile.
            storage: createStorageWait({ logger, signal: new AbortController().signal }),
            takeAddress: () => rpc.ask("takeAddress", true, role),
            processWarnings: () => rpc.ask("processWarnings"),
            broker: {
              isAway: () => rpc.ask("brokerIsAway"),
              // The process bounds it.
              confirm: (link, broker) => rpc.ask("confirmBroker", true, { link, broker } satisfies BrokerQuestion),
            },
          },
          { validateResponses: false },
        );
        releaseMemory();
        releaseMemoryWhenIdle();
        return { address: running.address };
      } catch (error) {
        if (error instanceof ConfigError) return { problem: error.message };
        throw error;
      }
    },
    metrics: async () => running?.metrics() ?? [],
    replacePolicy: async (source) => (await opening).replace(source as PolicySource),
    notReady: async () => running?.notReady() ?? ["starting"],
    warnings: async () => running?.warnings?.() ?? [],
    stop: async () => running?.stop(),
  });
}
