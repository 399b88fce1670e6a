import { Worker } from "node:worker_threads";
import { coerceError } from "../../kernel/errors.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import type { PolicySource } from "../config/policy-file.ts";
import type { Role } from "../config/setting-values.ts";
import type { RoleContext, RunningRole } from "./role-context.ts";
import { createRpc } from "./rpc.ts";
import { createThreadReadiness } from "./thread-readiness.ts";

/** Telemetry produces megabytes of garbage; frequent collections cost less than the 200 MiB of the default size. */
const YOUNG_GENERATION_MIB_MAX = 16;

/** The worker data of a thread. */
export interface ThreadData {
  readonly role: Role;
  readonly config: Config;
  readonly policySource: PolicySource | undefined;
  readonly writeLock: SharedArrayBuffer;
}

/** The process confirms a broker before a link of a thread uses it. */
export interface BrokerConfirmation {
  readonly link: string;
  readonly broker: string;
}

export interface RoleThreadOptions {
  readonly role: Role;
  readonly context: RoleContext;
  readonly policySource: PolicySource | undefined;
  /** The file that the thread runs. */
  readonly entry: URL;
  /** Aborts a start that waits; its reason is StartAborted. */
  readonly signal: AbortSignal;
  /** Releases the address, at which the process answers until then. */
  readonly releaseAddress: () => Promise<void>;
  /** Called when the thread ends unexpectedly. */
  readonly onFailure: (role: Role, error: Error) => void;
}

export type RoleThread = ReturnType<typeof openThread>;

/** Opens a thread for a role. It loads its modules at once; `start` starts the role. */
export function openThread(options: RoleThreadOptions) {
  const { role, context, policySource, signal } = options;
  const data: ThreadData = { role, config: context.config, policySource, writeLock: context.writeLock };
  const thread = new Worker(options.entry, {
    workerData: data,
    name: role,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX },
  });
  let stopping = false;
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const rpc = createRpc(thread, {
    processMetrics: context.processMetrics,
    processNotReady: context.processNotReady,
    takeAddress: options.releaseAddress,
    processWarnings: context.processWarnings,
    brokerIsAway: () => context.broker.isAway(),
    confirmBroker(given) {
      const { link, broker } = given as BrokerConfirmation;
      return context.broker.confirm(link, broker);
    },
  });
  const failed = new Promise<never>((_resolve, reject) => {
    thread.once("error", (error) => {
      reject(coerceError(error));
      if (!stopping) options.onFailure(role, coerceError(error));
    });
  });
  failed.catch(() => undefined);
  const close = async (): Promise<void> => {
    stopping = true;
    await thread.terminate();
    await ended;
  };
  return {
    rpc,
    /** Ends a thread whose role has not started. */
    close,
    /** Throws ConfigError where the role can't start with these settings. */
    async start(): Promise<RunningRole> {
      const starting = Promise.race([rpc.call<{ address?: string; problem?: string }>("start", true), failed]);
      const { address, problem } = await rejectOnAbort(starting, signal);
      if (problem !== undefined) throw new ConfigError(problem);
      return {
        address,
        metrics: () => rpc.call("metrics"),
        notReady: createThreadReadiness({ role, ask: () => rpc.call<readonly string[]>("notReady", true) }),
        warnings: () => rpc.call<readonly string[]>("warnings").catch(() => []),
        async stop() {
          stopping = true;
          await rpc.call("stop").catch(() => undefined);
          await close();
        },
      };
    },
  };
}
