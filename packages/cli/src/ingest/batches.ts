/** When a batch is full. */
export interface BatchLimits {
  readonly count: number;
  /** Sum of `size` of the items. */
  readonly size: number;
  /** Maximum wait of the first item, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Groups items into batches, which are yielded when full or after `waitMs`. While the consumer works, at most one
 * more group is read, so a slow consumer applies back-pressure.
 */
export async function* batches<Item>(
  source: AsyncIterable<readonly Item[]>,
  limits: BatchLimits,
  sizeOf: (item: Item) => number,
): AsyncGenerator<Item[], void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  let open: Item[] = [];
  let size = 0;
  let late: Timer | undefined;
  const take = (): Item[] => {
    late?.cancel();
    late = undefined;
    const batch = open;
    open = [];
    size = 0;
    return batch;
  };
  try {
    for (;;) {
      const result = await (late ? Promise.race([next, late.rings]) : next);
      if (result === undefined) {
        yield take();
        continue;
      }
      if (result.done) break;
      next = iterator.next();
      for (const item of result.value) {
        const itemSize = sizeOf(item);
        if (open.length > 0 && size + itemSize > limits.size) yield take();
        open.push(item);
        size += itemSize;
        if (open.length >= limits.count) yield take();
      }
      if (open.length > 0) late ??= timer(limits.waitMs);
    }
    if (open.length > 0) yield take();
  } finally {
    late?.cancel();
    next.catch(() => {});
  }
}

interface Timer {
  readonly rings: Promise<undefined>;
  cancel(): void;
}

function timer(ms: number): Timer {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const handle = setTimeout(resolve, ms, undefined);
  return { rings: promise, cancel: () => clearTimeout(handle) };
}
