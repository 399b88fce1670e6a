import { setTimeout as wait } from "node:timers/promises";
import type { Archive } from "../archive/archive.ts";
import type { GroupMember } from "../consumer-group/group-member.ts";
import type { DetectionEngine, ServiceKey, StateChange } from "../detect/engine.ts";
import { decideOpening } from "../incident/open.ts";
import { elementId, identityOf, partOf, soundElementsOf } from "../ingest/batch-codec.ts";
import { countTelemetry, deploymentsIn } from "../ingest/count.ts";
import { normalise } from "../ingest/normalise.ts";
import { type Delivery, LeaseLost } from "../ingest/queue.ts";
import { asRejected, rejectedOf } from "../ingest/rejected.ts";
import type { Clock } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { AcceptedBatch, Progress } from "../model/accepted-batch.ts";
import type { Candidate } from "../model/candidate.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import { PROCESSING_TRIES_MAX } from "../model/limits.ts";
import type { PartitionLease } from "../model/partition.ts";
import type { Telemetry } from "../model/telemetry.ts";
import type { CommitOutcome, CommitBatch, CommitBatchStore } from "./commit-batch.ts";

export interface WorkerDeps {
  readonly archive: Archive;
  readonly store: CommitBatchStore;
  readonly engine: DetectionEngine;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The partitions that this worker holds; undefined where it is the only worker. */
  readonly group: (Pick<GroupMember, "leaseOf" | "leases"> & { readonly partitions: number }) | undefined;
  /** True for errors of a database or a disk that is away: waiting helps, and the event isn't to blame. */
  readonly isTransient: (error: unknown) => boolean;
  /** True where a file of the storage is damaged: the event isn't to blame, and somebody must repair the file. */
  readonly isDamage: (error: unknown) => boolean;
  readonly processed: (batch: AcceptedBatch, now: number) => void;
  readonly deadLettered: (count: number) => void;
}

export interface Worker {
  /** Takes a delivery in, whole or not at all; resolves when its effects are stored. */
  handle(delivery: Delivery, signal: AbortSignal): Promise<void>;
  /** Examines services whose time has come, and takes replayed dead letters in. */
  tick(): Promise<void>;
  /** Forgets the state of these services, after what is under way: another worker goes on with it. */
  forget(isForgotten: (key: ServiceKey) => boolean): Promise<void>;
}

const DUE_SERVICES_MAX = 500;
const REPLAYS_MAX = 100;
const TRANSIENT_WAIT_MS_MIN = 200;
const TRANSIENT_WAIT_MS_MAX = 10_000;
const LETTER_REASON_LENGTH_MAX = 500;

/** What one round of work is about. */
interface Task {
  readonly batches: readonly AcceptedBatch[];
  readonly progress: Progress | null;
  readonly leases: readonly PartitionLease[];
  readonly replayed: readonly string[];
}

/**
 * The pipeline: detect → archive → open → announce. Detection comes first, since logs are stored with their pattern.
 * The archive's part is idempotent by event id; everything else is one transaction with the progress, so that a crash
 * at any point loses and repeats nothing.
 */
