import { halfJitterGenerator } from "cockatiel";

/** The pause after a number of earlier failures: doubled for each, up to half of it random, so that retries spread out. */
export const backOffMs = (failures: number, initialDelay: number, maxDelay: number): number =>
  halfJitterGenerator(failures, { initialDelay, maxDelay, exponent: 2, generator: halfJitterGenerator })[0];
