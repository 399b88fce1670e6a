import { writeSync } from "node:fs";
import type { Transform } from "node:stream";
import build from "pino-abstract-transport";
import { Tocsin, type TocsinOptions } from "./client.ts";
import { eventOf, timestampOf } from "./ingest/log-entry.ts";
import type { BufferOptions } from "./ingest/options.ts";

/** Options of the transport. It runs in a thread of its own, so functions can't be among them. */
export interface PinoTransportOptions
  extends Pick<TocsinOptions, "ingestUrl" | "apiKey" | "organizationId">,
    Omit<BufferOptions, "onDrop" | "onError" | "flushOnExit" | "flushOnSignals" | "organizationId"> {
  /** The service that these logs are of. Else the field `service` of an entry, else pino's `name`. */
  readonly service?: string | undefined;
  /** Put into the metadata of every event, such as env and region. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Where the message stands, if pino's `messageKey` is another one than `msg`. */
  readonly messageKey?: string | undefined;
}

/**
 * The transport, as pino calls it. Events that can't be sent before the program ends are reported on the standard
 * error.
 * @example
 * import pino from "pino";
 *
 * const options = { ingestUrl: "http://127.0.0.1:7071", service: "checkout" };
 * const logger = pino({ transport: { target: "@tocsin/sdk/pino", options } });
 * logger.info({ orderId: "A-1" }, "order placed");
 */
// biome-ignore lint/style/noDefaultExport: pino calls what a transport exports as its default.
export default function createTransport(options: PinoTransportOptions = {}): Transform {
  const { service, metadata, messageKey = "msg", ingestUrl, apiKey, organizationId, ...buffering } = options;
  const client = new Tocsin({ ingestUrl, apiKey, organizationId });
  const buffer = client.ingest.buffered({
    ...buffering,
    // Pino ends the thread through close; the thread writes itself, because the program may be past printing for it.
    flushOnExit: false,
    onError: ({ message }) => writeSync(2, `tocsin: ${message}\n`),
  });
  const take = (entry: Record<string, unknown>): void => {
    const { level, time, [messageKey]: message, name, service: own, pid, hostname, ...rest } = entry;
    // Where the options name the service, what the entry calls itself is worth keeping.
    const names = service === undefined ? {} : { name, service: own };
    buffer.log(
      eventOf({
        level,
        message,
        timestamp: timestampOf(time),
        fields: rest,
        metadata: { ...metadata, ...names, pid, hostname },
        services: [service, own, name],
      }),
    );
  };
  const consume = async (source: AsyncIterable<unknown>): Promise<void> => {
    for await (const entry of source) take(entry as Record<string, unknown>);
  };
  return build(consume, {
    close: async () => {
      await buffer.close();
    },
  });
}
