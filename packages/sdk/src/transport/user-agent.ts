import { version } from "./version.ts";

/** What the client calls itself, after what the application calls itself. Undefined in a browser, which says that itself. */
export function userAgentOf(application: string | undefined): string | undefined {
  const { process } = globalThis as { process?: { versions?: Record<string, string | undefined> } };
  const node = process?.versions?.["node"];
  if (node === undefined) return undefined;
  const own = `tocsin-sdk/${version} node/${node}`;
  return application === undefined ? own : `${application} ${own}`;
}
