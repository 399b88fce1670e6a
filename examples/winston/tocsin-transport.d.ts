import Transport from "winston-transport";

export interface TocsinTransportOptions extends Transport.TransportStreamOptions {
  /** The ingestion interface, such as http://127.0.0.1:7071. */
  url: string;
  /** The service that these logs are of. */
  service: string;
  /** Default: the default organization, which holds at most five services. */
  organization?: string;
  /** Needed where the ingestion interface has a key. */
  apiKey?: string;
  /** Put into the metadata of every event, such as env and region. */
  metadata?: Record<string, unknown>;
  /** Events in one request. Default 500. */
  batchMax?: number;
  /** Entries kept while Tocsin can't be reached; past it the oldest are given up. Default 10,000. */
  bufferedMax?: number;
  /** How long an entry waits for others to make a batch, milliseconds. Default 1,000. */
  flushMs?: number;
  /** How long a request may take, milliseconds. Default 10,000. */
  timeoutMs?: number;
  /** How long the end of the logger waits for what isn't sent yet, milliseconds. Default 10,000. */
  closeMs?: number;
}

export class TocsinTransport extends Transport {
  constructor(options: TocsinTransportOptions);
  /** Entries that Tocsin hasn't taken yet. */
  readonly pending: number;
  /** Resolves when everything logged so far was taken or given up. */
  flush(): Promise<void>;
}
