import { type Config, readConfig } from "../../src/app/config/config.ts";
import type { Archive } from "../../src/archive/archive.ts";
import type { Rule } from "../../src/detect/rules/rule.ts";
import { parseRules } from "../../src/detect/rules/rules-file.ts";
import type { Fields, Logger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { decodeBatch, elementId } from "../../src/model/batch-codec.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { createWriteCounts, type WriteCounts } from "../../src/store/telemetry/sqlite/write-counts.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { SECRET } from "../support/tokens.ts";
import { type Broker, createBroker } from "./broker.ts";
import { noFaults, type StoreFaults } from "./failing-store.ts";
import { createInspection, type Inspection } from "./invariants.ts";
import { createJournal, type Journal } from "./journal.ts";
import type { Storage } from "./storage.ts";
import { createVirtualTime, type SimulatedProcess, type VirtualTime } from "./virtual-time.ts";

/** Bugs that the simulation's own wiring can put back, to show that it finds them. */
export type Bug =
  | "no lease comparison"
  | "acknowledged before the commit"
  | "state kept after a lost lease"
  | "different numbers of partitions"
  | "queue begins below the consumed position";

/** One world: what all of its processes share. */
export interface Simulation {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly broker: Broker;
  readonly storage: Storage;
  /** One for all processes: on SQLite it has one writer. */
  readonly archive: Archive;
  readonly writeCounts: WriteCounts;
  readonly journal: Journal;
  /** Of all processes. */
  readonly faults: StoreFaults;
  readonly rules: readonly Rule[];
  readonly partitions: number;
  readonly config: Config;
  readonly bug: Bug | undefined;
  readonly inspection: Inspection;
  /** Called when the seed is over. */
  readonly closers: (() => void | Promise<void>)[];
  loggerOf(process: SimulatedProcess): Logger;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly storage: Storage;
  readonly bug: Bug | undefined;
  /** Told of each step. */
  readonly print: ((line: string) => void) | undefined;
}

const idsOf = (batch: AcceptedBatch): string[] =>
  Array.from({ length: batch.count }, (_, index) => elementId(batch, index));

export const STARTS_AT = Date.UTC(2026, 10, 23, 12, 0, 0);
export const RESOLVE_AFTER_MS = 60_000;

const rules = parseRules(
  `rules: [{ id: log-fatal, pattern: log-fatal, resolveAfterMinutes: ${RESOLVE_AFTER_MS / 60_000} }]`,
);

export function createSimulation({ seed, storage, bug, print }: SimulationOptions): Simulation {
  const time = createVirtualTime(seed, STARTS_AT);
  const journal = createJournal(time.now, STARTS_AT, print);
  const partitions = time.random.pick([2, 4, 8]);
  const writeCounts = createWriteCounts(storage.database);
  const archive = openSqliteArchive(`${storage.folder}/events.db`, { writeCounts });
  return {
    seed,
    time,
    broker: createBroker(time, (content) => journal.givenUp(idsOf(decodeBatch(content)))),
    storage,
    archive,
    writeCounts,
    journal,
    faults: noFaults(),
    rules,
    partitions,
    config: readConfig({
      TOCSIN_DATA_DIR: storage.folder,
      TOCSIN_JWT_SECRET: SECRET,
      TOCSIN_SECRET_KEY: SECRET_KEY,
      TOCSIN_AMQP_PARTITIONS: String(partitions),
    }),
    bug,
    inspection: createInspection(storage, journal),
    closers: [() => archive.close()],
    loggerOf(process) {
      const write = (message: string, fields: Fields = {}): void => {
        const { error } = fields;
        journal.note(`${process.name}: ${message}${error instanceof Error ? ` (${error.message})` : ""}`);
      };
      return { debug: () => undefined, info: write, warn: write, error: write };
    },
  };
}
