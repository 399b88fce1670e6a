export type CallOutcome<Result> = { readonly value: Result } | { readonly error: unknown };

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls. The next batch holds all calls since the last batch began, up to `most`, and grows while each
 * tick of the event loop adds calls. `work` returns an outcome for each item in order; an error fails the whole batch.
 */
export function batchCalls<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly CallOutcome<Result>[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;
  /** Lets waiting sockets add calls: synchronous work would otherwise see one item at a time. */
  const gather = async (): Promise<void> => {
    for (let before = -1; waiting.length > before && waiting.length < most; ) {
      before = waiting.length;
      await nextTick();
    }
  };
  const run = async (): Promise<void> => {
    await gather();
    while (waiting.length > 0) {
      await settle(waiting.splice(0, most), work);
      await gather();
    }
    running = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      void run();
    });
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly CallOutcome<Result>[]>,
): Promise<void> {
  try {
    const outcomes = await work(batch.map(({ item }) => item));
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index] as CallOutcome<Result>;
      if ("value" in outcome) resolve(outcome.value);
      else reject(outcome.error);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
