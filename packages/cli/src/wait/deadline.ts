/** The longest time that a timer can be set to; it rings at once for a longer one. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export interface Deadline {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  cancel(): void;
}

export type SetTimer = (ring: () => void, ms: number) => { readonly cancel: () => void };

const systemTimer: SetTimer = (ring, ms) => {
  const handle = setTimeout(ring, ms);
  return { cancel: () => clearTimeout(handle) };
};

/** A signal that aborts after so many milliseconds, however many those are: a long time is a chain of timers. */
export function createDeadline(ms: number, setTimer: SetTimer = systemTimer): Deadline {
  const up = new AbortController();
  let left = ms;
  let cancel = () => {};
  const next = () => {
    const step = Math.min(left, TIMER_MS_MAX);
    left -= step;
    ({ cancel } = setTimer(left > 0 ? next : () => up.abort(), step));
  };
  next();
  return { signal: up.signal, cancel: () => cancel() };
}
