import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openAmqpQueue } from "../../src/adapters/broker/amqp-queue.ts";
import { createSingleProcessIntake } from "../../src/adapters/broker/single-process-intake.ts";
import { openQueue } from "../../src/app/backends/intake-queue.ts";
import { startSchedule, TRIM_MS } from "../../src/app/runtime/schedule.ts";
import type { AnswerLedger, RememberedAnswer, TelemetryQueue } from "../../src/ingest/queue.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { createCall, failingDatabase } from "./failing-store.ts";
import type { Simulation } from "./simulation.ts";
import type { SimulatedProcess } from "./virtual-time.ts";

/** A process with the ingest role, from behind its HTTP server. */
export interface IngestProcess {
  readonly process: SimulatedProcess;
  /** Undefined until it listens. */
  readonly queue: () => TelemetryQueue | undefined;
}

const SPOOL_BYTES_MAX = 64 * 1024 * 1024;

export interface IngestProcessOptions {
  readonly name: string;
  readonly isEmbedded: boolean;
  /** Where several ingest processes share one. */
  readonly ledger: SharedLedger | undefined;
  readonly clockOffset?: number;
}

export function startIngestProcess(simulation: Simulation, options: IngestProcessOptions): IngestProcess {
  const { time, journal } = simulation;
  const process: SimulatedProcess = { name: options.name, clockOffset: options.clockOffset ?? 0, state: "running" };
  let queue: TelemetryQueue | undefined;
  journal.note(`${process.name} starts`);
  const open = options.isEmbedded ? openEmbeddedEnd : openBrokerEnd;
  time
    .enter(process, () => open(simulation, process, options))
    .then(
      (opened) => {
        queue = opened;
      },
      (error: Error) => journal.violate(`${process.name} can't start: ${error.stack}`),
    );
  return { process, queue: () => (process.state === "ended" ? undefined : queue) };
}

async function openEmbeddedEnd(simulation: Simulation, process: SimulatedProcess): Promise<TelemetryQueue> {
  const logger = simulation.loggerOf(process);
  const end = await openQueue(simulation.config, { logger, damaged: () => undefined });
  simulation.closers.push(() => end.close());
  if (simulation.bug === "queue begins below the consumed position") lowerSequence(simulation);
  startSchedule([{ name: "trim the queue", everyMs: TRIM_MS, run: end.trim }], logger);
  return end.queue;
}

/** As a queue that was put back began once. */
function lowerSequence({ storage }: Simulation): void {
  if (!storage.hasBackup()) return;
  const queue = new Sqlite(join(storage.folder, "queue.db"));
  const newest = queue.prepare("select coalesce(max(position), 0) from batch").pluck().get() as number;
  queue
    .prepare("update sqlite_sequence set seq = ? where name = 'batch'")
    .run(Math.max(newest, storage.sequenceInBackup()));
  queue.close();
}

async function openBrokerEnd(
  simulation: Simulation,
  process: SimulatedProcess,
  { name, ledger }: IngestProcessOptions,
): Promise<TelemetryQueue> {
  const { storage, broker, partitions, time } = simulation;
  const logger = simulation.loggerOf(process);
  const path = join(storage.folder, `${name.split(" ")[0]}-spool.db`);
  const spool = openEmbeddedQueue({ path, clock: systemClock, bytesMax: SPOOL_BYTES_MAX });
  simulation.closers.push(() => spool.close());
  const call = createCall(time, process, [simulation.faults]);
  const queue = await openAmqpQueue({
    url: "amqp://broker",
    connect: broker.connect(process),
    partitions,
    spool,
    intake: ledger?.of(process) ?? createSingleProcessIntake(spool),
    isBounded: () => true,
    clock: systemClock,
    logger,
  });
  const database = failingDatabase(storage.database, call, () => undefined);
  startSchedule(
    [
      { name: "trim the queue", everyMs: TRIM_MS, run: async () => void spool.forget() },
      {
        name: "report unpublished telemetry",
        everyMs: TRIM_MS,
        // As store/queue/postgres-intake.ts has it.
        run: () =>
          database.write(async (transaction) => {
            const now = systemClock.now();
            await transaction.query(
              "insert into unpublished_telemetry values (?, ?, ?) on conflict do update set oldest_at = excluded.oldest_at, seen_at = excluded.seen_at",
              [spool.consumer, spool.oldestAt() ?? now, now],
            );
          }),
      },
    ],
    logger,
  );
  return queue;
}

/** What PostgreSQL keeps of Idempotency-Keys for several ingest processes, as store/queue/postgres-intake.ts has it. */
export interface SharedLedger {
  of(process: SimulatedProcess): AnswerLedger;
}

const CLAIM_RUNS_MS = 30_000;

interface Entry {
  answer: RememberedAnswer;
  isCompleted: boolean;
  /** When it was claimed last; 0: given back. */
  claimedAt: number;
}

type Key = Pick<RememberedAnswer, "organizationId" | "route" | "key">;

export function createSharedLedger(simulation: Simulation): SharedLedger {
  const { now } = simulation.time;
  const entries = new Map<string, Entry>();
  const nameOf = ({ organizationId, route, key }: Key): string => JSON.stringify([organizationId, route, key]);
  return {
    of(process) {
      const call = createCall(simulation.time, process, [simulation.faults]);
      return {
        recall: (organizationId, route, key) =>
          call(async () => {
            const found = entries.get(nameOf({ organizationId, route, key }));
            return found?.isCompleted ? found.answer : undefined;
          }),
        remember: (answer) =>
          call(async () => {
            const found = entries.get(nameOf(answer));
            if (!found) {
              entries.set(nameOf(answer), { answer, isCompleted: false, claimedAt: now() });
              return "new";
            }
            if (found.isCompleted) return { state: "completed", answer: found.answer };
            if (now() - found.claimedAt < CLAIM_RUNS_MS) return { state: "running", answer: found.answer };
            found.claimedAt = now();
            return { state: "unfinished", answer: found.answer };
          }),
        complete: (key) =>
          call(async () => {
            const found = entries.get(nameOf(key));
            if (found) found.isCompleted = true;
          }),
        release: (key) =>
          call(async () => {
            const found = entries.get(nameOf(key));
            if (found) found.claimedAt = 0;
          }),
      };
    },
  };
}
