/** Something done at most once in a while: at once where it was long ago, else when the while is over. */
export interface Paced {
  ask(): void;
  stop(): void;
}

export function paced(everyMs: number, act: () => void): Paced {
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const run = () => {
    timer = undefined;
    last = performance.now();
    act();
  };
  return {
    ask: () => {
      timer ??= setTimeout(run, Math.max(0, last + everyMs - performance.now()));
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
