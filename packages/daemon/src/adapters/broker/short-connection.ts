import type { ChannelModel } from "amqplib";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import { close } from "./close-quietly.ts";
import { connectTo } from "./connect-broker.ts";

const CONNECT_MS_MAX = 5_000;

/** A connection for a few questions. Throws the connection's error where the broker is away, and at the signal. */
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
  // The question itself goes on until its connection ends: amqplib can't take it back.
  return rejectOnAbort(answer, signal).catch((error: unknown) => {
    throw error === signal.reason ? new Error("The broker gives no answer.") : error;
  });
}
