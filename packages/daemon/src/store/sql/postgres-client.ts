import type { Socket } from "node:net";
import pg from "pg";
import { SECOND_MS } from "../../kernel/clock.ts";

const INT8_OID = 20;
const NUMERIC_OID = 1700;
/** Counts, times and positions are whole numbers far below 2^53; pg answers their types as text by default. */
const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8_OID || oid === NUMERIC_OID
      ? Number
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** A connection whose loss doesn't end the process: an `error` event without a listener would be thrown. */
export class LossTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === "string" ? { connectionString: config } : config), types: NUMBERS });
    this.on("error", () => undefined);
  }
}

/** The server ends a statement itself before the client gives up, so that nothing runs on unseen. */
const STATEMENT_MS_MAX = 25 * SECOND_MS;
const SILENCE_MS_MAX = 30 * SECOND_MS;

/** Settings of sessions whose clients are `TimeLimitedClient`. */
export const timeLimits = (silenceMsMax = SILENCE_MS_MAX) => ({
  statement_timeout: String(STATEMENT_MS_MAX),
  // The locks of a connection that died silently would stay until TCP notices.
  idle_in_transaction_session_timeout: String(silenceMsMax),
});

export interface TimeLimitedConfig extends pg.ClientConfig {
  /** How long the server may be silent during a statement; 30 s where left out. */
  readonly silenceMsMax?: number;
}

/** Closes a connection whose server is silent: TCP notices a lost connection after 15 minutes. */
export class TimeLimitedClient extends LossTolerantClient {
  constructor(config: TimeLimitedConfig = {}) {
    super(config);
    const silenceMs = config.silenceMsMax ?? SILENCE_MS_MAX;
    this.once("connect", () => {
      // pg has no public name for it; with TLS it is the outer one.
      const { stream } = (this as unknown as { readonly connection: { readonly stream: Socket } }).connection;
      const message = `PostgreSQL gave no answer for ${silenceMs / SECOND_MS} s`;
      stream.setTimeout(silenceMs, () => stream.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" })));
    });
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
