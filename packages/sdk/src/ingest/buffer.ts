import type { DeploymentEvent, LogEvent, MetricPoint } from "../generated/types.gen.ts";
import { TocsinError } from "../transport/errors.ts";
import { newIdempotencyKey } from "../transport/headers.ts";
import { Ledger } from "./ledger.ts";
import { flushAtTheEnd } from "./lifecycle.ts";
import {
  type BufferOptions,
  type BufferStats,
  bufferDefaults,
  checkOptions,
  type DropReason,
  type TelemetryEvent,
  type WaitOptions,
} from "./options.ts";
import { type Batch, classifyFailure, type Delivery, post, splitBatch, type Taken } from "./post.ts";
import { type Item, Queue, type Route } from "./queue.ts";
import { serialise } from "./serialise.ts";

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** A server that asks for more is asked again after this all the same. */
const LONGEST_RETRY_AFTER_MS = 300_000;
/** Timers can't wait for longer; 24 days. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** Browsers let requests of a page that is left carry 64 KiB. */
const HIDDEN_BATCH_BYTES = 60_000;

/** Somebody who waits until everything up to a number is settled. */
interface Waiter {
  readonly until: number;
  done(settled: boolean): void;
}

/**
 * Sends telemetry in the background. `log`, `metric` and `deployment` return at once and never throw; nothing here ever
 * rejects. Waiting events are in memory, bounded, and cost their JSON plus some hundred bytes each. One request is on
 * its way at a time, in order. A batch keeps its Idempotency-Key over its tries, so nothing is stored twice.
 * @example
 * const buffer = tocsin.ingest.buffered({ onDrop: (events, reason) => console.error(events.length, reason) });
 * buffer.log({ service: "checkout", level: "error", message: "payment refused" });
 * await buffer.close();
 */
export class IngestBuffer {
  readonly #delivery: Delivery;
  readonly #options: BufferOptions & typeof bufferDefaults;
  readonly #queue = new Queue();
  /** Taken from the queue and not settled; the first one is on its way or will be. */
  #batches: Batch[] = [];
  #batchBytes = 0;
  #batchEvents = 0;
  #stop = new AbortController();
  #timer: { readonly due: number; cancel(): void } | undefined;
  #running = false;
  /** Events before this number are sent without waiting for a full batch. */
  #sendUntil = 0;
  #failures = 0;
  #notBefore = 0;
  /** The server doesn't want the next try before. */
  #askedUntil = 0;
  #hidden = false;
  #closing: Promise<BufferStats> | undefined;
  #waiters: Waiter[] = [];
  readonly #leave: () => void;

  readonly #ledger: Ledger;
  #stamp = { ms: 0, text: "" };

