import { toIso } from "../kernel/clock.ts";
import type { StreamChange } from "./stream-store.ts";

/** A change as a server-sent event; JSON holds no line break, so one data line does. */
export const frameOf = ({ seq, event, data }: StreamChange): string =>
  event === null ? `id: ${seq}\ndata: ${data}\n\n` : `id: ${seq}\nevent: ${event}\ndata: ${data}\n\n`;

const named = (event: string, seq: number, data: object): string => frameOf({ seq, event, data: JSON.stringify(data) });

/**
 * Gives a new reader an id, so that it can resume even if its connection drops before the first change. The event name
 * keeps it from being read as an incident. It has data, since parsers may ignore a frame without data, and its id with
 * it.
 */
export const readyFrame = (seq: number): string => named("ready", seq, { lastEventId: String(seq) });

/** Reports a gap: the reader should fetch the list again. */
export const resetFrame = (seq: number, at: number): string =>
  named("reset", seq, {
    message: "The changes since the last event id are no longer held. Fetch the incidents anew.",
    at: toIso(at),
  });

export const openingFrame = (retryMs: number): string => `retry: ${retryMs}\n\n`;

export const HEARTBEAT_FRAME = ": heartbeat\n\n";
