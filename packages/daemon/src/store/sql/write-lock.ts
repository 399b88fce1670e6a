/** A ticket lock over the threads that write one SQLite file; SQLite's own is unfair and blocks the waiting thread. */
export interface WriteLock {
  /** Resolves to the function that releases it. */
  acquire(): Promise<() => void>;
}

/** Cells of the shared memory: the next ticket, and the ticket that holds the lock. */
const NEXT = 0;
const SERVING = 1;

/** The memory of a lock, to be handed to the other threads. */
export const newLockMemory = (): SharedArrayBuffer => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

export function createWriteLock(memory: SharedArrayBuffer): WriteLock {
  const cells = new Int32Array(memory);
  const release = (): void => {
    Atomics.add(cells, SERVING, 1);
    Atomics.notify(cells, SERVING);
  };
  return {
    async acquire() {
      const own = Atomics.add(cells, NEXT, 1);
      for (;;) {
        const serving = Atomics.load(cells, SERVING);
        if (serving === own) return release;
        const change = Atomics.waitAsync(cells, SERVING, serving);
        if (change.async) await change.value;
      }
    },
  };
}
