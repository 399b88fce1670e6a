import { Worker } from "node:worker_threads";
import { coerceError } from "../../kernel/errors.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import type { PolicySource } from "../config/policy-file.ts";
import type { Role } from "../config/setting-values.ts";
import { abortable } from "../runtime/storage-wait.ts";
import type { RoleContext, RunningRole } from "./role-context.ts";
import { createRpc, type Rpc } from "./rpc.ts";
import { createThreadReadiness } from "./thread-readiness.ts";

/** Telemetry makes garbage in megabytes; collecting it more often costs less than the 200 MiB that letting it lie would. */
const YOUNG_GENERATION_MIB_MAX = 16;

/** The data that a thread is opened with. */
export interface ThreadData {
  readonly role: Role;
  readonly config: Config;
  readonly policySource: PolicySource | undefined;
  readonly writeTurns: SharedArrayBuffer;
}

/** The question of a thread to the process before one of its links uses a broker. */
export interface BrokerQuestion {
  readonly link: string;
  readonly broker: string;
}

export interface RoleThreadOptions {
  readonly role: Role;
  readonly context: RoleContext;
  readonly policySource: PolicySource | undefined;
  /** The file that the thread runs. */
  readonly entry: URL;
  /** Ends a start that waits, with StartAborted. */
  readonly signal: AbortSignal;
  /** Lets the role have its address, on which the process answers until then. */
  readonly releaseAddress: () => Promise<void>;
  /** Told when the thread ended without being asked to. */
  readonly broken: (role: Role, error: Error) => void;
}

export interface RoleThread {
  readonly rpc: Rpc;
  /** Throws ConfigError for settings that the role can't start with. */
  start(): Promise<RunningRole>;
  /** Ends a thread whose role wasn't started. */
  close(): Promise<void>;
}

/** A thread for a role. It loads its modules at once, and starts the role when it is asked to. */
export function openThread(options: RoleThreadOptions): RoleThread {
  const { role, context, policySource, signal } = options;
  const data: ThreadData = { role, config: context.config, policySource, writeTurns: context.writeTurns };
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
      const { link, broker } = given as BrokerQuestion;
      return context.broker.confirm(link, broker);
    },
  });
  const failed = new Promise<never>((_resolve, reject) => {
    thread.once("error", (error) => {
      reject(coerceError(error));
      if (!stopping) options.broken(role, coerceError(error));
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
    close,
    async start() {
      const starting = Promise.race([rpc.ask<{ address?: string; problem?: string }>("start", true), failed]);
      const { address, problem } = await abortable(starting, signal);
      if (problem !== undefined) throw new ConfigError(problem);
      return {
        address,
        metrics: () => rpc.ask("metrics"),
        notReady: createThreadReadiness({ role, ask: () => rpc.ask<readonly string[]>("notReady", true) }),
        warnings: () => rpc.ask<readonly string[]>("warnings").catch(() => []),
        async stop() {
          stopping = true;
          await rpc.ask("stop").catch(() => undefined);
          await close();
        },
      };
    },
  };
}
