import { setTimeout as sleep } from "node:timers/promises";
import type { Tocsin } from "@tocsin/sdk";
import type { InterfaceHealth } from "../format/health.ts";

/** One try has so long: who asks wants to know now. */
const requestOptions = { timeoutMs: 5_000, retries: 0 };
const POLL_INTERVAL_MS = 500;

/** Asks one of the interfaces whether it runs and takes requests. */
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

/** How the interfaces are. Where they aren't ready it looks again and tells of each look, until `signal` aborts. */
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