export function createWorker(deps: WorkerDeps): Worker {
  let turn: Promise<unknown> = Promise.resolve();
  /** The engine holds state between its steps: one task at a time. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    handle: ({ batches, progress, leases }, signal) =>
      inTurn(async () => {
        // A broker repeats a message seldom, so that only a transaction that meets one asks which.
        const ask = () => patiently(deps, () => unconsumed(deps.store, batches, progress), signal);
        for (let fresh = batches; ; fresh = await ask()) {
          if (fresh.length === 0) return;
          const outcome = await carefully(deps, { batches: fresh, progress, leases, replayed: [] }, signal);
          if (outcome === "stored") return;
          if (outcome === "lease_lost") throw new LeaseLost();
          // By their identities what is left is known; a position must be read again.
          if (!("batches" in progress)) throw new Error("The queue's position has moved meanwhile.");
          if (signal.aborted) return;
        }
      }),
    tick: () =>
      inTurn(async () => {
        await examineDue(deps);
        for (const { letter, eventId } of await deps.store.replays(REPLAYS_MAX)) {
          const batch = batchOf(letter, eventId, deps.clock.now());
          const leases = leasesOfReplay(deps, batch);
          if (leases && (await deps.store.beginReplay(letter.id, eventId, deps.clock.now())))
            await carefully(deps, { batches: [batch], progress: null, leases, replayed: [letter.id] });
        }
      }),
    forget: (isForgotten) => inTurn(async () => deps.engine.forgetWhere(isForgotten)),
  };
}

/** Undefined where another worker holds the service's partition. What can't be read changes no state, so that anybody takes it. */
function leasesOfReplay({ group }: WorkerDeps, batch: AcceptedBatch): readonly PartitionLease[] | undefined {
  if (!group) return [];
  try {
    const leases = normalise(batch).map((item) => group.leaseOf(item.organizationId, item.service));
    return leases.every((lease) => lease !== undefined) ? leases : undefined;
  } catch {
    return [];
  }
}

/** What of it is still to be done; of a broker's batches some may have been consumed in an earlier delivery. */
async function unconsumed(
  rounds: CommitBatchStore,
  batches: readonly AcceptedBatch[],
  progress: Progress,
): Promise<readonly AcceptedBatch[]> {
  if (!("batches" in progress)) return batches;
  const consumed = await rounds.consumed(progress.batches);
  return consumed.size === 0 ? batches : batches.filter((batch) => !consumed.has(identityOf(batch)));
}

/** A broker's progress is what of it is done in this round. */
const progressOf = ({ batches, progress }: Task): Progress | null =>
  progress && "batches" in progress ? { batches: batches.map(identityOf) } : progress;

/** Narrows down what can't be processed to the events at fault. */
async function carefully(deps: WorkerDeps, task: Task, signal?: AbortSignal): Promise<CommitOutcome> {
  try {
    return await takePatiently(deps, task, { letters: [], progress: progressOf(task) }, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    deps.logger.warn("A delivery could not be processed; looking for the event at fault", {
      error: coerceError(error),
    });
    return narrowDown(deps, task, signal);
  }
}

/** Waits where the storage is away or damaged: what was accepted stays in the queue. */
const takePatiently = (deps: WorkerDeps, task: Task, end: Ending, signal?: AbortSignal): Promise<CommitOutcome> =>
  patiently(deps, () => take(deps, task, end), signal);

async function patiently<Result>(deps: WorkerDeps, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let waitMs = TRANSIENT_WAIT_MS_MIN; ; waitMs = Math.min(waitMs * 2, TRANSIENT_WAIT_MS_MAX)) {
    try {
      return await work();
    } catch (error) {
      const isDamage = deps.isDamage(error);
      if (signal?.aborted || !(isDamage || deps.isTransient(error))) throw error;
      const about = { error: coerceError(error), waitMs };
      if (isDamage) deps.logger.error("Storage is damaged; the worker waits until it is repaired", about);
      else deps.logger.warn("Storage is away; the worker waits", about);
      await wait(waitMs, undefined, signal ? { signal } : {}).catch(() => undefined);
    }
  }
}

/**
 * Halves what fails until single events are left; those are tried again, then become dead letters. All of this is
 * rehearsed: what survives is stored in one round with the letters and the progress, so that a crash repeats nothing.
 */
async function narrowDown(deps: WorkerDeps, task: Task, signal?: AbortSignal): Promise<CommitOutcome> {
  const letters: DeadLetter[] = [];
  const survivors: AcceptedBatch[] = [];
  const descend = async (batch: AcceptedBatch): Promise<void> => {
    const error = await attempt(deps, batch, triesOf(batch), signal);
    if (signal?.aborted && error) throw error;
    if (!error) survivors.push(batch);
    else {
      const parts = halves(batch);
      if (!parts) letters.push(...lettersFor(batch, error));
      else for (const part of parts) await descend(part);
    }
  };
  for (const batch of task.batches) await descend(batch);
  const end = { letters, progress: progressOf(task) };
  const stored = await takePatiently(deps, { ...task, batches: survivors }, end, signal);
  deps.logger.warn("Events that could not be processed went to the dead letters", { count: letters.length });
  return stored;
}

async function attempt(
  deps: WorkerDeps,
  batch: AcceptedBatch,
  tries: number,
  signal?: AbortSignal,
): Promise<Error | undefined> {
  for (let left = tries; ; left--) {
    try {
      await patiently(deps, () => rehearse(deps, batch), signal);
      return undefined;
    } catch (error) {
      if (left <= 1 || signal?.aborted) return coerceError(error);
    }
  }
}

/** Undefined where there is nothing to be halved: a single element, or a body that can't be read any more. */
function halves(batch: AcceptedBatch): AcceptedBatch[] | undefined {
  if (batch.count === 1 || batch.kind === "rejected") return undefined;
  const elements = soundElementsOf(batch);
  if (!elements || elements.length === 1) return undefined;
  const middle = Math.ceil(elements.length / 2);
  const indexes = [...elements.keys()];
  return [indexes.slice(0, middle), indexes.slice(middle)].map((part) => partOf(batch, part, elements));
}

function lettersFor(batch: AcceptedBatch, error: Error): DeadLetter[] {
  const attempts = triesOf(batch);
  const what = attempts > 1 ? `Processing failed ${attempts} times` : "Processing failed";
  return lettersOf(asRejected(batch, { reason: `${what}: ${error.message}`, attempts }));
}

/** What can still be narrowed down is tried once. */
const triesOf = (batch: AcceptedBatch): number => (batch.count === 1 ? PROCESSING_TRIES_MAX : 1);

/** What a rejected batch holds, as it is kept. */
const lettersOf = (batch: AcceptedBatch): DeadLetter[] =>
  rejectedOf(batch).map(({ kind, reason, payload, attempts }, index) => ({
    id: elementId(batch, index),
    organizationId: batch.organizationId,
    kind,
    receivedAt: batch.receivedAt,
    // PostgreSQL's text holds no U+0000, and the message of an error may quote one.
    reason: reason.slice(0, LETTER_REASON_LENGTH_MAX).replaceAll("\u0000", "\uFFFD"),
    attempts: attempts ?? 0,
    payload,
  }));

const batchOf = (letter: DeadLetter, eventId: string, now: number): AcceptedBatch => ({
  id: eventId,
  organizationId: letter.organizationId,
  kind: letter.kind,
  receivedAt: now,
  format: "single",
  count: 1,
  body: Buffer.from(JSON.stringify(letter.payload)),
});

/** What a round writes besides the effects of its batches. */
interface Ending {
  /** Of events that could not be processed. */
  readonly letters: readonly DeadLetter[];
  readonly progress: Progress | null;
}

async function take(deps: WorkerDeps, { batches, leases, replayed }: Task, end: Ending): Promise<CommitOutcome> {
  const rejected = batches.filter((batch) => batch.kind === "rejected");
  const accepted = batches.filter((batch) => batch.kind !== "rejected");
  const telemetry = accepted.flatMap(normalise);
  const deadLetters = [...end.letters, ...rejected.flatMap(lettersOf)];
  const effects = { progress: end.progress, leases, deadLetters, replayed };
  const outcome = await detectAndStore(deps, telemetry, effects);
  if (outcome !== "stored") return outcome;
  const now = deps.clock.now();
  for (const batch of accepted) deps.processed(batch, now);
  if (deadLetters.length > 0) deps.deadLettered(deadLetters.length);
  return outcome;
}

/** Everything that taking a batch in comes to, without its effects; writing telemetry twice does nothing. */
async function rehearse(deps: WorkerDeps, batch: AcceptedBatch): Promise<void> {
  if (batch.kind === "rejected") return;
  const telemetry = normalise(batch);
  try {
    await loadStates(deps, telemetry);
    const now = deps.clock.now();
    const candidates = deps.engine.observe(telemetry, now);
    await deps.archive.add(telemetry);
    const round = { ...NOTHING, candidates, states: deps.engine.takeChanges(), ...counted(telemetry, now) };
    await deps.store.dryRun(round, { open: decideOpening }, now);
  } finally {
    deps.engine.forget(telemetry.map(keyOf));
  }
}

/** What is kept of telemetry besides what detection makes of it. */
const counted = (telemetry: readonly Telemetry[], now: number): Pick<CommitBatch, "counts" | "deployments"> => ({
  counts: countTelemetry(telemetry, now),
  deployments: deploymentsIn(telemetry, now),
});

type Effects = Pick<CommitBatch, "progress" | "leases" | "deadLetters" | "replayed">;
const NOTHING = { progress: null, leases: [], deadLetters: [], replayed: [] } as const;

async function loadStates({ engine, store: rounds }: WorkerDeps, telemetry: readonly Telemetry[]): Promise<void> {
  for (const { key, state } of await rounds.states(engine.missing(telemetry))) engine.load(key, state);
}

async function detectAndStore(
  deps: WorkerDeps,
  telemetry: readonly Telemetry[],
  effects: Effects,
): Promise<CommitOutcome> {
  await loadStates(deps, telemetry);
  return storeRound(deps, telemetry, (now) => deps.engine.observe(telemetry, now), effects);
}

async function storeRound(
  { archive, engine, store: rounds, clock }: WorkerDeps,
  telemetry: readonly Telemetry[],
  detect: (now: number) => readonly Candidate[],
  effects: Effects,
): Promise<CommitOutcome> {
  const now = clock.now();
  let states: readonly StateChange[] = [];
  let outcome: CommitOutcome | undefined;
  try {
    const candidates = detect(now);
    if (telemetry.length > 0) await archive.add(telemetry);
    states = engine.takeChanges();
    const round = { ...effects, candidates, states, ...counted(telemetry, now) };
    outcome = await rounds.commit(round, { open: decideOpening }, now);
    return outcome;
  } finally {
    // The stored state holds, and is read again.
    if (outcome !== "stored") engine.forget([...telemetry.map(keyOf), ...states]);
  }
}

const keyOf = ({ organizationId, service }: ServiceKey): ServiceKey => ({ organizationId, service });

async function examineDue(deps: WorkerDeps): Promise<void> {
  const { group, store: rounds, engine, clock } = deps;
  const leases = group?.leases() ?? [];
  if (group && leases.length === 0) return;
  const held = group && { partitions: group.partitions, held: leases.map(({ partition }) => partition) };
  const keys = (await rounds.due(clock.now(), DUE_SERVICES_MAX, held)).map(keyOf);
  if (keys.length === 0) return;
  for (const { key, state } of await rounds.states(keys)) engine.load(key, state);
  // A lost lease stores nothing; the next holder examines what is still due.
  await storeRound(deps, [], (now) => engine.examine(keys, now), { ...NOTHING, leases });
}
