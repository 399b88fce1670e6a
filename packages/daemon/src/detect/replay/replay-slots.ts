import { ApplicationError } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";

const REPLAYS_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * Runs a replay of stored telemetry. Throws `too_many_running` if the organization has one already, and `overloaded` at
 * the limit of the process.
 */
export type ReplaySlots = <Result>(scope: Scope, work: () => Promise<Result>) => Promise<Result>;

export function createReplaySlots(): ReplaySlots {
  const running = new Set<string>();
  return async ({ organizationId }, work) => {
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (running.has(organizationId)) {
      const message = "A preview of this organization is still running. Try again when it has ended.";
      throw new ApplicationError("too_many_running", message, retry);
    }
    if (running.size >= REPLAYS_AT_ONCE) {
      const message = "The server runs as many previews as it may. Try again when one has ended.";
      throw new ApplicationError("overloaded", message, retry);
    }
    running.add(organizationId);
    try {
      return await work();
    } finally {
      running.delete(organizationId);
    }
  };
}
