import type { Logger } from "../../kernel/logger.ts";
import type { CurrentPolicy } from "../../remediate/policy/policy.ts";
import type { BrokerAccess } from "../backends/broker-access.ts";
import type { Config } from "../config/config.ts";
import type { StorageWait } from "../runtime/storage-wait.ts";

/** What every role is given. */
export interface RoleContext {
  readonly config: Config;
  readonly logger: Logger;
  /** The one that holds now: a decision asks once. */
  readonly policy: CurrentPolicy;
  /** Whose turn it is to write the embedded database, over all threads. */
  readonly writeTurns: SharedArrayBuffer;
  /** The metrics of the whole process, for /metrics. */
  readonly processMetrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** Why the whole process is not ready. */
  readonly processNotReady: () => Promise<readonly string[]>;
  /** For steps of the start that need storage. */
  readonly storage: StorageWait;
  /** To be called right before the role listens: until then the process answers at its address. */
  readonly takeAddress: () => Promise<void>;
  /** Problems that an operator has to look at, though the process works. */
  readonly processWarnings: () => Promise<readonly string[]>;
  readonly broker: BrokerAccess;
}

/** A part of the daemon that runs. */
export interface RunningRole {
  /** prom-client's form of this role's metrics, to be added up over threads. */
  metrics(): Promise<unknown>;
  notReady(): Promise<readonly string[]>;
  /** Problems that an operator has to look at, though the role works. */
  warnings?(): Promise<readonly string[]>;
  /** Where it listens, if it does. */
  readonly address: string | undefined;
  /** Answers or refuses what is under way, then ends; in under ten seconds. */
  stop(): Promise<void>;
}

export interface CoreOptions {
  /** On in tests: a handler that answers other than the document says fails. */
  readonly validateResponses: boolean;
}
