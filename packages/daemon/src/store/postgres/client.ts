import pg from "pg";

/**
 * A connection whose loss ends no process. pg removes the pool's listener while a client is checked out, and an
 * `error` event that nobody listens to is thrown. Whoever waits for a query gets the error from that query.
 */
export class LossTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
  }
}

const START_MS_MAX = 10_000;

/** A client for questions at the start; a server that doesn't answer in time is away. */
export const startClient = (url: string): LossTolerantClient =>
  new LossTolerantClient({
    connectionString: url,
    connectionTimeoutMillis: START_MS_MAX,
    query_timeout: START_MS_MAX,
    application_name: "tocsin-start",
  });
