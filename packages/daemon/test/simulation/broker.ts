import type { ChannelModel } from "amqplib";
import { type BrokerSide, SimulatedConnection } from "./broker-connection.ts";
import { BrokerQueue, type StoredMessage } from "./broker-queue.ts";
import type { SimulatedProcess, VirtualTime } from "./virtual-time.ts";

/**
 * RabbitMQ as this project uses it, with the faults that its documentation names: quorum queues (/docs/quorum-queues),
 * single active consumers (/docs/consumers), confirms and mandatory messages (/docs/confirms, /docs/publishers),
 * alarms (/docs/alarms), and connections that end unnoticed until a heartbeat is missed (/docs/heartbeats).
 */
export interface Broker {
  /** In place of amqplib's `connect`. */
  connect(process: SimulatedProcess): () => Promise<ChannelModel>;
  /** Every connection ends and none is made; the queues are durable. */
  setAway(isAway: boolean): void;
  /** A disk alarm: publishers aren't read. */
  setBlocked(isBlocked: boolean): void;
  /** A queue without a leader gives nothing. */
  setStalled(queue: string, isStalled: boolean): void;
  /** Confirms come late, or say that a message isn't stored, with this probability. */
  setConfirmFaults(probability: number): void;
  cut(process: SimulatedProcess, brokerNoticesAfterMs: number, clientNoticesAfterMs: number): void;
  queueNames(): readonly string[];
}

const DELAYED_CONFIRM_MS_MAX = 9_000;
/**
 * A queue that rejected a message rejects those that follow at once. One rejection amid a burst would bring what was sent
 * together out of its order, which neither RabbitMQ nor the relay promises to keep then.
 */
const REJECTING_MS = 500;
const CONNECT_MS = 5;

/** Told of a message that came back more often than its queue allows. */
type GivenUp = (content: Buffer) => void;

/** The broker's queues, and how it confirms. */
function createQueues(time: VirtualTime, givenUp: GivenUp) {
  const { random } = time;
  const queues = new Map<string, BrokerQueue>();
  const rejectedAt = new Map<string, number>();
  let confirmFaults = 0;
  const store = (message: Omit<StoredMessage, "place" | "returns">, to: string): void =>
    queues.get(to)?.publish(message);
  const declareQueue: BrokerSide["declareQueue"] = (name, given) => {
    if (queues.has(name)) return;
    // The one exchange with a name is a fanout to the queue of the same name.
    const deadQueue = (given["x-dead-letter-routing-key"] ?? given["x-dead-letter-exchange"]) as string | undefined;
    const queue = new BrokerQueue({
      singleActiveConsumer: given["x-single-active-consumer"] === true,
      deliveryLimit: given["x-delivery-limit"] as number | undefined,
      giveUp({ content, properties }, reason) {
        if (reason === "delivery_limit") givenUp(content);
        if (deadQueue !== undefined) store({ content, properties, death: { reason, queue: name } }, deadQueue);
      },
    });
    queues.set(name, queue);
  };
  const publish: BrokerSide["publish"] = (queue, content, properties, stored) => {
    if (!queues.has(queue)) return false;
    const isFaulty = random.chance(confirmFaults);
    const isRejecting = time.now() - (rejectedAt.get(queue) ?? Number.NEGATIVE_INFINITY) < REJECTING_MS;
    if (isRejecting || (isFaulty && random.chance(0.3))) {
      rejectedAt.set(queue, time.now());
      stored(false);
      return true;
    }
    store({ content, properties }, queue);
    time.plan(isFaulty ? random.between(0, DELAYED_CONFIRM_MS_MAX) : 1, undefined, () => stored(true));
    return true;
  };
  const setConfirmFaults = (probability: number): void => {
    confirmFaults = probability;
  };
  return { queues, declareQueue, publish, setConfirmFaults };
}

export function createBroker(time: VirtualTime, givenUp: GivenUp): Broker {
  const { queues, declareQueue, publish, setConfirmFaults } = createQueues(time, givenUp);
  let connections: SimulatedConnection[] = [];
  let isAway = false;
  let isBlocked = false;
  const { random } = time;
  const side: BrokerSide = { time, queues, isBlocked: () => isBlocked, declareQueue, publish };
  const open = (process?: SimulatedProcess): SimulatedConnection[] => {
    connections = connections.filter((each) => each.isOpen());
    return connections.filter((each) => process === undefined || each.process === process);
  };
  return {
    connect: (process) => async () => {
      await time.pass(CONNECT_MS);
      if (isAway) throw new Error("connect ECONNREFUSED 127.0.0.1:5672");
      const connection = new SimulatedConnection(side, process);
      connections.push(connection);
      return connection as unknown as ChannelModel;
    },
    setAway(away) {
      isAway = away;
      if (away) for (const connection of open()) connection.cut(0, random.between(0, 50));
    },
    setBlocked(blocked) {
      isBlocked = blocked;
      for (const connection of open()) {
        if (blocked) connection.block();
        else connection.unblock();
      }
    },
    setStalled: (queue, isStalled) => queues.get(queue)?.setStalled(isStalled),
    setConfirmFaults,
    cut(process, brokerNoticesAfterMs, clientNoticesAfterMs) {
      for (const connection of open(process)) connection.cut(brokerNoticesAfterMs, clientNoticesAfterMs);
    },
    queueNames: () => [...queues.keys()],
  };
}
