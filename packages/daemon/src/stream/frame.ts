import { toIso } from "../kernel/clock.ts";
import type { StreamChange } from "./stream-store.ts";

/** A change as a server-sent event; JSON holds no line break, so one data line does. */
export const frameOf = ({ seq, event, data }: StreamChange): string =>
  event === null ? `id: ${seq}\ndata: ${data}\n\n` : `id: ${seq}\nevent: ${event}\ndata: ${data}\n\n`;

const named = (event: string, seq: number, data: object): string => frameOf({ seq, event, data: JSON.stringify(data) });

/**
 * Says where a reader stands that begins with what comes next: were its first connection to drop before a change
 * came, it would have no id to come back with. Named, so that nobody takes it for an incident, and with data, since
 * parsers may pass over a frame that has none, and over its id.
 */
export const readyFrame = (seq: number): string => named("ready", seq, { lastEventId: String(seq) });

/** Says that changes are missing before what follows: the reader should fetch the list anew. */
export const resetFrame = (seq: number, at: number): string =>
  named("reset", seq, {
    message: "The changes since the last event id are no longer held. Fetch the incidents anew.",
    at: toIso(at),
  });

export const openingFrame = (retryMs: number): string => `retry: ${retryMs}\n\n`;

export const HEARTBEAT_FRAME = ": heartbeat\n\n";
