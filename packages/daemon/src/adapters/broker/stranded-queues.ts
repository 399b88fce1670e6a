import { connect } from "amqplib";
import { PARTITIONS_MAX } from "../../model/limits.ts";
import { topologyOf } from "./topology.ts";

export interface StrandedQueues {
  /** Queues beyond the partitions that hold messages or are consumed. */
  readonly queues: readonly string[];
  readonly messages: number;
  /** Of other processes: they use more partitions. */
  readonly consumers: number;
}

const CONNECT_MS_MAX = 5_000;

/** What lies in queues that processes with so many partitions neither fill nor read. */
export async function findStrandedQueues(url: string, partitions: number, prefix?: string): Promise<StrandedQueues> {
  const connection = await connect(url, { timeout: CONNECT_MS_MAX });
  connection.on("error", () => undefined);
  const names = topologyOf({ partitions: PARTITIONS_MAX, ...(prefix === undefined ? {} : { prefix }) }).queues;
  const found = { queues: [] as string[], messages: 0, consumers: 0 };
  try {
    for (const name of names.slice(partitions)) {
      const channel = await connection.createChannel();
      channel.on("error", () => undefined);
      // They were declared in order: behind the first that is missing there is none.
      const queue = await channel.checkQueue(name).catch(() => undefined);
      if (queue === undefined) break;
      await channel.close();
      if (queue.messageCount + queue.consumerCount > 0) found.queues.push(name);
      found.messages += queue.messageCount;
      found.consumers += queue.consumerCount;
    }
    return found;
  } finally {
    await connection.close().catch(() => undefined);
  }
}
