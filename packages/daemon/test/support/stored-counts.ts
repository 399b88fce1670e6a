import { expect } from "chai";
import type { DaemonProcess } from "./process.ts";
import { request } from "./request.ts";
import { mintToken } from "./tokens.ts";
import { waitFor } from "./wait.ts";

/** How often each message is stored, by reading every page of the load's events; of all services where none is named. */
export async function storedCounts(
  daemon: Pick<DaemonProcess, "core">,
  service: string | null = "load",
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let path: string | undefined = `/events/search?limit=1000${service === null ? "&level=info" : `&service=${service}`}`;
  while (path !== undefined) {
    const answer = await request(`${daemon.core}${path}`, { token: mintToken() });
    expect(answer.status, answer.text.slice(0, 200)).to.equal(200);
    for (const { message } of answer.json<{ message: string }[]>()) counts.set(message, (counts.get(message) ?? 0) + 1);
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return counts;
}

/** Waits until nothing of what was accepted is still to be processed. */
export async function drained(daemon: DaemonProcess): Promise<void> {
  const depth = async (): Promise<number> => {
    const { text } = await request(`${daemon.core}/metrics`);
    return Number(/^tocsin_queue_depth (\d+)/m.exec(text)?.[1] ?? Number.NaN);
  };
  await waitFor(async () => (await depth()) === 0, { within: 30_000, what: "the queue to be empty" });
}

/** What of the acknowledged is not there, and what is there more than once. */
export function compare(
  acknowledged: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
): { missing: number; doubled: number } {
  return {
    missing: [...acknowledged].filter((message) => !counts.has(message)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
  };
}
