import type { ChannelModel } from "amqplib";
import { close } from "./closing.ts";
import { connectTo } from "./connect.ts";

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
  return signal === undefined ? answer : Promise.race([answer, rejectAt(signal)]);
}

/** The question itself goes on until its connection ends: amqplib can't take it back. */
const rejectAt = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const late = (): void => reject(new Error("The broker gives no answer."));
    if (signal.aborted) late();
    else signal.addEventListener("abort", late, { once: true });
  });
