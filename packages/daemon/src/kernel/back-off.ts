import { setTimeout as wait } from "node:timers/promises";
import { halfJitterGenerator, noJitterGenerator } from "cockatiel";

const optionsOf = (initialDelay: number, maxDelay: number) => ({
  initialDelay,
  maxDelay,
  exponent: 2,
  generator: halfJitterGenerator,
});

/** The pause after a number of earlier failures, doubled for each. */
export const doubledMs = (failures: number, initialDelay: number, maxDelay: number): number =>
  noJitterGenerator(failures, optionsOf(initialDelay, maxDelay))[0];

/** The same pause with up to half of it random, so that retries spread out. */
export const backOffMs = (failures: number, initialDelay: number, maxDelay: number): number =>
  halfJitterGenerator(failures, optionsOf(initialDelay, maxDelay))[0];

/** Resolves after the time, or at once when the signal aborts. */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
