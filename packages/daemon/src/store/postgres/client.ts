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
