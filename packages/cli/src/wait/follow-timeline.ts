import { setTimeout as wait } from "node:timers/promises";
import type { TimelineEvent, Tocsin } from "@tocsin/sdk";
import { explain } from "../failure/explain.ts";
import { isTransient } from "./poll.ts";

/** Some timeline entries don't change the incident and are not announced on the stream. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Yields all entries of a timeline, then new ones: after announcements on the stream, and by polling. After the first
 * read, outages are reported to `tell` and retried.
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

/** Notifies about each change of the incident. Without the stream, polling remains. */
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

/** Notifies everybody who waits at that moment. */
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
