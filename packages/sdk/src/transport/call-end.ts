import { TimeoutError } from "./errors.ts";

/** Node can wait for 24 days; what is longer would be over at once. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/** @throws RangeError where this is no time that can be waited for. */
export function checkTimeout(name: string, ms: number): void {
  if (!(ms >= 1 && ms <= TIMEOUT_MS_MAX))
    throw new RangeError(`${name} must be from 1 to ${TIMEOUT_MS_MAX} (24 days), and is ${ms}.`);
}

/** The caller's signal and the deadline, which may end a call before it is answered. */
export interface CallEnd {
  /** Aborts with either; undefined where there is neither. */
  readonly signal: AbortSignal | undefined;
  /** Milliseconds until the deadline. */
  left(): number;
  /** Throws the reason of the caller's signal, or a TimeoutError past the deadline. */
  check(): void;
}

/** @throws RangeError where `deadlineMs` is no time that can be waited for. */
export function callEndOf(signal: AbortSignal | undefined, deadlineMs: number | undefined): CallEnd {
  if (deadlineMs === undefined) {
    return { signal, left: () => Number.POSITIVE_INFINITY, check: () => signal?.throwIfAborted() };
  }
  checkTimeout("deadlineMs", deadlineMs);
  const due = performance.now() + deadlineMs;
  const deadline = AbortSignal.timeout(Math.ceil(deadlineMs));
  return {
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    left: () => due - performance.now(),
    check() {
      signal?.throwIfAborted();
      if (deadline.aborted)
        throw new TimeoutError(`The call did not end within its deadline of ${deadlineMs / 1000} seconds.`);
    },
  };
}

/** Resolves with the promise, unless the call ends first. The promise may ignore the signal. */
export async function unlessEnded<Value>(
  promise: Promise<Value>,
  { signal, check }: Pick<CallEnd, "signal" | "check">,
): Promise<Value> {
  if (!signal) return promise;
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    stop = () => {
      try {
        check();
      } catch (reason) {
        reject(reason);
      }
    };
    signal.addEventListener("abort", stop);
  });
  stop();
  try {
    return await Promise.race([promise, ended]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Resolves after so many milliseconds, or rejects with the reason of the signal once it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
