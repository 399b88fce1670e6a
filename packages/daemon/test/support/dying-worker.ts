import type { Channel, ChannelModel } from "amqplib";

/** Far more than any queue lets a message come back. */
const DEATHS_MAX = 500;

export interface DyingWorkersOptions {
  readonly queue: string;
  /** True once the broker has given up what lies there. */
  readonly until: (channel: Channel) => Promise<boolean>;
}

/**
 * Workers that take what lies in a queue and end without an answer, one after the other, until the broker has given
 * it up; resolves with how many there were.
 */
export async function dyingWorkers(connection: ChannelModel, { queue, until }: DyingWorkersOptions): Promise<number> {
  for (let deaths = 0; deaths < DEATHS_MAX; deaths++) {
    const channel = await connection.createChannel();
    channel.on("error", () => undefined);
    if (await takesOne(channel, queue, until)) {
      await channel.close();
      return deaths;
    }
    await channel.close();
  }
  throw new Error(`The broker gives nothing up: ${queue}`);
}

/** So many of them, whether or not it is given up. */
export async function someDyingWorkers(connection: ChannelModel, queue: string, deaths: number): Promise<void> {
  for (let left = deaths; left > 0; left -= 1) {
    const channel = await connection.createChannel();
    await takesOne(channel, queue, async () => {
      await channel.checkQueue(queue);
      return false;
    });
    await channel.close();
  }
}

/** False when it has got a message; true when it is true that there is no more to be got. */
async function takesOne(
  channel: Channel,
  queue: string,
  until: (channel: Channel) => Promise<boolean>,
): Promise<boolean> {
  let took = false;
  await channel.consume(queue, () => {
    took = true;
  });
  while (!took) if (await until(channel)) return true;
  return false;
}
