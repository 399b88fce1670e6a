import { Flags } from "@oclif/core";

/** Flags of commands that list pages; `what` names the items, such as `windows`. */
export const pageFlags = (what: string, { usual = 50, max = 500 } = {}) => ({
  limit: Flags.integer({ description: `Maximum number of ${what} to list.`, default: usual, min: 1, max }),
  all: Flags.boolean({ description: `List all ${what} that pass the filters.`, exclusive: ["limit"] }),
});

/** Reads the items that the flags ask for, in pages of at most `max`. */
export async function readPages<Item>(
  list: (pageSize: number) => AsyncIterable<Item>,
  { limit, all }: { readonly limit: number; readonly all: boolean },
  max = 500,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list(all ? max : limit)) {
    items.push(item);
    if (!all && items.length >= limit) break;
  }
  return items;
}
