import { createSharedLedger, type IngestProcess, startIngestProcess } from "./ingest-process.ts";
import type { Simulation } from "./simulation.ts";
import type { SimulatedProcess } from "./virtual-time.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

/** The processes of a simulation, which come and go. */
export interface Cluster {
  workers(): readonly WorkerProcess[];
  ingests(): readonly IngestProcess[];
  processes(): readonly SimulatedProcess[];
  addWorker(): void;
  /** As with SIGKILL: its connections end, and nothing of it runs any more. */
  killWorker(worker: WorkerProcess): void;
  /** As with SIGTERM; killed where it takes longer than an orchestrator waits. */
  stopWorker(worker: WorkerProcess): Promise<void>;
  /** Killed, and started again after a while. */
  restartIngest(ingest: IngestProcess, afterMs: number): Promise<void>;
  /** Embedded: the one process of both roles. */
  restartAll(afterMs: number, meanwhile?: () => Promise<void>): Promise<void>;
}

const STOP_MS_MAX = 20_000;
const CLOCK_OFFSET_MS_MAX = 5_000;

export interface ClusterOptions {
  readonly isEmbedded: boolean;
  readonly workers: number;
  readonly ingests: number;
}

export function createCluster(simulation: Simulation, options: ClusterOptions): Cluster {
  const { time, broker, journal, bug, partitions } = simulation;
  const { isEmbedded } = options;
  let workers: WorkerProcess[] = [];
  let ingests: IngestProcess[] = [];
  let started = 0;
  const ledger = !isEmbedded && options.ingests > 1 ? createSharedLedger(simulation) : undefined;
  const isOff = !isEmbedded && time.random.chance(0.3);
  const offset = (): number => (isOff ? time.random.between(-CLOCK_OFFSET_MS_MAX, CLOCK_OFFSET_MS_MAX) : 0);
  const addWorker = (): void => {
    started += 1;
    const isOdd = bug === "different numbers of partitions" && started % 2 === 0;
    const name = `worker-${started}`;
    const given = { name, isEmbedded, clockOffset: offset(), partitions: isOdd ? partitions / 2 : partitions };
    workers.push(startWorkerProcess(simulation, given));
  };
  const addIngest = (name: string): void => {
    ingests.push(startIngestProcess(simulation, { name, isEmbedded, ledger, clockOffset: offset() }));
  };
  /** A machine that is gone says nothing: the broker finds out by the missing heartbeats. */
  const end = (process: SimulatedProcess): void => {
    journal.note(`${process.name} is killed`);
    time.end(process);
    broker.cut(process, time.random.chance(0.3) ? time.random.between(10_000, 25_000) : 5, 0);
  };
  for (let index = 1; index <= options.ingests; index += 1) addIngest(`ingest-${index}`);
  for (let left = options.workers; left > 0; left -= 1) addWorker();
  const restartIngest = async (ingest: IngestProcess, afterMs: number): Promise<void> => {
    ingests = ingests.filter((each) => each !== ingest);
    end(ingest.process);
    await time.pass(afterMs);
    started += 1;
    addIngest(`${ingest.process.name.split(" ")[0]} (${started})`);
  };
  return {
    workers: () => workers,
    ingests: () => ingests,
    processes: () => [...workers, ...ingests].map(({ process }) => process),
    addWorker,
    killWorker(worker) {
      workers = workers.filter((each) => each !== worker);
      end(worker.process);
    },
    async stopWorker(worker) {
      workers = workers.filter((each) => each !== worker);
      journal.note(`${worker.process.name} stops`);
      await Promise.race([worker.stop().catch(() => undefined), time.pass(STOP_MS_MAX)]);
      end(worker.process);
    },
    restartIngest,
    async restartAll(afterMs, meanwhile = async () => undefined) {
      for (const { process } of workers) end(process);
      workers = [];
      const restarts = ingests.map(async (ingest) => restartIngest(ingest, afterMs));
      await meanwhile();
      await Promise.all(restarts);
      addWorker();
    },
  };
}
