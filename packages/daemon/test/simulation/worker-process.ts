import { openAmqpSource, openDeliveryLimitSource } from "../../src/adapters/broker/amqp-source.ts";
import { openSources, type TelemetrySources } from "../../src/app/backends/telemetry-sources.ts";
import { startSchedule } from "../../src/app/runtime/schedule.ts";
import { openConsumption } from "../../src/app/wiring/consumption.ts";
import { createCommitBatchStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { quietTasks } from "../../src/app/wiring/pipeline-wiring.ts";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { consumeDeliveries, createWorker, type Worker } from "../../src/pipeline/worker.ts";
import { createReadQuiet } from "../../src/store/incidents/quiet-incidents.ts";
import { isTransient } from "../../src/store/sql/classify-error.ts";
import type { StoreFaults } from "./failing-store.ts";
import { type Call, createCall, failingArchive, failingDatabase, failingReads, noFaults } from "./failing-store.ts";
import { createLedgerEngine, type LedgerEngine } from "./ledger-engine.ts";
import type { Simulation } from "./simulation.ts";
import type { SimulatedProcess } from "./virtual-time.ts";

/** A process with the worker's role, wired as app/roles/worker-role.ts wires it. */
export interface WorkerProcess {
  readonly process: SimulatedProcess;
  /** Of this process alone. */
  readonly faults: StoreFaults;
  /** Leaves in order. */
  stop(): Promise<void>;
}

export interface WorkerProcessOptions {
  readonly name: string;
  readonly isEmbedded: boolean;
  /** Where they differ from what the others have. */
  readonly partitions?: number;
  readonly clockOffset?: number;
}

export function startWorkerProcess(simulation: Simulation, options: WorkerProcessOptions): WorkerProcess {
  const { time, journal } = simulation;
  const process: SimulatedProcess = { name: options.name, clockOffset: options.clockOffset ?? 0, state: "running" };
  const faults = noFaults();
  journal.note(`${process.name} starts`);
  const running = time.enter(process, () => run(simulation, process, faults, options));
  return {
    process,
    faults,
    stop: () =>
      time.enter(process, async () => {
        // The signal; a process that is paused takes it later.
        await time.pass(0);
        await (await running)();
      }),
  };
}

async function run(
  simulation: Simulation,
  process: SimulatedProcess,
  faults: StoreFaults,
  { isEmbedded, partitions = simulation.partitions }: WorkerProcessOptions,
): Promise<() => Promise<void>> {
  const { storage, bug } = simulation;
  const logger = simulation.loggerOf(process);
  const call = createCall(simulation.time, process, [simulation.faults, faults]);
  const database = failingDatabase(storage.database, call, simulation.inspection.afterCommit);
  let engine: LedgerEngine | undefined;
  const commitBatches = commitBatchesOf(simulation, process, call, () => engine as LedgerEngine);
  const sources = isEmbedded
    ? await openSources(simulation.config, { logger, damaged: () => undefined }, commitBatches)
    : await openBrokerSources(simulation, process, partitions);
  const all = [sources.accepted, ...sources.givenUp];
  if (isEmbedded) simulation.closers.push(() => sources.accepted.close());
  const consumption = openConsumption({ config: { amqpPartitions: partitions }, database, sources, logger });
  engine = createLedgerEngine(
    createDetectionEngine(simulation.rules, {
      listeningPeriod: ({ organizationId, service }) => consumption.listeningPeriodOf(organizationId, [service]),
    }),
  );
  const worker = createWorker({
    archive: failingArchive(simulation.archive, call),
    store: commitBatches,
    engine,
    clock: systemClock,
    logger,
    group: consumption.group,
    isTransient,
    isDamage: () => false,
    processed: (batch, now) => consumption.processed(batch, now),
    deadLettered: () => undefined,
  });
  const stop = new AbortController();
  const stopTasks = startSchedule(
    [
      ...consumption.tasks,
      ...quietTasks({
        worker,
        readQuiet: createReadQuiet(database),
        units: createUnits(database),
        consumption,
        clock: systemClock,
      }),
    ],
    logger,
  );
  const handle: Worker["handle"] =
    bug === "acknowledged before the commit"
      ? async (...given) => void worker.handle(...given).catch(() => undefined)
      : worker.handle;
  const consuming = Promise.all(all.map((source) => consumeDeliveries(source, handle, stop.signal, logger)));
  await consumption.join(bug === "state kept after a lost lease" ? { forget: async () => undefined } : worker);
  return async () => {
    await consumption.leave();
    stop.abort();
    await consuming;
    await stopTasks();
    if (!isEmbedded) await Promise.all(all.map((source) => source.close()));
  };
}

async function openBrokerSources(
  { broker, loggerOf }: Simulation,
  process: SimulatedProcess,
  partitions: number,
): Promise<TelemetrySources> {
  const options = {
    url: "amqp://broker",
    connect: broker.connect(process),
    partitions,
    logger: loggerOf(process),
    clock: systemClock,
  };
  const partitioned = await openAmqpSource(options);
  const { connectedForMs: telemetryConnectedForMs } = partitioned;
  const givenUp = await openDeliveryLimitSource({ ...options, telemetryConnectedForMs });
  return { accepted: partitioned, partitioned, givenUp: [givenUp] };
}

/** The real store; the journal is told of each commit at its moment, also where its answer is lost. */
function commitBatchesOf(
  { storage, journal, inspection, bug, writeCounts }: Simulation,
  process: SimulatedProcess,
  call: Call,
  engine: () => LedgerEngine,
): CommitBatchStore {
  let committed = (): void => undefined;
  const storing = createCommitBatchStore(
    failingDatabase(storage.database, call, () => {
      inspection.afterCommit();
      committed();
    }),
    undefined,
    writeCounts,
  );
  const others = createCommitBatchStore(failingDatabase(storage.database, call, inspection.afterCommit));
  return {
    ...failingReads(others, call),
    commit(round, decisions, now) {
      const telemetry = engine().lastObserved();
      committed = () => journal.committed(process.name, telemetry, round.leases);
      return storing.commit(bug === "no lease comparison" ? { ...round, leases: [] } : round, decisions, now);
    },
    dryRun: (...args) => others.dryRun(...args),
  };
}
