import Transport from "winston-transport";
import { Tocsin, type TocsinOptions } from "./client.ts";
import type { IngestBuffer } from "./ingest/buffer.ts";
import { eventOf, timestampOf } from "./ingest/log-entry.ts";
import type { BufferOptions, BufferStats, WaitOptions } from "./ingest/options.ts";
import type { TocsinError } from "./transport/errors.ts";

/** Options of the transport: winston's own, where to send, and those of the buffer. */
export interface WinstonTransportOptions
  extends Transport.TransportStreamOptions,
    Pick<TocsinOptions, "ingestUrl" | "apiKey" | "organizationId" | "fetch">,
    Omit<BufferOptions, "organizationId"> {
  /** The service that these logs are of. Else the field `service` of an entry, as `defaultMeta` may set it. */
  readonly service?: string | undefined;
  /** Put into the metadata of every event, such as env and region. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Winston keeps the level here, free of the colours that a format may have put around the shown one. */
const LEVEL = Symbol.for("level");

type Info = Readonly<Record<string | symbol, unknown>>;

/**
 * A winston transport. It emits `warn` with each kind of trouble once, unless `onError` takes it. Ending the logger sends
 * what waits, for at most `closeTimeoutMs`.
 * @example
 * import winston from "winston";
 * import { TocsinTransport } from "@tocsin/sdk/winston";
 *
 * const transport = new TocsinTransport({ ingestUrl: "http://127.0.0.1:7071", service: "checkout" });
 * transport.on("warn", (error: Error) => console.error(error.message));
 * const logger = winston.createLogger({ transports: [transport] });
 * logger.info("order placed", { orderId: "A-1" });
 */
export class TocsinTransport extends Transport {
  readonly #buffer: IngestBuffer;
  readonly #service: string | undefined;
  readonly #metadata: Readonly<Record<string, unknown>> | undefined;

  constructor(options: WinstonTransportOptions = {}) {
    const { ingestUrl, apiKey, organizationId, fetch, service, metadata, ...rest } = options;
    super(rest);
    this.#service = service;
    this.#metadata = metadata;
    const client = new Tocsin({ ingestUrl, apiKey, organizationId, fetch });
    this.#buffer = client.ingest.buffered({ ...rest, onError: options.onError ?? ((error) => this.#warn(error)) });
  }

  /** Called by winston for every entry; never waits for the network. */
  override log(info: Info, done: () => void): void {
    this.#buffer.log(this.#eventOf(info));
    setImmediate(() => this.emit("logged", info));
    done();
  }

  /** Counts of all entries so far. */
  stats(): BufferStats {
    return this.#buffer.stats();
  }

  /** Sends what was logged so far; see `flush` of the buffer. */
  flush(options?: WaitOptions): Promise<boolean> {
    return this.#buffer.flush(options);
  }

  /** Called when the logger ends. */
  override _final(done: () => void): void {
    void this.#buffer.close().then(() => done());
  }

  /** Nobody listening must not mean that nobody hears of it. */
  #warn(error: TocsinError): void {
    // biome-ignore lint/suspicious/noConsole: telemetry that is lost in silence is worse than a line.
    if (!this.emit("warn", error)) console.error(`tocsin: ${error.message}`);
  }

  /** An entry whose fields can't even be read must not end the program. */
  #eventOf(info: Info) {
    try {
      const { level: shown, message, timestamp, service: own, ...fields } = info;
      const metadata = this.#service === undefined ? this.#metadata : { ...this.#metadata, service: own };
      const services = [this.#service, own];
      const level = info[LEVEL] ?? shown;
      return eventOf({ level, message, timestamp: timestampOf(timestamp), fields, metadata, services });
    } catch (error) {
      const message = `(an entry that cannot be read: ${error instanceof Error ? error.message : "unknown"})`;
      return eventOf({
        level: "warn",
        message,
        timestamp: undefined,
        fields: {},
        metadata: {},
        services: [this.#service],
      });
    }
  }
}
