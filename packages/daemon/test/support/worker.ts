import { join } from "node:path";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import type { Archive, ArchivePage } from "../../src/archive/archive.ts";
import type { DetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import type { Delivery } from "../../src/ingest/queue.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import type { DeadLetter } from "../../src/model/dead-letter.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import type { PipelineDeps } from "../../src/pipeline/pipeline-deps.ts";
import { createWorker, type Worker } from "../../src/pipeline/worker.ts";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { createIncidentReader } from "../../src/store/incidents/incident-store.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createDeadLetterStore } from "../../src/store/queue/dead-letter-store.ts";
import { isDamage } from "../../src/store/sql/classify-error.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { SECRET_KEY } from "./secret-key.ts";

export class AwayError extends Error {
  readonly code = "SQLITE_BUSY";
}

/** An engine that only counts; it throws where `fault` names a piece of telemetry. */
export interface CountingEngine extends DetectionEngine {
  /** How often each id was observed by rounds that were not forgotten. */
  readonly kept: ReadonlyMap<string, number>;
  /** All that was ever observed, in rounds that failed too. */
  readonly observed: readonly string[];
}

export function createCountingEngine(fault: (item: Telemetry) => Error | undefined = () => undefined): CountingEngine {
  const kept = new Map<string, number>();
  const observed: string[] = [];
  let pending: string[] = [];
  const settle = (): void => {
    for (const id of pending) kept.set(id, (kept.get(id) ?? 0) + 1);
    pending = [];
  };
  return {
    kept,
    observed,
    missing: () => {
      settle(); // what was not forgotten since the last round holds
      return [];
    },
    load: () => undefined,
    observe(telemetry) {
      for (const item of telemetry) {
        const error = fault(item);
        if (error) throw error;
        pending.push(item.id);
        observed.push(item.id);
      }
      return [];
    },
    examine: () => [],
    takeChanges: () => [],
    takeWakes: () => [],
    forget() {
      pending = [];
    },
    forgetWhere: () => undefined,
    nextUnlearned: () => undefined,
    adoptPast: () => false,
  };
}

/** A worker on real stores in a folder, with whatever of it is replaced. */
export interface TestWorker {
  readonly worker: Worker;
  readonly archive: Archive;
  readonly store: CommitBatchStore;
  /** Counted by the worker's own hooks. */
  readonly processed: () => number;
  readonly deadLettered: () => number;
  deadLetters(): Promise<readonly DeadLetter[]>;
  incidents(): Promise<readonly Incident[]>;
  requestReplay(deadLetterId: string, eventId: string): Promise<void>;
  /** Every archived record's id, also twice where one is held twice. */
  archived(): Promise<string[]>;
  close(): Promise<void>;
}

type Replace = (real: { archive: Archive; commitBatches: CommitBatchStore }) => Partial<PipelineDeps>;
const scope: Scope = { organizationId: "default", actor: "test", permissions: [] };

export async function startTestWorker(folder: string, replace: Replace = () => ({})): Promise<TestWorker> {
  const target = { kind: "sqlite", path: join(folder, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) } as const;
  await migrate(target);
  const database = await openDatabase(target);
  const archive = openSqliteArchive(join(folder, "events.db"));
  const commitBatches = createCommitBatchStore(database);
  let processed = 0;
  let deadLettered = 0;
  const worker = createWorker({
    archive,
    store: commitBatches,
    engine: createCountingEngine(),
    clock: { now: () => Date.now() },
    logger: silentLogger,
    group: undefined,
    isTransient: (error) => error instanceof AwayError,
    isDamage,
    processed(batch) {
      processed += batch.count;
    },
    deadLettered(count) {
      deadLettered += count;
    },
    ...replace({ archive, commitBatches }),
  });
  const deadLetters = createDeadLetterStore(database);
  return {
    worker,
    archive,
    store: commitBatches,
    processed: () => processed,
    deadLettered: () => deadLettered,
    deadLetters: async () => (await deadLetters.list(scope, 500)).deadLetters,
    async incidents() {
      const filter = { deduplicated: false, sortBy: "recency", limit: 500 } as const;
      return (await createIncidentReader(database).list(scope, filter)).incidents;
    },
    requestReplay: (deadLetterId, eventId) => deadLetters.requestReplay(scope, deadLetterId, eventId, Date.now()),
    async archived() {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page: ArchivePage = await archive.search(scope, {
          limit: 1000,
          ...(cursor === undefined ? {} : { cursor }),
        });
        ids.push(...page.records.map((json) => (JSON.parse(json) as { id: string }).id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      return ids;
    },
    async close() {
      await archive.close();
      await database.close();
    },
  };
}

export const batchOf = (messages: readonly string[]): AcceptedBatch => ({
  id: uuidv7(Date.now()),
  organizationId: "default",
  kind: "log",
  receivedAt: Date.now(),
  format: "array",
  count: messages.length,
  body: Buffer.from(JSON.stringify(messages.map((message) => ({ service: "checkout-api", level: "info", message })))),
});

export const deliveryOf = (batches: readonly AcceptedBatch[], position: number, from = 0): Delivery => ({
  batches,
  progress: { consumers: [{ consumer: "embedded", from, position }] },
  leases: [],
});

/** Messages that tell themselves apart. */
export const numbered = (count: number, word = "event"): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`);
export const isPoison = (item: Telemetry): boolean => item.kind === "log" && item.message.includes("poison");
/** Of somebody who never stops. */
export const signal = (): AbortSignal => new AbortController().signal;
