import pLimit from "p-limit";

/** Runs one piece of work at a time, in the order of the calls; work that fails holds up no other. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

export const createMutex = (): Mutex => pLimit(1);
