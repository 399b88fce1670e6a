/**
 * Who may write a SQLite file, of all threads of a process: first come, first served. SQLite alone lets the quickest in
 * and has the others sleep in the call, up to a tenth of a second at a time, in which their thread does nothing else.
 */
export interface WriteTurns {
  /** Resolves to what ends the turn. */
  take(): Promise<() => void>;
}

/** Places in the shared memory: the next ticket, and the one whose turn it is. */
const NEXT = 0;
const SERVING = 1;

/** To be handed to the other threads. */
export const newWriteTurns = (): SharedArrayBuffer => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

export function writeTurns(shared: SharedArrayBuffer): WriteTurns {
  const cells = new Int32Array(shared);
  const end = (): void => {
    Atomics.add(cells, SERVING, 1);
    Atomics.notify(cells, SERVING);
  };
  return {
    async take() {
      const own = Atomics.add(cells, NEXT, 1);
      for (;;) {
        const serving = Atomics.load(cells, SERVING);
        if (serving === own) return end;
        const change = Atomics.waitAsync(cells, SERVING, serving);
        if (change.async) await change.value;
      }
    },
  };
}
