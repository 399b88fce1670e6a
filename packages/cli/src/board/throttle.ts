/** Something done at most once in a while: at once where it was long ago, else when the while is over. */
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
