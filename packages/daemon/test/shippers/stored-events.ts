import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import type { DaemonProcess } from "./daemon-process.ts";

/** An event as GET /events/search answers it. */
export interface StoredEvent {
  readonly id: string;
  readonly service: string;
  readonly level: string;
  readonly message: string;
  readonly timestamp: string;
  readonly traceId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface DeadLetter {
  readonly reason: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

async function get(daemon: DaemonProcess, organization: string, path: string): Promise<Response> {
  const response = await fetch(new URL(path, daemon.core), {
    headers: { authorization: `Bearer ${tokenOf(organization)}` },
  });
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Everything of an organization, page by page as the header Link says, oldest first. */
export async function allEvents(daemon: DaemonProcess, organization: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  let path: string | undefined = "/events/search?kind=log&limit=1000";
  while (path !== undefined) {
    const response: Response = await get(daemon, organization, path);
    events.push(...((await response.json()) as StoredEvent[]));
    path = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return events.reverse();
}

/** Waits until something is there. */
export const someEvents = (daemon: DaemonProcess, organization: string): Promise<StoredEvent[]> =>
  waitFor(
    async () => {
      const events = (await (await get(daemon, organization, "/events/search?limit=1")).json()) as StoredEvent[];
      return events.length > 0 && events;
    },
    { within: 15_000, what: `an event of ${organization}` },
  );

/** Waits until this word, of letters and digits, is found in a message. */
export const eventWith = (daemon: DaemonProcess, organization: string, word: string): Promise<StoredEvent> =>
  waitFor(
    async () =>
      ((await (await get(daemon, organization, `/events/search?q=${word}&limit=1`)).json()) as StoredEvent[])[0],
    { within: 30_000, what: `an event with ${word}` },
  );

/** Waits until so many are there: they are stored a moment after the events that came with them. */
export const deadLetters = (daemon: DaemonProcess, organization: string, count: number): Promise<DeadLetter[]> =>
  waitFor(
    async () => {
      const deadLetters = (await (
        await get(daemon, organization, "/events/dead-letters?limit=100")
      ).json()) as DeadLetter[];
      return deadLetters.length >= count && deadLetters;
    },
    { within: 15_000, what: `${count} dead letters of ${organization}` },
  );

/** How often each text is there. */
export function countsOf(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

export interface Difference {
  /** Sent, but not there, so often as it is missing. */
  readonly missing: readonly string[];
  /** There more often than it was sent. */
  readonly extra: readonly string[];
}

/** How what is there differs from what was sent, as multisets. */
export function difference(sent: readonly string[], there: readonly string[]): Difference {
  const [of, found] = [countsOf(sent), countsOf(there)];
  const missing: string[] = [];
  const extra: string[] = [];
  for (const text of new Set([...of.keys(), ...found.keys()])) {
    const more = (found.get(text) ?? 0) - (of.get(text) ?? 0);
    for (let times = 0; times < Math.abs(more); times++) (more < 0 ? missing : extra).push(text);
  }
  return { missing, extra };
}
