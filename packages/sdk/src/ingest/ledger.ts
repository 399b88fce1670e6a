import { TocsinError } from "../transport/errors.ts";
import type { BufferOptions, DropReason, TelemetryEvent } from "./options.ts";

/** Counts what became of events, and tells the program of trouble: each kind once, until all is well again. */
export class Ledger {
  readonly #options: BufferOptions;
  readonly #next: () => number;
  readonly #said = new Set<string>();
  /** Events before this number were there during the latest problem. */
  #troubledUntil = 0;
  #isNotifying = false;
  given = 0;
  accepted = 0;
  #rejected = 0;
  readonly #dropped = { full: 0, unserialisable: 0, too_large: 0, closed: 0, out_of_time: 0 };
  #lastError: TocsinError | undefined;

  /** `next` gives the number of the event that comes next. */
  constructor(options: BufferOptions, next: () => number) {
    this.#options = options;
    this.#next = next;
  }

  get lastError(): TocsinError | undefined {
    return this.#lastError;
  }

  counts() {
    const { given, accepted } = this;
    return { given, accepted, rejected: this.#rejected, dropped: { ...this.#dropped }, lastError: this.#lastError };
  }

  /** Events that were given up. `events` is called only where somebody wants to see them. */
  drop(count: number, reason: DropReason, events: () => TelemetryEvent[]): void {
    if (count === 0) return;
    this.#dropped[reason] += count;
    // Somebody who logs that something was dropped must not go round in circles.
    if (this.#isNotifying) return;
    const { onDrop } = this.#options;
    if (onDrop) this.#notify(() => onDrop(events(), reason));
    if (reason === "out_of_time") this.#complain(undefined, new TocsinError(lost(count, this.#lastError)));
    else this.#complain(reason, new TocsinError(complaints[reason]));
  }

  /** Events that the server refused. */
  reject(count: number, reason = "no reason given"): void {
    if (count === 0) return;
    this.#rejected += count;
    this.#lastError = new TocsinError(`Tocsin rejected ${counted(count)}: ${reason}`, { status: 400 });
    this.#complain("rejected", this.#lastError);
  }

  /** A try that failed. */
  fail(error: TocsinError): void {
    this.#lastError = error;
    this.#complain(`${error.name} ${error.status}`, error);
  }

  /** All before this number is settled. Once that is all that saw the trouble, the next one is news. */
  calm(settled: number): void {
    if (settled >= this.#troubledUntil) this.#said.clear();
  }

  /** `kind` is what isn't said twice. */
  #complain(kind: string | undefined, error: TocsinError): void {
    this.#troubledUntil = this.#next();
    if (kind !== undefined && this.#said.has(kind)) return;
    if (kind !== undefined) this.#said.add(kind);
    const { onError = toConsole } = this.#options;
    this.#notify(() => onError(error));
  }

  #notify(callback: () => unknown): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    try {
      // An async function is taken for one that answers nothing, and would end the program with what it throws.
      Promise.resolve(callback()).catch(() => undefined);
    } catch {
      // The program's own mistake must not cost it events.
    } finally {
      this.#isNotifying = false;
    }
  }
}

const complaints: Readonly<Record<Exclude<DropReason, "out_of_time">, string>> = {
  full: "The buffer is full, and events are dropped.",
  unserialisable: "An event was dropped: it can't be written as JSON.",
  too_large: "An event was dropped: it is larger than 256 KiB.",
  closed: "An event was dropped: the buffer is closed.",
};

const counted = (count: number): string => (count === 1 ? "1 event" : `${count} events`);

const lost = (count: number, reason: TocsinError | undefined): string =>
  `${counted(count)} could not be sent in time and ${count === 1 ? "is" : "are"} lost.${reason ? ` ${reason.message}` : ""}`;

function toConsole({ message }: TocsinError): void {
  // biome-ignore lint/suspicious/noConsole: telemetry that is lost in silence is worse than a line; onError replaces it.
  console.error(`tocsin: ${message}`);
}
