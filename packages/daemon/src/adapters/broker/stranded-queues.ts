import { PARTITIONS_MAX } from "../../model/limits.ts";
import { close } from "./closing.ts";
import { withConnection } from "./short-connection.ts";
import { topologyOf } from "./topology.ts";

export interface StrandedQueues {
  /** Queues beyond the partitions that hold messages or are consumed. */
  readonly queues: readonly string[];
  readonly messages: number;
  /** Consumers of other processes, which use more partitions. */
  readonly consumers: number;
}

/** Finds queues with messages that processes with so many partitions neither fill nor read. */
export async function findStrandedQueues(url: string, partitions: number, prefix?: string): Promise<StrandedQueues> {
  const names = topologyOf({ partitions: PARTITIONS_MAX, ...(prefix === undefined ? {} : { prefix }) }).queues;
  return withConnection(url, async (connection) => {
    const found = { queues: [] as string[], messages: 0, consumers: 0 };
    for (const name of names.slice(partitions)) {
      const channel = await connection.createChannel();
      channel.on("error", () => undefined);
      // They were declared in order: behind the first that is missing there is none.
      const queue = await channel.checkQueue(name).catch(() => undefined);
      if (queue === undefined) break;
      await close(channel);
      if (queue.messageCount + queue.consumerCount > 0) found.queues.push(name);
      found.messages += queue.messageCount;
      found.consumers += queue.consumerCount;
    }
    return found;
  });
}
