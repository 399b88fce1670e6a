import { setTimeout as sleep } from "node:timers/promises";
import type { Tocsin } from "@tocsin/sdk";

/** The interfaces of a Tocsin. */
export const interfaces = ["core", "ingestion"] as const;

/** How one of the interfaces is. */
export interface Health {
  readonly interface: (typeof interfaces)[number];
  readonly live: boolean;
  readonly ready: boolean;
  /** What the process does. */
  readonly roles: readonly string[];
  /** Why it isn't ready, or doesn't answer; null where it is. */
  readonly reason: string | null;
}

/** One try has so long: who asks wants to know now. */
const patience = { timeoutMs: 5_000, retries: 0 };
const BETWEEN_LOOKS_MS = 500;

/** Asks one of the interfaces whether it runs and takes requests. */
async function look(client: Tocsin, name: Health["interface"]): Promise<Health> {
  const health = client.health[name];
  const [live, ready] = await Promise.allSettled([health.live(patience), health.ready(patience)]);
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
  wanted: readonly Health["interface"][],
  { signal, onLook }: { readonly signal: AbortSignal; readonly onLook: (found: readonly Health[]) => void },
): Promise<readonly Health[]> {
  for (;;) {
    const found = await Promise.all(wanted.map((name) => look(client, name)));
    if (signal.aborted || found.every(({ ready }) => ready)) return found;
    onLook(found);
    await sleep(BETWEEN_LOOKS_MS, undefined, { signal }).catch(() => {});
  }
}
