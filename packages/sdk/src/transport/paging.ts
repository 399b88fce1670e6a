/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** The `cursor` of the next page; missing on the last one. */
  readonly nextCursor: string | undefined;
  /** How many pass the filters on all pages together, where the server says so. */
  readonly totalCount: number | undefined;
}

/** The page that an answer holds: the items are its body, the rest stands in its headers. */
export async function page<Item>(result: Promise<{ data: Item[]; response: Response }>): Promise<Page<Item>> {
  const { data, response } = await result;
  const total = response.headers.get("x-total-count");
  return {
    items: data,
    nextCursor: nextCursor(response.headers.get("link")),
    totalCount: total === null ? undefined : Number(total),
  };
}

/** Every item of every page, in order; a page is asked for once the one before is used up. */
export async function* eachItem<Item>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
  from?: string,
): AsyncGenerator<Item, void, undefined> {
  let cursor = from;
  do {
    const { items, nextCursor: next } = await load(cursor);
    yield* items;
    cursor = next;
  } while (cursor !== undefined);
}

function nextCursor(link: string | null): string | undefined {
  for (const [, address = "", parameters = ""] of (link ?? "").matchAll(/<([^>]*)>([^,]*)/g)) {
    if (!/;\s*rel="?next"?/i.test(parameters)) continue;
    // The address may be relative, and only its cursor matters.
    return URL.parse(address, "http://any")?.searchParams.get("cursor") ?? undefined;
  }
  return undefined;
}
