import { workerData } from "node:worker_threads";
import { createWriteLock } from "../../src/store/sql/write-lock.ts";

/** What a thread is given that takes turns with others until it is told to stop. */
export interface LockTaker {
  readonly locks: SharedArrayBuffer;
  /** Cells: whether to stop, how many are within, how often more than one was, turns that were taken. */
  readonly cells: SharedArrayBuffer;
}

export const [STOP, WITHIN, CLASHES, TAKEN] = [0, 1, 2, 3];

/** Takes a turn, and counts whoever is within at the same time. */
export async function takeLock({ locks, cells: shared }: LockTaker): Promise<void> {
  const cells = new Int32Array(shared);
  const end = await createWriteLock(locks).acquire();
  if (Atomics.add(cells, WITHIN, 1) !== 0) Atomics.add(cells, CLASHES, 1);
  Atomics.add(cells, TAKEN, 1);
  Atomics.sub(cells, WITHIN, 1);
  end();
}

const given = workerData as LockTaker | null;
if (given?.locks) {
  const cells = new Int32Array(given.cells);
  // Who waits for a turn keeps no thread alive; those of the daemon have their ports.
  const alive = setInterval(() => undefined, 60_000);
  while (Atomics.load(cells, STOP) === 0) await takeLock(given);
  clearInterval(alive);
}
