import { type ChannelModel, connect } from "amqplib";
import { close } from "./closing.ts";

const CONNECT_MS_MAX = 5_000;

/** A connection for a few questions. Throws the connection's error where the broker is away. */
export async function withConnection<Result>(
  url: string,
  work: (connection: ChannelModel) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(url, { timeout: CONNECT_MS_MAX });
  connection.on("error", () => undefined);
  try {
    return await work(connection);
  } finally {
    await close(connection).catch(() => undefined);
  }
}
