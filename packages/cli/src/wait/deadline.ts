/** The maximum delay of a timer; a longer one fires at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export interface Deadline {
  /** Aborts after the timeout. */
  readonly signal: AbortSignal;
  cancel(): void;
}

export type SetTimer = (ring: () => void, ms: number) => { readonly cancel: () => void };

const systemTimer: SetTimer = (ring, ms) => {
  const handle = setTimeout(ring, ms);
  return { cancel: () => clearTimeout(handle) };
};

/** Creates a signal that aborts after any number of milliseconds, with a chain of timers for long ones. */
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