  /** @throws RangeError where a number of the options is none that can hold. */
  constructor(delivery: Delivery, options: BufferOptions = {}) {
    checkOptions(options);
    this.#delivery = delivery;
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    this.#options = { ...bufferDefaults, ...given };
    this.#ledger = new Ledger(options, () => this.#queue.next);
    this.#leave = flushAtTheEnd(
      {
        drain: () => this.#drain(this.#options.closeTimeoutMs),
        abandon: () => this.#giveUp(),
        hide: (hidden) => this.#hide(hidden),
        pending: () => this.#pending,
      },
      options,
    );
  }

  /**
   * Takes a log event; without a `timestamp` it gets the present time. False where it was dropped at once.
   * A message over 64 Ki characters is cut, and so is what makes the event larger than 256 KiB.
   * @example
   * buffer.log({ service: "checkout", level: "warn", message: "slow payment", metadata: { ms: 2400 } });
   */
  log(event: LogEvent): boolean {
    return this.#take("logs", event);
  }

  /**
   * Takes a data point. Each goes in a request of its own. False where it was dropped at once.
   * @example
   * buffer.metric({ service: "checkout", name: "latency", value: 48, unit: "ms" });
   */
  metric(point: MetricPoint): boolean {
    return this.#take("metrics", point);
  }

  /**
   * Takes word of a deployment. Each goes in a request of its own. False where it was dropped at once.
   * @example
   * buffer.deployment({ service: "checkout", version: "1.4.2", environment: "production" });
   */
  deployment(event: DeploymentEvent): boolean {
    return this.#take("deployments", event);
  }

  /**
   * Sends all events so far without waiting for a full batch. True once all are settled (accepted, rejected or
   * dropped). False after `timeoutMs`, or if the server answers an error that no wait changes, such as 401. The events
   * then stay in the buffer. Never rejects.
   * @example
   * if (!(await buffer.flush({ timeoutMs: 2_000 }))) console.error("Tocsin is slow");
   */
  flush({ timeoutMs = this.#options.closeTimeoutMs }: WaitOptions = {}): Promise<boolean> {
    return this.#wait(timeoutMs);
  }

  /**
   * Sends what waits, for at most `timeoutMs`; gives up what is left then, and takes nothing any more. Where the server
   * answers what no wait changes, such as 401, it gives up at once. Answers the last counts. Never rejects; a second call
   * answers the same.
   * @example
   * const { accepted, dropped } = await buffer.close({ timeoutMs: 10_000 });
   */
  close({ timeoutMs = this.#options.closeTimeoutMs }: WaitOptions = {}): Promise<BufferStats> {
    this.#closing ??= this.#drain(timeoutMs).then(() => {
      this.#leave();
      return this.stats();
    });
    return this.#closing;
  }

  /**
   * Counts of all events so far.
   * @example
   * const { pending, dropped, lastError } = buffer.stats();
   */
  stats(): BufferStats {
    return { ...this.#ledger.counts(), pending: this.#pending, bytes: this.#bytes };
  }

  get #pending(): number {
    return this.#queue.length + this.#batchEvents;
  }
  get #bytes(): number {
    return this.#queue.bytes + this.#batchBytes;
  }
  /** The number of the oldest event that isn't settled. */
  get #oldest(): number {
    return this.#batches[0]?.first ?? this.#queue.first;
  }

  #take(route: Route, event: TelemetryEvent): boolean {
    this.#ledger.given += 1;
    if (this.#closing) return this.#refuse(event, "closed");
    const { maxEvents, dropWhenFull } = this.#options;
    // An event that won't be kept needn't be serialised.
    if (dropWhenFull === "newest" && this.#pending >= maxEvents) return this.#refuse(event, "full");
    const written = serialise(event, this.#time);
    if (typeof written === "string") return this.#refuse(event, written);
    if (!this.#makeSpace(written.bytes)) return this.#refuse(event, "full");
    this.#queue.push({ route, ...written });
    this.#schedule();
    return true;
  }

  /** The present time. Many events come in the same millisecond, and writing it is dear. */
  readonly #time = (): string => {
    const ms = this.#delivery.now();
    if (ms !== this.#stamp.ms) this.#stamp = { ms, text: new Date(ms).toISOString() };
    return this.#stamp.text;
  };

  /** Batches on their way stay: they may have arrived already. */
  #makeSpace(bytes: number): boolean {
    const { maxEvents, maxBytes, dropWhenFull } = this.#options;
    const full = () => this.#pending >= maxEvents || this.#bytes + bytes > maxBytes;
    if (!full()) return true;
    const hopeless = this.#batchEvents >= maxEvents || this.#batchBytes + bytes > maxBytes;
    if (dropWhenFull === "newest" || hopeless) return false;
    const gone: Item[] = [];
    while (full()) {
      const item = this.#queue.shift();
      if (!item) break;
      gone.push(item);
    }
    this.#ledger.drop(gone.length, "full", () => gone.map(read));
    this.#settle();
    return true;
  }

  #refuse(event: TelemetryEvent, reason: DropReason): false {
    this.#ledger.drop(1, reason, () => [event]);
    return false;
  }

  #hide(hidden: boolean): void {
    this.#hidden = hidden;
    if (!hidden || this.#pending === 0) return;
    this.#sendUntil = this.#queue.next;
    void this.#send();
  }

  #schedule(): void {
    if (this.#running) return;
    const { batchEvents, batchBytes, flushMs } = this.#options;
    const full = this.#queue.length >= batchEvents || this.#queue.bytes >= batchBytes;
    if (this.#failures > 0) this.#arm(this.#notBefore - this.#delivery.tick());
    else this.#arm(full ? 0 : flushMs);
  }

  /** An earlier time stands. */
  #arm(ms: number): void {
    const wait = Math.max(0, ms);
    const due = this.#delivery.tick() + wait;
    if (this.#timer && this.#timer.due <= due) return;
    this.#timer?.cancel();
    const fire = () => {
      this.#timer = undefined;
      this.#sendUntil = this.#queue.next;
      void this.#send();
    };
    this.#timer = { due, cancel: this.#delivery.after(wait, fire, false) };
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Sends batch after batch, until only a part of one is left that may wait, or the server can't. */
  async #send(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    this.#disarm();
    try {
      for (let batch = this.#nextBatch(); batch; batch = this.#nextBatch()) {
        // One for each try: what listens to a signal for long piles up on it.
        this.#stop = new AbortController();
        const { signal } = this.#stop;
        const answer = await post(batch, this.#delivery, {
          timeoutMs: this.#options.timeoutMs,
          keepalive: this.#hidden && this.#batchBytes <= HIDDEN_BATCH_BYTES,
          signal,
        });
        // Given up meanwhile; others may wait by now.
        if (signal.aborted) continue;
        if (!this.#note(batch, answer)) break;
      }
    } finally {
      this.#running = false;
      if (this.#pending > 0) this.#schedule();
    }
  }

  #nextBatch(): Batch | undefined {
    const { batchEvents, batchBytes } = this.#options;
    if (this.#batches[0]) return this.#batches[0];
    const full = this.#queue.length >= batchEvents || this.#queue.bytes >= batchBytes;
    if (this.#queue.length === 0 || (!full && this.#queue.first >= this.#sendUntil)) return undefined;
    const first = this.#queue.first;
    const bytes = this.#hidden ? Math.min(HIDDEN_BATCH_BYTES, batchBytes) : batchBytes;
    const batch = { key: newIdempotencyKey(), first, items: this.#queue.takeBatch({ events: batchEvents, bytes }) };
    this.#batches = [batch];
    this.#countBatches();
    return batch;
  }

  /** Takes the answer into account; false where the batch has to wait. */
  #note(batch: Batch, answer: Taken | TocsinError): boolean {
    if (!(answer instanceof TocsinError)) {
      this.#done(batch, answer);
      return true;
    }
    const verdict = classifyFailure(answer, batch);
    if (verdict === "refused") {
      this.#done(batch, { rejected: batch.items.length, reason: answer.message });
      return true;
    }
    if (verdict === "apart") {
      const { parts, refused } = splitBatch(batch, answer);
      this.#ledger.reject(refused.length, answer.message);
      this.#replace(parts);
      return true;
    }
    this.#ledger.fail(answer);
    this.#waitAfter(answer.retryAfterMs);
    if (verdict === "hold") for (const { done } of this.#waiters.splice(0)) done(false);
    return false;
  }

  #done({ items }: Batch, { rejected, reason }: Taken): void {
    this.#ledger.accepted += items.length - rejected;
    this.#ledger.reject(rejected, reason);
    this.#failures = 0;
    this.#replace([]);
    if (rejected === 0) this.#ledger.calm(this.#oldest);
  }

  /** Puts these in the place of the first batch. */
  #replace(parts: readonly Batch[]): void {
    this.#batches = [...parts, ...this.#batches.slice(1)];
    this.#countBatches();
    this.#settle();
  }

  #countBatches(): void {
    this.#batchEvents = this.#batches.reduce((sum, { items }) => sum + items.length, 0);
    this.#batchBytes = this.#batches.reduce((sum, { items }) => items.reduce((all, { bytes }) => all + bytes, sum), 0);
  }

  /** Twice as long after each failure, with chance in it, so that many senders don't come back at once. */
  #waitAfter(retryAfterMs: number | undefined): void {
    const most = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    const own = most * (0.5 + this.#delivery.random() / 2);
    const now = this.#delivery.tick();
    this.#failures += 1;
    this.#askedUntil = now + Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
    this.#notBefore = Math.max(now + own, this.#askedUntil);
  }

  /** Resolves with whether everything that was given so far is settled in time. */
  #wait(timeoutMs: number): Promise<boolean> {
    const until = this.#queue.next;
    if (this.#oldest >= until) return Promise.resolve(true);
    this.#sendUntil = until;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { until, done: (settled) => resolve(settled) };
    this.#waiters.push(waiter);
    const cancel = this.#delivery.after(Math.min(timeoutMs, LONGEST_WAIT_MS), () => waiter.done(false), true);
    // A failed batch is retried at once, and from then on as after a first failure, but never sooner than the server asked.
    this.#failures = Math.min(this.#failures, 1);
    this.#notBefore = this.#askedUntil;
    if (!this.#running) {
      if (this.#failures === 0 || this.#notBefore <= this.#delivery.tick()) void this.#send();
      else this.#schedule();
    }
    return promise.finally(() => {
      cancel();
      this.#waiters = this.#waiters.filter((each) => each !== waiter);
    });
  }

  #settle(): void {
    for (const { until, done } of this.#waiters) if (this.#oldest >= until) done(true);
  }

  async #drain(timeoutMs: number): Promise<void> {
    if (!(await this.#wait(timeoutMs))) this.#giveUp();
  }

  /** Drops all that waits, for good. */
  #giveUp(): void {
    const items = this.#batches.flatMap((batch) => batch.items);
    this.#batches = [];
    this.#countBatches();
    for (let item = this.#queue.shift(); item; item = this.#queue.shift()) items.push(item);
    this.#disarm();
    this.#stop.abort();
    this.#failures = 0;
    this.#ledger.drop(items.length, "out_of_time", () => items.map(read));
    this.#settle();
  }
}

const read = ({ text }: Item): TelemetryEvent => JSON.parse(text) as TelemetryEvent;
