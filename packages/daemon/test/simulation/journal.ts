import type { PartitionLease } from "../../src/model/partition.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";

/** One event of the traffic, under one id; a retry with the same Idempotency-Key may give it another. */
export interface SentEvent {
  readonly id: string;
  /** Its number in the traffic, which is in its message. */
  readonly number: number;
  readonly organizationId: string;
  readonly service: string;
  readonly ingest: string;
  readonly receivedAt: number;
  readonly isFatal: boolean;
  readonly isPoison: boolean;
  readonly isKeyed: boolean;
  /** Steps of the journal, to compare what came first. */
  readonly sentAt: number;
  acknowledgedAt: number | undefined;
  committedAt: number | undefined;
  /** The broker gave it up for its deliveries: it comes once more, behind what was sent after it. */
  wasGivenUp: boolean;
}

/** When the files of a backup were copied, in steps of the journal. */
export interface Backup {
  readonly queueAt: number;
  readonly databaseAt: number;
}

/** What was sent, acknowledged and processed, and whether the order of it was right. */
export interface Journal {
  readonly events: ReadonlyMap<string, SentEvent>;
  /** The first invariant that was broken. */
  readonly violation: () => string | undefined;
  violate(problem: string): void;
  sent(event: Omit<SentEvent, "sentAt" | "acknowledgedAt" | "committedAt" | "wasGivenUp">): void;
  givenUp(ids: readonly string[]): void;
  acknowledged(ids: readonly string[]): void;
  /** A transaction with the effects of these events was committed under these leases. */
  committed(worker: string, telemetry: readonly Telemetry[], leases: readonly PartitionLease[]): void;
  /** Says which epoch holds now, after each transaction. */
  epochIs(partition: number, epoch: number): void;
  step(): number;
  /** What came after the copies is gone, and promises made for it with it. */
  restored(backup: Backup): void;
  note(text: string): void;
  history(most: number): string;
}

type Print = ((line: string) => void) | undefined;

const HISTORY_MAX = 5_000;
const LINES_AT_ONE_TIME_MAX = 2_000;

export function createJournal(now: () => number, startedAt: number, print: Print): Journal {
  const events = new Map<string, SentEvent>();
  const epochs = new Map<number, number>();
  const order = createOrder();
  let violation: string | undefined;
  let steps = 0;
  const { note, history } = createHistory(now, startedAt, print, (problem) => {
    violation ??= problem;
  });
  const violate = (problem: string): void => {
    violation ??= problem;
    note(`BROKEN: ${problem}`);
  };
  const process = (event: SentEvent, worker: string): void => {
    if (event.committedAt !== undefined) violate(`event ${event.number} took effect twice, now at ${worker}`);
    event.committedAt = ++steps;
    const overtaken = order.overtaking(event);
    if (overtaken)
      violate(
        `event ${event.number} of ${event.service} was acknowledged before event ${overtaken.number} was sent, and took effect after it`,
      );
  };
  return {
    events,
    violation: () => violation,
    violate,
    sent(event) {
      order.sent(event);
      events.set(event.id, { ...event, ...WAITING, sentAt: ++steps });
    },
    givenUp(ids) {
      note(`the broker gives up ${ids.length} events`);
      for (const id of ids) (events.get(id) as SentEvent).wasGivenUp = true;
    },
    acknowledged(ids) {
      steps += 1;
      for (const id of ids) {
        const event = events.get(id);
        if (event) event.acknowledgedAt ??= steps;
        else violate(`an answer names the unknown event ${id}`);
      }
    },
    committed(worker, telemetry, leases) {
      for (const { partition, epoch } of leases)
        if (epoch !== epochs.get(partition))
          violate(
            `${worker} committed under epoch ${epoch} of partition ${partition}, which is at ${epochs.get(partition)}`,
          );
      for (const { id } of telemetry) {
        const event = events.get(id);
        if (event) process(event, worker);
        else violate(`the unknown event ${id} was processed`);
      }
      if (telemetry.length > 0) note(`${worker} commits ${telemetry.length} events: ${numbersOf(telemetry)}`);
    },
    epochIs(partition, epoch) {
      if (epoch < (epochs.get(partition) ?? 0)) violate(`the epoch of partition ${partition} went back to ${epoch}`);
      epochs.set(partition, epoch);
    },
    step: () => ++steps,
    restored(backup) {
      order.clear();
      for (const event of events.values()) restore(event, backup);
    },
    note,
    history,
  };
}

const WAITING = { acknowledgedAt: undefined, committedAt: undefined, wasGivenUp: false } as const;

function restore(event: SentEvent, { queueAt, databaseAt }: Backup): void {
  if (event.committedAt !== undefined && event.committedAt <= databaseAt) return;
  event.committedAt = undefined;
  if (event.acknowledgedAt !== undefined && event.acknowledgedAt > queueAt) event.acknowledgedAt = undefined;
}

/** The last steps, as lines. */
function createHistory(now: () => number, startedAt: number, print: Print, endless: (problem: string) => void) {
  const lines: string[] = [];
  let [linesNow, lastAt] = [0, 0];
  return {
    note(text: string): void {
      linesNow = now() === lastAt ? linesNow + 1 : 0;
      lastAt = now();
      // Promises that go round without end let no time pass.
      if (linesNow > LINES_AT_ONE_TIME_MAX) {
        linesNow = 0;
        endless(`work without end at one time: ${text}`);
        throw new Error("The simulation breaks off work without end.");
      }
      const line = `${((now() - startedAt) / 1000).toFixed(3)} s  ${text}`;
      if (lines.push(line) > HISTORY_MAX) lines.shift();
      print?.(line);
    },
    history: (most: number): string => lines.slice(-most).join("\n"),
  };
}

/** The order of effects, by service and the ingest process that took the events. */
function createOrder() {
  const newestSent = new Map<string, SentEvent>();
  /** Ingest processes that each event was sent to, by its number. */
  const receivers = new Map<number, Set<string>>();
  return {
    clear: () => newestSent.clear(),
    sent({ number, ingest }: Pick<SentEvent, "number" | "ingest">): void {
      receivers.set(number, (receivers.get(number) ?? new Set()).add(ingest));
    },
    /** The event that was sent after this one was acknowledged, and took effect before it. */
    overtaking(event: SentEvent): SentEvent | undefined {
      // A process finishes under an Idempotency-Key what another one began: the order of neither holds for it.
      if (event.wasGivenUp || (receivers.get(event.number)?.size ?? 0) > 1) return undefined;
      const line = `${event.ingest} ${event.organizationId} ${event.service}`;
      const newest = newestSent.get(line);
      if (!newest || event.sentAt > newest.sentAt) newestSent.set(line, event);
      return newest && event.acknowledgedAt !== undefined && event.acknowledgedAt < newest.sentAt ? newest : undefined;
    },
  };
}

const numbersOf = (telemetry: readonly Telemetry[]): string =>
  telemetry.map((item) => (item.kind === "log" ? (/\d+/.exec(item.message)?.[0] ?? "?") : item.id)).join(" ");
