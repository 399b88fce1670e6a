import { type Channel, type ChannelModel, connect } from "amqplib";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";

export type Connect = (url: string, options: Parameters<typeof connect>[1]) => Promise<ChannelModel>;

const HEARTBEAT_SECONDS = 10;

/** Connects with a heartbeat, and explains a refused virtual host. `by` defaults to amqplib's function. */
export async function connectTo(
  url: string,
  options: Parameters<typeof connect>[1],
  by: Connect = connect,
): Promise<ChannelModel> {
  try {
    return await by(withHeartbeat(url), options);
  } catch (error) {
    if (!VIRTUAL_HOST_REFUSED.test((error as Error).message)) throw error;
    throw new Error(
      `RabbitMQ refuses the virtual host ${virtualHostOf(url)} of TOCSIN_AMQP_URL. ` +
        "It doesn't exist, this user may not use it, or it takes no more connections.",
      { cause: error },
    );
  }
}

/** amqplib's message where the server answers the opening of a virtual host by closing the connection. */
const VIRTUAL_HOST_REFUSED = /^Expected ConnectionOpenOk; got <ConnectionClose/;

export const virtualHostOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || "/";

/** A vanished peer is noticed within two heartbeats. The operator's value takes precedence. */
function withHeartbeat(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has("heartbeat")) url.searchParams.set("heartbeat", String(HEARTBEAT_SECONDS));
  return url.toString();
}

/** Closes a channel or a connection. amqplib's own promise stays pending if the connection ends before the answer. */
export const close = (open: Channel | ChannelModel): Promise<void> =>
  new Promise((resolve, reject) => {
    open.once("close", () => resolve());
    open.close().then(resolve, reject);
  });

const CONNECT_MS_MAX = 5_000;

/** A short connection. Throws the connection's error where the broker is away, and when the signal aborts. */
export async function withConnection<Result>(
  url: string,
  work: (connection: ChannelModel) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const answer = connectTo(url, { timeout: CONNECT_MS_MAX }).then(async (connection) => {
    connection.on("error", () => undefined);
    try {
      signal?.throwIfAborted();
      return await work(connection);
    } finally {
      await close(connection).catch(() => undefined);
    }
  });
  if (signal === undefined) return answer;
  // The work continues until its connection ends: amqplib can't cancel it.
  return rejectOnAbort(answer, signal).catch((error: unknown) => {
    throw error === signal.reason ? new Error("The broker gives no answer.") : error;
  });
}
