export async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** The path of the next page from the `Link` header; undefined after the last page. */
export function nextPagePath(path: string, link: string | null): string | undefined {
  const next = (link ?? "").split(/,\s*(?=<)/).find((each) => /;\s*rel="?next"?/i.test(each));
  const address = /<([^>]*)>/.exec(next ?? "")?.[1];
  // The server may not know its own address, so only the cursor is taken from the header.
  const cursor = address === undefined ? undefined : URL.parse(address, "http://any")?.searchParams.get("cursor");
  if (!cursor) return undefined;
  const [own = "", query] = path.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("cursor", cursor);
  return `${own}?${parameters}`;
}
