import { randomUUID } from "node:crypto";
import Transport from "winston-transport";

/** Levels of winston's npm, syslog and cli sets that Tocsin calls otherwise; any other unknown one becomes info. */
const LEVELS = {
  emerg: "fatal",
  alert: "fatal",
  crit: "fatal",
  fatal: "fatal",
  error: "error",
  warning: "warn",
  warn: "warn",
  notice: "info",
  info: "info",
  http: "debug",
  verbose: "debug",
  debug: "debug",
  silly: "debug",
  trace: "debug",
};
/** Tocsin takes 256 KiB an event; what is longer is cut here, so that the event isn't refused for it. */
const MESSAGE_CHARS_MAX = 64 * 1024;
const METADATA_CHARS_MAX = 64 * 1024;
/** Far below Tocsin's 10,000 events and 16 MiB a batch. */
const BATCH_BYTES_MAX = 1024 * 1024;
const RETRY_MS_FIRST = 250;
const RETRY_MS_MAX = 30_000;
/** Answers after which the same batch is worth another try; 401 and 403 until somebody corrects the key. */
const TRY_AGAIN = new Set([401, 403, 408, 409, 429, 500, 502, 503, 504]);
const LEVEL = Symbol.for("level");

/**
 * A winston transport that posts batches to Tocsin and keeps them until Tocsin has taken them.
 *
 * Each batch carries an Idempotency-Key, so that a batch whose answer got lost isn't stored twice when it is sent
 * again. What waits is in memory, bounded: past `bufferedMax` the oldest entries are given up, and said so by the
 * event "warn". What is lost when the process is killed is what it hadn't sent yet.
 */
export class TocsinTransport extends Transport {
  /** Events as JSON, oldest first. */
  #waiting = [];
  /** The batch that is being sent; the same until it is taken or given up. */
  #batch;
  #timer;
  #failures = 0;
  #dropped = 0;
  #stop = new AbortController();
  #whenEmpty = [];

  constructor(options) {
    super(options);
    this.service = options.service;
    this.url = new URL("/events/logs/batch?onInvalid=skip", options.url);
    this.headers = { "content-type": "application/json" };
    if (options.organization !== undefined) this.headers["x-organization-id"] = options.organization;
    if (options.apiKey !== undefined) this.headers["x-api-key"] = options.apiKey;
    this.metadata = options.metadata ?? {};
    this.batchMax = options.batchMax ?? 500;
    this.bufferedMax = options.bufferedMax ?? 10_000;
    this.flushMs = options.flushMs ?? 1000;
    this.timeoutMs = options.timeoutMs ?? 10_000;
    this.closeMs = options.closeMs ?? 10_000;
  }

