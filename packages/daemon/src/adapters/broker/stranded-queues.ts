import type { ChannelModel } from "amqplib";
import { PARTITIONS_MAX } from "../../model/ingestion-limits.ts";
import { withConnection } from "./connect-broker.ts";
import { topologyOf } from "./topology.ts";

export interface StrandedQueues {
  /** Queues beyond the partitions that hold messages or are consumed. */
  readonly queues: readonly string[];
  readonly messages: number;
  /** Consumers of other processes, which use more partitions. */
  readonly consumers: number;
}

export interface StrandedOptions {
  readonly url: string;
  readonly partitions: number;
  readonly prefix?: string;
  /** Ends the waiting for an answer. */
  readonly signal?: AbortSignal;
}

/** Finds queues with messages that processes with so many partitions neither fill nor read. */
export async function findStrandedQueues(options: StrandedOptions): Promise<StrandedQueues> {
  const names = topologyOf({ ...options, partitions: PARTITIONS_MAX }).queues;
  const find = async (connection: ChannelModel): Promise<StrandedQueues> => {
    const found = { queues: [] as string[], messages: 0, consumers: 0 };
    const channel = await connection.createChannel();
    channel.on("error", () => undefined);
    for (const name of names.slice(options.partitions)) {
      // They were declared in order: behind the first that is missing there is none.
      const queue = await channel.checkQueue(name).catch(() => undefined);
      if (queue === undefined) break;
      if (queue.messageCount + queue.consumerCount > 0) found.queues.push(name);
      found.messages += queue.messageCount;
      found.consumers += queue.consumerCount;
    }
    return found;
  };
  return withConnection(options.url, find, options.signal);
}
