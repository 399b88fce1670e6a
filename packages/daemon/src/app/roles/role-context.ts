import type { Logger } from "../../kernel/logger.ts";
import type { CurrentPolicy } from "../../remediate/policy/policy.ts";
import type { BrokerAccess } from "../backends/broker-owner.ts";
import type { Config } from "../config/config.ts";
import type { StorageWait } from "../runtime/storage-wait.ts";

/** The parts of the process that every role uses. */
export interface RoleContext {
  readonly config: Config;
  readonly logger: Logger;
  /** The current policy; a decision reads it once. */
  readonly policy: CurrentPolicy;
  /** Serializes writes of the embedded database over all threads. */
  readonly writeLock: SharedArrayBuffer;
  /** The metrics of the whole process, for /metrics. */
  readonly processMetrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** Reasons why the process is not ready. */
  readonly processNotReady: () => Promise<readonly string[]>;
  /** For steps of the start that need storage. */
  readonly storage: StorageWait;
  /** Call it right before the role listens: until then, the process answers at this address. */
  readonly takeAddress: () => Promise<void>;
  /** Problems of a working process that need an operator. */
  readonly processWarnings: () => Promise<readonly string[]>;
  readonly broker: BrokerAccess;
}

/** A role after its start. */
export interface RunningRole {
  /** This role's metrics in the JSON form of prom-client, which can be aggregated. */
  metrics(): Promise<unknown>;
  notReady(): Promise<readonly string[]>;
  /** Problems of a working role that need an operator. */
  warnings?(): Promise<readonly string[]>;
  /** Undefined where the role does not listen. */
  readonly address: string | undefined;
  /** Ends running requests and the role within ten seconds. */
  stop(): Promise<void>;
}

export interface CoreOptions {
  /** True in tests: an answer that contradicts the OpenAPI document fails. */
  readonly validateResponses: boolean;
}
