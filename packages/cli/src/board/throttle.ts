/** Runs a function at most once in an interval; a call during the interval runs at its end. */
export interface Throttled {
  schedule(): void;
  stop(): void;
}

export function throttle(everyMs: number, run: () => void): Throttled {
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const runNow = () => {
    timer = undefined;
    last = performance.now();
    run();
  };
  return {
    schedule: () => {
      timer ??= setTimeout(runNow, Math.max(0, last + everyMs - performance.now()));
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
