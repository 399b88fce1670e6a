import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { ConfigError } from "../config/config-error.ts";
import { openPolicyHolder, type PolicySource } from "../config/policy-file.ts";
import { createProcessLogger } from "../runtime/process-logger.ts";
import { releaseMemory, releaseMemoryWhenIdle } from "../runtime/release-memory.ts";
import { createStorageWait } from "../runtime/storage-wait.ts";
import { handleStrayErrors } from "../runtime/stray-errors.ts";
import { loadRole } from "./load-role.ts";
import type { RunningRole } from "./role-context.ts";
import type { BrokerConfirmation, ThreadData } from "./role-thread.ts";
import { createRpc } from "./rpc.ts";

/** Runs in the thread of a role: it answers the calls of the process. */
export function runThread(): void {
  const { role, config, policySource, writeLock } = workerData as ThreadData;
  const logger = createProcessLogger(config.logLevel, { role });
  handleStrayErrors(logger, (error) => {
    throw error; // ends the thread; the process is notified
  });
  // The modules load while the process prepares storage.
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
            writeLock,
            processMetrics: () => rpc.call("processMetrics"),
            processNotReady: () => rpc.call("processNotReady"),
            // A process that stops during the start terminates this thread.
            storage: createStorageWait({ logger, signal: new AbortController().signal }),
            takeAddress: () => rpc.call("takeAddress", true, role),
            processWarnings: () => rpc.call("processWarnings"),
            broker: {
              isAway: () => rpc.call("brokerIsAway"),
              // The process has a time limit for it.
              confirm: (link, broker) => rpc.call("confirmBroker", true, { link, broker } satisfies BrokerConfirmation),
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
