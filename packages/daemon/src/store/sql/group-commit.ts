/** Items that are added while the loop or the disk is busy share one transaction and one fsync. */
export interface GroupCommit<Item> {
  /** Resolves when the item is committed; rejects with the reason why its whole group is not. */
  add(item: Item): Promise<void>;
  /** Commits at once what waits. */
  flush(): void;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function createGroupCommit<Item>(
  commit: (items: readonly Item[]) => void,
  reasonOf: (error: unknown) => Error,
): GroupCommit<Item> {
  let waiting: Waiting<Item>[] = [];
  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      commit(group.map(({ item }) => item));
    } catch (error) {
      const reason = reasonOf(error);
      for (const { reject } of group) reject(reason);
      return;
    }
    for (const { resolve } of group) resolve();
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ item, resolve, reject }) === 1) setImmediate(flush);
      }),
    flush,
  };
}