  /** Called by winston for every entry; never waits for the network. */
  log(info, done) {
    this.#waiting.push(JSON.stringify(this.#toEvent(info)));
    if (this.#waiting.length > this.bufferedMax) {
      this.#waiting.shift();
      this.#dropped++;
    }
    if (this.#batch === undefined) this.#schedule(this.#waiting.length >= this.batchMax ? 0 : this.flushMs);
    setImmediate(() => this.emit("logged", info));
    done();
  }

  /** Entries that Tocsin hasn't taken yet. */
  get pending() {
    return this.#waiting.length + (this.#batch?.events.length ?? 0);
  }

  /** Resolves when everything logged so far was taken or given up. */
  flush() {
    if (this.pending === 0) return Promise.resolve();
    const emptied = new Promise((resolve) => this.#whenEmpty.push(resolve));
    this.#schedule(0);
    return emptied;
  }

  /** Called by winston when the logger ends: sends what waits, for at most `closeMs`. */
  _final(done) {
    const giveUp = setTimeout(() => {
      this.#stop.abort();
      this.emit(
        "warn",
        new Error(`Tocsin wasn't reached in time; ${this.pending + this.#dropped} log entries are lost.`),
      );
      done();
    }, this.closeMs);
    void this.flush().then(() => {
      clearTimeout(giveUp);
      if (!this.#stop.signal.aborted) done();
    });
  }

  #schedule(ms) {
    if (this.#stop.signal.aborted || (this.#timer !== undefined && ms > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, ms);
    // A program that is done may end: it loses nothing when it ends its logger, or flushes, first.
    if (this.#whenEmpty.length === 0) this.#timer.unref();
  }

  #nextBatch() {
    const events = [];
    let bytes = 0;
    while (events.length < this.batchMax && this.#waiting.length > 0) {
      bytes += Buffer.byteLength(this.#waiting[0]);
      if (events.length > 0 && bytes > BATCH_BYTES_MAX) break;
      events.push(this.#waiting.shift());
    }
    return { key: randomUUID(), events, running: false };
  }

  async #send() {
    if (this.#batch?.running || this.#stop.signal.aborted) return;
    this.#batch ??= this.#nextBatch();
    this.#batch.running = true;
    const problem = await this.#post(this.#batch);
    if (this.#stop.signal.aborted) return;
    this.#batch.running = false;
    if (problem?.again) return this.#tryLater(problem);
    if (problem) this.emit("warn", new Error(`${this.#batch.events.length} log entries given up: ${problem.text}`));
    if (this.#dropped > 0) this.emit("warn", new Error(`${this.#dropped} log entries given up: the buffer was full.`));
    this.#dropped = 0;
    this.#failures = 0;
    this.#batch = undefined;
    if (this.#waiting.length > 0) this.#schedule(0);
    else for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /** Twice as long after each failure, with some chance in it, so that many senders don't come back at once. */
  #tryLater({ text, afterMs }) {
    if (this.#failures === 0) this.emit("warn", new Error(`Tocsin didn't take a batch and will get it again: ${text}`));
    const backOff = Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** this.#failures++);
    this.#schedule(Math.max(afterMs, backOff * (0.5 + Math.random())));
  }

  /** Undefined when Tocsin has taken the batch. */
  async #post({ key, events }) {
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { ...this.headers, "idempotency-key": key },
        body: `[${events.join(",")}]`,
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(this.timeoutMs)]),
      });
      const text = await response.text();
      if (response.ok) return this.#complainOfRejected(text);
      const afterMs = Number(response.headers.get("retry-after") ?? 0) * 1000 || 0;
      return { again: TRY_AGAIN.has(response.status), afterMs, text: `${response.status} ${text.slice(0, 300)}` };
    } catch (error) {
      return { again: true, afterMs: 0, text: `${error.message} ${error.cause?.code ?? ""}`.trim() };
    }
  }

  /** 202 says how many of the batch it couldn't take; those are dead letters, kept there to be read and replayed. */
  #complainOfRejected(text) {
    const { rejected = 0, details = [] } = JSON.parse(text);
    if (rejected === 0) return;
    const [first] = details;
    this.emit("warn", new Error(`${rejected} log entries became dead letters: ${first?.path} ${first?.message}`));
  }

  #toEvent(info) {
    const { level: shown, message, timestamp: _shown, traceId, spanId, ...rest } = info;
    // The level under the symbol is free of the colours that a format may have put around the shown one.
    const own = String(info[LEVEL] ?? shown);
    const level = LEVELS[own] ?? "info";
    const metadata = { ...this.metadata, ...(own === level ? {} : { level: own }), ...rest };
    return {
      service: this.service,
      level,
      message: toMessage(message, rest),
      timestamp: new Date().toISOString(),
      ...(typeof traceId === "string" ? { traceId } : {}),
      ...(typeof spanId === "string" ? { spanId } : {}),
      metadata: toMetadata(metadata),
    };
  }
}

/** winston passes on entries without a message, and messages that are no text. */
function toMessage(message, rest) {
  if (typeof message === "string" && message !== "") return message.slice(0, MESSAGE_CHARS_MAX);
  if (message instanceof Error) return String(message.stack ?? message.message).slice(0, MESSAGE_CHARS_MAX);
  const text = toJson(message === undefined || message === "" ? rest : message);
  return text === "{}" ? "(no message)" : text.slice(0, MESSAGE_CHARS_MAX);
}

function toMetadata(metadata) {
  const text = toJson(metadata);
  return text.length <= METADATA_CHARS_MAX ? JSON.parse(text) : { truncated: text.slice(0, METADATA_CHARS_MAX) };
}

/** JSON of anything: a circular reference becomes a note, a BigInt a string, an Error its stack. Never throws. */
function toJson(value) {
  const above = [];
  const replace = function (_key, inner) {
    if (typeof inner === "bigint") return String(inner);
    if (inner instanceof Error) return inner.stack ?? inner.message;
    if (typeof inner !== "object" || inner === null) return inner;
    // `this` holds `inner`: whatever lies behind it on the way here isn't above any more.
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (above.includes(inner)) return "(circular)";
    above.push(inner);
    return inner;
  };
  try {
    return JSON.stringify(value, replace) ?? String(value);
  } catch (error) {
    return JSON.stringify({ unserialisable: String(error) });
  }
}
