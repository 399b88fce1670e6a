import type { LogEvent, Tocsin } from "@tocsin/sdk";
import { batches } from "./batches.ts";
import { type LineDefaults, parseLogLine } from "./parse-log-line.ts";
import { splitLines } from "./split-lines.ts";
import { type Refusal, reject, type Tally } from "./tally.ts";

/** The part of a client that sends logs. */
export interface LogSink {
  readonly ingest: Pick<Tocsin["ingest"], "logs">;
}

export interface SendLines extends LineDefaults {
  readonly client: LogSink;
  readonly input: AsyncIterable<Uint8Array | string>;
  /** By default that of the client. */
  readonly organizationId: string | undefined;
  readonly tally: Tally;
  /** Called after every batch. */
  readonly onProgress: () => void;
}

interface Outgoing {
  readonly event: LogEvent;
  readonly size: number;
  readonly line: number;
}

/** The server accepts 256 KiB an event and 16 MiB a request. */
const LINE_LENGTH_MAX = 250_000;
const BATCH_LIMITS = { count: 500, size: 4_000_000, waitMs: 1_000 };
/** Enough retries for a restart of the daemon. */
const RETRIES = 10;

/**
 * Sends every line of the input and counts the outcome. One batch is sent while the next one fills. Throws if a batch
 * can't be sent.
 */
export async function sendLines(options: SendLines): Promise<void> {
  let sending = Promise.resolve();
  for await (const batch of batches(readEvents(options), BATCH_LIMITS, ({ size }) => size)) {
    await sending;
    sending = send(batch, options);
    // The failure is awaited later, so it must not be reported as unhandled.
    sending.catch(() => {});
  }
  await sending;
}

/** Parses lines to events, and counts invalid ones as rejected. */
async function* readEvents({ input, tally, ...defaults }: SendLines): AsyncGenerator<Outgoing[], void, undefined> {
  for await (const { lines, tooLong } of splitLines(input, LINE_LENGTH_MAX)) {
    tally.read += lines.length + tooLong.length;
    for (const line of tooLong)
      reject(tally, 1, [{ line, field: "", message: `is longer than ${LINE_LENGTH_MAX} characters` }]);
    yield lines.flatMap(({ text, number: line }) => {
      const event = parseLogLine(text, defaults);
      if (!event) reject(tally, 1, [{ line, field: "", message: "has no service; add --service" }]);
      return event ? [{ event, size: text.length, line }] : [];
    });
  }
}

async function send(batch: readonly Outgoing[], { client, organizationId, tally, onProgress }: SendLines) {
  tally.unansweredFrom = batch[0]?.line;
  const answer = await client.ingest.logs(
    batch.map(({ event }) => event),
    { onInvalid: "skip", organizationId, retries: RETRIES },
  );
  tally.unansweredFrom = undefined;
  tally.accepted += answer.accepted;
  const refusals = (answer.details ?? []).map(({ path, message }) => refusalOfLine(path, message, batch));
  reject(tally, answer.rejected ?? 0, refusals);
  onProgress();
}

/** Translates the path `/3/level` in a batch to the line: line 1204, level. */
function refusalOfLine(path: string, message: string, batch: readonly Outgoing[]): Refusal {
  const [, index = "", ...field] = path.split("/");
  return { line: batch[Number(index)]?.line ?? 0, field: field.join("/"), message };
}
