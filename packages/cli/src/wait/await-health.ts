import { setTimeout as sleep } from "node:timers/promises";
import type { Tocsin } from "@tocsin/sdk";
import type { InterfaceHealth } from "../format/health.ts";

const requestOptions = { timeoutMs: 5_000, retries: 0 };
const POLL_INTERVAL_MS = 500;

/** Checks whether an interface is live and ready. */
async function checkInterface(client: Tocsin, name: InterfaceHealth["interface"]): Promise<InterfaceHealth> {
  const health = client.health[name];
  const [live, ready] = await Promise.allSettled([health.live(requestOptions), health.ready(requestOptions)]);
  const [reason] = [live, ready].flatMap((each) => (each.status === "rejected" ? [each.reason as Error] : []));
  return {
    interface: name,
    live: live.status === "fulfilled",
    ready: live.status === "fulfilled" && ready.status === "fulfilled",
    roles: ready.status === "fulfilled" ? ready.value.roles : [],
    reason: reason ? reason.message : null,
  };
}

/** Polls the interfaces until they are ready or the signal aborts, and reports each result to `onLook`. */
export async function awaitHealth(
  client: Tocsin,
  wanted: readonly InterfaceHealth["interface"][],
  { signal, onLook }: { readonly signal: AbortSignal; readonly onLook: (found: readonly InterfaceHealth[]) => void },
): Promise<readonly InterfaceHealth[]> {
  for (;;) {
    const found = await Promise.all(wanted.map((name) => checkInterface(client, name)));
    if (signal.aborted || found.every(({ ready }) => ready)) return found;
    onLook(found);
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}
