import type { Archive } from "../../src/archive/archive.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type SimulatedProcess, type VirtualTime, withServerClock } from "./virtual-time.ts";

/** What storage does to the calls of one process, or of all. */
export interface StoreFaults {
  /** Nothing answers. */
  isAway: boolean;
  /** Probability that a call fails before it does anything. */
  failsBefore: number;
  /** Probability that a call is done and its answer is lost. */
  failsAfter: number;
  /** Probability that a call hangs for up to half a minute before it is done. */
  hangs: number;
}

export const noFaults = (): StoreFaults => ({ isAway: false, failsBefore: 0, failsAfter: 0, hangs: 0 });

/** Makes a call of a process as its storage lets it. */
export type Call = <Result>(work: () => Promise<Result>) => Promise<Result>;

const HANG_MS_MAX = 30_000;
const LATENCY_MS_MAX = 4;
const NOTICED_AFTER_MS_MAX = 300;

const connectionError = (message: string): Error => Object.assign(new Error(message), { code: "ECONNRESET" });

/** Calls of a process that has ended never return; a call may take a while before and after it is done. */
export function createCall(time: VirtualTime, process: SimulatedProcess, faults: readonly StoreFaults[]): Call {
  const { random } = time;
  const isFaulty = (probability: (each: StoreFaults) => number): boolean =>
    faults.some((each) => probability(each) > 0 && random.chance(probability(each)));
  const never = new Promise<never>(() => undefined);
  const latency = async (): Promise<void> => {
    if (random.chance(0.5)) await time.pass(random.next() * LATENCY_MS_MAX);
  };
  return async (work) => {
    await latency();
    if (isFaulty(({ hangs }) => hangs)) await time.pass(random.between(0, HANG_MS_MAX));
    if (faults.some(({ isAway }) => isAway)) {
      await time.pass(random.between(0, NOTICED_AFTER_MS_MAX));
      throw connectionError("connect ECONNREFUSED");
    }
    if (isFaulty(({ failsBefore }) => failsBefore)) throw connectionError("Connection terminated unexpectedly");
    if (process.state === "ended") return never;
    const result = await work();
    await latency();
    if (isFaulty(({ failsAfter }) => failsAfter)) throw connectionError("Connection terminated before the answer");
    return result;
  };
}

/** `committed` is told of each transaction at the moment of its commit, whether or not its answer arrives. */
export const failingDatabase = (database: Database, call: Call, committed: () => void): Database => ({
  ...database,
  write: (work) =>
    call(async () => {
      const result = await database.write((transaction) => withServerClock(() => work(transaction)));
      committed();
      return result;
    }),
  close: async () => undefined,
});

/** Only what reads: what writes goes through a failing database already. */
export const failingReads = (commitBatches: CommitBatchStore, call: Call): CommitBatchStore => ({
  ...commitBatches,
  positions: (consumer) => call(() => commitBatches.positions(consumer)),
  consumed: (batches) => call(() => commitBatches.consumed(batches)),
  states: (keys) => call(() => commitBatches.states(keys)),
  due: (...args) => call(() => commitBatches.due(...args)),
  replays: (most) => call(() => commitBatches.replays(most)),
});

export const failingArchive = (archive: Archive, call: Call): Archive => ({
  ...archive,
  add: (telemetry) => call(() => archive.add(telemetry)),
  close: async () => undefined,
});
