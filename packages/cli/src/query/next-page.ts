/** The path of the next page, from the one that was asked for and the `Link` header of its answer; undefined after the last one. */
export function nextPagePath(path: string, link: string | null): string | undefined {
  const next = (link ?? "").split(/,\s*(?=<)/).find((each) => /;\s*rel="?next"?/i.test(each));
  const address = /<([^>]*)>/.exec(next ?? "")?.[1];
  // Wherever the server thinks it is, the path that was typed is the one that reached it; only the cursor is new.
  const cursor = address === undefined ? undefined : URL.parse(address, "http://any")?.searchParams.get("cursor");
  if (!cursor) return undefined;
  const [own = "", query] = path.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("cursor", cursor);
  return `${own}?${parameters}`;
}
