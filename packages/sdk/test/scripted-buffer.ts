import { expect } from "chai";
import type { LogEvent, TocsinError } from "../src/index.ts";
import { IngestBuffer } from "../src/ingest/buffer.ts";
import type { BufferOptions, BufferStats } from "../src/ingest/options.ts";
import type { Delivery } from "../src/ingest/post.ts";
import { type Act, answers, type ScriptedServer, scriptedServer } from "./scripted-server.ts";

/** Accepts every event, as the ingestion interface does. */
export const takes: Act = (response, { url, body }) => {
  const answer = url.startsWith("/events/logs/batch")
    ? { accepted: JSON.parse(body).length }
    : { id: "1", queued: true };
  answers(202, answer)(response, { method: "POST", url, headers: {}, body });
};
export const line = (index: number): LogEvent => ({ service: "checkout", level: "info", message: `line ${index}` });
export const messagesOf = (body: string) => (JSON.parse(body) as LogEvent[]).map(({ message }) => message);
export const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}`);

const settled = ({ accepted, rejected, dropped, pending }: BufferStats) =>
  accepted + rejected + pending + Object.values(dropped).reduce((sum, count) => sum + count, 0);

export interface ScriptedBuffer {
  server: ScriptedServer | undefined;
  buffer: IngestBuffer | undefined;
  /** Milliseconds that were waited for, all over at once. */
  waits: number[];
  errors: TocsinError[];
  drops: { reason: string; events: readonly unknown[] }[];
  open(url: string, options?: BufferOptions): IngestBuffer;
  /** Opens a server that plays the acts, and a buffer that sends to it. */
  play(options: BufferOptions, ...acts: Act[]): Promise<IngestBuffer>;
}

/** A buffer that sends to a server that plays acts; after each test, every event must be accounted for. */
export function scriptedBuffer(): ScriptedBuffer {
  const scripted: ScriptedBuffer = {
    server: undefined,
    buffer: undefined,
    waits: [],
    errors: [],
    drops: [],
    open: (url, options = {}) => {
      [scripted.waits, scripted.errors, scripted.drops] = [[], [], []];
      const delivery: Delivery = {
        url,
        headers: { "x-api-key": "K" },
        fetch,
        random: () => 1,
        now: () => 1_772_442_000_000,
        tick: () => 0,
        after: (ms, callback, held) => {
          if (!held) scripted.waits.push(ms);
          const timer = setTimeout(callback, held ? ms : 0);
          return () => clearTimeout(timer);
        },
      };
      scripted.buffer = new IngestBuffer(delivery, {
        flushOnExit: false,
        onError: (error) => scripted.errors.push(error),
        onDrop: (events, reason) => scripted.drops.push({ reason, events }),
        ...options,
      });
      return scripted.buffer;
    },
    play: async (options, ...acts) => {
      scripted.server = await scriptedServer(...acts);
      return scripted.open(scripted.server.url, options);
    },
  };
  afterEach(async () => {
    const { buffer, server } = scripted;
    if (buffer) expect(settled(buffer.stats()), "events accounted for").to.equal(buffer.stats().given);
    await buffer?.close({ timeoutMs: 0 });
    await server?.close();
    scripted.buffer = scripted.server = undefined;
  });
  return scripted;
}
