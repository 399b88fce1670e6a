import type { Cluster } from "./cluster.ts";
import { noFaults, type StoreFaults } from "./failing-store.ts";
import type { Simulation } from "./simulation.ts";

/** One fault of a scenario: it resolves when it is over. */
export type Fault = (simulation: Simulation, cluster: Cluster) => Promise<void>;

const WORKERS_MAX = 4;

const setFor = async (
  { time, journal }: Simulation,
  what: string,
  mostMs: number,
  set: (isOn: boolean) => void,
): Promise<void> => {
  const ms = time.random.between(200, mostMs);
  journal.note(`${what} for ${ms} ms`);
  set(true);
  await time.pass(ms);
  set(false);
  journal.note(`${what}: over`);
};

const flaky = (storeFaults: StoreFaults, isOn: boolean, rate: number): void => {
  Object.assign(storeFaults, noFaults(), isOn ? { failsBefore: rate, failsAfter: rate, hangs: rate / 10 } : {});
};

const killWorker: Fault = async ({ time }, cluster) => {
  const workers = cluster.workers();
  if (workers.length === 0) return;
  cluster.killWorker(time.random.pick(workers));
  await time.pass(time.random.between(100, 10_000));
  cluster.addWorker();
};

const stopWorker: Fault = async ({ time }, cluster) => {
  const workers = cluster.workers();
  if (workers.length === 0) return;
  await cluster.stopWorker(time.random.pick(workers));
  await time.pass(time.random.between(0, 3_000));
  cluster.addWorker();
};

const addWorker: Fault = async (_simulation, cluster) => {
  if (cluster.workers().length < WORKERS_MAX) cluster.addWorker();
};

const restartIngest: Fault = async ({ time }, cluster) => {
  const ingests = cluster.ingests();
  if (ingests.length > 0) await cluster.restartIngest(time.random.pick(ingests), time.random.between(100, 8_000));
};

/** As with SIGSTOP, or a machine that is out of memory: the process goes on where it was. */
const pauseProcess: Fault = async ({ time, journal, broker }, cluster) => {
  const running = cluster.processes().filter(({ state }) => state === "running");
  if (running.length === 0) return;
  const process = time.random.pick(running);
  const ms = time.random.between(500, 30_000);
  journal.note(`${process.name} is paused for ${ms} ms`);
  time.pause(process);
  // Its heartbeats are missing.
  if (ms > 20_000) broker.cut(process, 20_000, 20_000);
  await time.pass(ms);
  time.resume(process);
  journal.note(`${process.name} goes on`);
};

const brokerAway: Fault = (simulation) =>
  setFor(simulation, "the broker is away", 15_000, (isOn) => simulation.broker.setAway(isOn));

const brokerBlocked: Fault = (simulation) =>
  setFor(simulation, "the broker reads no publishers", 12_000, (isOn) => simulation.broker.setBlocked(isOn));

const queueStalled: Fault = async (simulation) => {
  const names = simulation.broker.queueNames();
  if (names.length === 0) return;
  const queue = simulation.time.random.pick(names);
  await setFor(simulation, `${queue} stalls`, 15_000, (isOn) => simulation.broker.setStalled(queue, isOn));
};

const confirmsFail: Fault = (simulation) =>
  setFor(simulation, "confirms fail", 10_000, (isOn) => simulation.broker.setConfirmFaults(isOn ? 0.3 : 0));

const cutConnections: Fault = async ({ time, journal, broker }, cluster) => {
  const processes = cluster.processes();
  if (processes.length === 0) return;
  const process = time.random.pick(processes);
  const notices = (): number => (time.random.chance(0.5) ? time.random.between(0, 50) : time.random.between(0, 20_000));
  journal.note(`${process.name} loses its connections to the broker`);
  broker.cut(process, notices(), notices());
};

const databaseAway: Fault = (simulation) =>
  setFor(simulation, "the database is away", 25_000, (isOn) => {
    simulation.faults.isAway = isOn;
  });

const databaseFlaky: Fault = (simulation) =>
  setFor(simulation, "the database fails calls", 15_000, (isOn) => flaky(simulation.faults, isOn, 0.1));

const databaseAwayFromOne: Fault = async (simulation, cluster) => {
  const workers = cluster.workers();
  if (workers.length === 0) return;
  const { faults, process } = simulation.time.random.pick(workers);
  await setFor(simulation, `the database is away from ${process.name}`, 30_000, (isOn) => {
    faults.isAway = isOn;
  });
};

const RESETS = 30;

/** Faster than workers whose database is away process anything: the broker gives up what they hold. */
const resetConnections: Fault = async ({ time, journal, broker, faults }, cluster) => {
  journal.note("connections to the broker are reset again and again, and the database is away");
  faults.isAway = true;
  for (let left = RESETS; left > 0; left -= 1) {
    for (const { process } of cluster.workers()) broker.cut(process, 0, 0);
    await time.pass(time.random.between(400, 800));
  }
  faults.isAway = false;
  journal.note("connections to the broker last");
};

export const RESET_FAULTS: readonly Fault[] = [resetConnections];

/** With RabbitMQ and a shared database. */
export const DISTRIBUTED_FAULTS: readonly Fault[] = [
  killWorker,
  killWorker,
  stopWorker,
  addWorker,
  restartIngest,
  pauseProcess,
  pauseProcess,
  brokerAway,
  brokerBlocked,
  queueStalled,
  confirmsFail,
  cutConnections,
  cutConnections,
  databaseAway,
  databaseFlaky,
  databaseFlaky,
  databaseAwayFromOne,
];

const restartProcess: Fault = async ({ time }, cluster) => {
  if (cluster.ingests().length > 0) await cluster.restartAll(time.random.between(50, 3_000));
};

/** Who copies files while others are put back has no backup. */
const backingUp = new WeakSet<Simulation>();

/** A backup by the book, queue first, that is put back a while later. */
const restoreBackup: Fault = async (simulation, cluster) => {
  if (cluster.ingests().length === 0 || backingUp.has(simulation)) return;
  backingUp.add(simulation);
  const { time, journal, storage, inspection } = simulation;
  const { random } = time;
  const queueAt = journal.step();
  await time.outside(() => storage.backUp("queue.db"));
  journal.note("queue.db is copied");
  await time.pass(random.between(0, 2_000));
  const databaseAt = journal.step();
  await time.outside(() => storage.backUp("tocsin.db"));
  journal.note("tocsin.db is copied");
  await time.pass(random.between(500, 8_000));
  while (cluster.ingests().length === 0) await time.pass(100);
  await cluster.restartAll(random.between(50, 3_000), async () => {
    await time.outside(() => storage.putBack());
    journal.restored({ queueAt, databaseAt });
    inspection.restored();
    journal.note("the backup is put back");
  });
  backingUp.delete(simulation);
};

/** One process with everything embedded. */
export const EMBEDDED_FAULTS: readonly Fault[] = [restartProcess, restartProcess, databaseFlaky, databaseAway];

export const RESTORE_FAULTS: readonly Fault[] = [...EMBEDDED_FAULTS, restoreBackup, restoreBackup];
