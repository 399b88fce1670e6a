import { setTimeout as wait } from "node:timers/promises";
import type { TimelineEvent, Tocsin } from "@tocsin/sdk";
import { explain } from "../failure/explain.ts";
import { isTransient } from "./poll.ts";

/** Not everything that people write into a timeline changes the incident, and comes over the stream. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Every entry of a timeline: those that are there, then each new one, soon after the stream tells of a change and at
 * the latest after some seconds. It goes on over outages, of which `tell` hears, once the first look has succeeded.
 */
export async function* followTimeline(
  client: Tocsin,
  incidentId: string,
  tell: (text: string) => void,
): AsyncGenerator<TimelineEvent, void, undefined> {
  const seen = new Set<string>();
  const leave = new AbortController();
  const bell = createNotifier();
  void ringOnChange(client, incidentId, bell.ring, leave.signal);
  let hasBegun = false;
  let isLost = false;
  try {
    for (;;) {
      const rung = bell.next();
      const entries = await client.incidents.timelineEvents(incidentId).catch((error: unknown) => {
        if (!hasBegun || !isTransient(error)) throw error;
        if (!isLost) tell(`${explain(error).message} Retrying.`);
        return undefined;
      });
      if (entries && isLost) tell("Connected again.");
      hasBegun = true;
      isLost = !entries;
      for (const entry of entries ?? []) {
        if (seen.has(entry.id)) continue;
        seen.add(entry.id);
        yield entry;
      }
      await waitForEither(rung, POLL_INTERVAL_MS);
    }
  } finally {
    leave.abort();
  }
}

/** Rings at each change of the incident. Where the stream can't be had, the look every some seconds is left. */
async function ringOnChange(client: Tocsin, incidentId: string, ring: () => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const message of client.incidents.stream({ signal })) {
      const about =
        message.type === "incident"
          ? message.incident.id
          : message.type === "diagnosis"
            ? message.progress.incidentId
            : incidentId;
      if (about === incidentId) ring();
    }
  } catch {}
}

/** What rings once for everybody who waits since before. */
function createNotifier() {
  let current = Promise.withResolvers<void>();
  return {
    next: () => current.promise,
    ring: () => {
      current.resolve();
      current = Promise.withResolvers<void>();
    },
  };
}

async function waitForEither(promise: Promise<void>, ms: number): Promise<void> {
  const done = new AbortController();
  const timer = wait(ms, undefined, { signal: done.signal }).catch(() => {});
  await Promise.race([promise, timer]);
  done.abort();
}
