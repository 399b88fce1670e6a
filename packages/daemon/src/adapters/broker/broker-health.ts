import type { Channel } from "amqplib";
import { type CoalesceOptions, coalesceCalls } from "../../kernel/coalesce-calls.ts";
import { silentLogger } from "../../kernel/logger.ts";
import { guard, openLink } from "./broker-link.ts";
import { topologyOf } from "./topology.ts";

export interface BrokerCheckOptions extends Omit<CoalesceOptions<string>, "fallback"> {
  readonly url: string;
  readonly prefix?: string;
}

/**
 * Asks the broker over a connection of its own. The heartbeat of the others takes 20 seconds to notice a broker that
 * hangs. Those say in the log what is wrong; this one is silent.
 */
export function openBrokerCheck(options: BrokerCheckOptions) {
  const { deadExchange } = topologyOf({ ...options, partitions: 0 });
  let channel: Channel | undefined;
  const opening = openLink({
    url: options.url,
    name: "health",
    logger: silentLogger,
    async setup(connection, fail) {
      const opened = await connection.createChannel();
      guard(opened, fail);
      await opened.assertExchange(deadExchange, "fanout", { durable: true });
      channel = opened;
    },
    lost() {
      channel = undefined;
    },
  });
  const ask = async (): Promise<string | undefined> => {
    try {
      if (channel === undefined) return AWAY;
      await channel.checkExchange(deadExchange);
      return undefined;
    } catch {
      return AWAY;
    }
  };
  return {
    problem: coalesceCalls(ask, { ...options, fallback: "the broker gives no answer to the worker" }),
    async close() {
      await (await opening).close();
    },
  };
}

const AWAY = "the broker is away from the worker";
