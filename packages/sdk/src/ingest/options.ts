import type { DeploymentEvent, LogEvent, MetricPoint } from "../generated/types.gen.ts";
import type { TocsinError } from "../transport/errors.ts";

/** An event of a buffer. */
export type TelemetryEvent = LogEvent | MetricPoint | DeploymentEvent;

/**
 * Why an event was given up before the server judged it.
 *
 * - `full`: the buffer held as much as it may.
 * - `unserialisable`: it is nothing that JSON can say, such as `undefined` or a function.
 * - `too_large`: over 256 KiB even after its message was cut and its metadata left out.
 * - `closed`: given after `close`.
 * - `out_of_time`: `close`, or the end of the process, came before the server took it.
 */
export type DropReason = "full" | "unserialisable" | "too_large" | "closed" | "out_of_time";

/** The limits, times and callbacks of a buffer. All fields may be missing. */
export interface BufferOptions {
  /** Most bytes of JSON that wait, those on their way among them. Default 16 MiB. */
  readonly maxBytes?: number | undefined;
  /** Most events that wait. Default 50,000. */
  readonly maxEvents?: number | undefined;
  /**
   * The events that are dropped when the buffer is full: the new one (`newest`, the default) or those that wait longest
   * (`oldest`).
   */
  readonly dropWhenFull?: "newest" | "oldest" | undefined;
  /** Most log events in one request. Default 1,000; the server takes 10,000. Metrics and deployments go one a request. */
  readonly batchEvents?: number | undefined;
  /** Most bytes of JSON in one request; a single event may be larger. Default 1 MiB. */
  readonly batchBytes?: number | undefined;
  /** Milliseconds that an event waits for others to make a batch. Default 1,000. */
  readonly flushMs?: number | undefined;
  /** Milliseconds that one try may take until its whole answer is here. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that `close`, and the end of the process, wait for what isn't sent yet. Default 5,000. */
  readonly closeTimeoutMs?: number | undefined;
  /** The organization that the events belong to. Defaults to the client's. */
  readonly organizationId?: string | undefined;
  /** Whether what waits is sent when the program has nothing left to do, and when a page is hidden or left. Default true. */
  readonly flushOnExit?: boolean | undefined;
  /**
   * Signals on which what waits is sent before they end the process. Default none. Handlers of the program are left alone:
   * where there is one, ending the process stays its business.
   */
  readonly flushOnSignals?: readonly ("SIGTERM" | "SIGINT" | "SIGHUP")[] | undefined;
  /** Called with dropped events, as they would have been sent. An error that it throws is ignored. */
  readonly onDrop?: ((events: readonly TelemetryEvent[], reason: DropReason) => void) | undefined;
  /**
   * Called once with each kind of problem (no answer, 401, a full buffer …), and again after a recovery. Default: a
   * line on the console. An error that it throws is ignored.
   */
  readonly onError?: ((error: TocsinError) => void) | undefined;
}

/** Counts of all events: `accepted + rejected + pending` and all of `dropped` add up to `given`. */
export interface BufferStats {
  /** Events that `log`, `metric` and `deployment` were called with. */
  readonly given: number;
  /** Events that the server has, durably. */
  readonly accepted: number;
  /** Events that the server refused. It keeps those of a batch as dead letters. */
  readonly rejected: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Events that wait or are on their way. */
  readonly pending: number;
  /** Bytes of JSON that wait or are on their way. */
  readonly bytes: number;
  /** The latest trouble, whether it is over or not. */
  readonly lastError: TocsinError | undefined;
}

/** How long to wait. */
export interface WaitOptions {
  /** Milliseconds. Defaults to `closeTimeoutMs` of the buffer. */
  readonly timeoutMs?: number | undefined;
}

export const bufferDefaults = {
  maxBytes: 16 * 1024 * 1024,
  maxEvents: 50_000,
  dropWhenFull: "newest",
  batchEvents: 1_000,
  batchBytes: 1024 * 1024,
  flushMs: 1_000,
  timeoutMs: 10_000,
  closeTimeoutMs: 5_000,
} as const;

/** @throws RangeError where a number is none that can hold. */
export function checkOptions(options: BufferOptions): void {
  const atMost = { batchEvents: 10_000, batchBytes: 16 * 1024 * 1024, flushMs: 2 ** 31 - 1, timeoutMs: 2 ** 31 - 1 };
  const most: Readonly<Record<string, number>> = { ...atMost, closeTimeoutMs: 2 ** 31 - 1 };
  for (const name of ["maxBytes", "maxEvents", "batchEvents", "batchBytes", "flushMs", "timeoutMs"] as const)
    check(name, options[name], 1, most[name]);
  check("closeTimeoutMs", options.closeTimeoutMs, 0, most["closeTimeoutMs"]);
}

function check(name: string, value: number | undefined, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (value !== undefined && !(value >= least && value <= most))
    throw new RangeError(`${name} must be from ${least} to ${most}, and is ${value}.`);
}
