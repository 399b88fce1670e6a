import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { SECOND_MS } from "../../kernel/clock.ts";
import { AddressCounts, type Connection, listVictims, networkOf, nextVictim, type Victims } from "./eviction.ts";
import { isBodyPending } from "./guarded-response.ts";
import type { LingeringClose } from "./lingering-close.ts";

/** Pipelined requests of one connection that may be unanswered at one time. Node itself sets no bound. */
export const UNANSWERED_MAX = 16;
/** Node parses all of a read, some 1,500 small requests, and keeps each until the connection closes. */
const DROPPED_MAX = 128;

/** Connections beyond the limit that get a refusal; further ones are closed without an answer. */
export const SURPLUS_MAX = 64;
const SURPLUS_MS_MAX = 5 * SECOND_MS;

export type Connections = ReturnType<typeof createConnections>;

/** The open connections of a listener, of which no more than `max` are served. */
export function createConnections(max: number, lingering: LingeringClose) {
  const open = new Map<Socket, Connection>();
  const addresses = new AddressCounts(max);
  let surplus = 0;
  let sweptAt = performance.now();
  let victims: Victims | undefined;

  /**
   * Closes one connection for another one, if it can. The list costs a look at all connections, so it is made once a
   * sweep.
   */
  const evictOne = (address: string, now: number): boolean => {
    victims ??= listVictims([...open.values()], addresses, now);
    const victim = nextVictim(victims, addresses, address, now);
    if (!victim) return false;
    forget(victim);
    victim.socket.destroy();
    return true;
  };

  const forget = (connection: Connection): void => {
    if (!open.delete(connection.socket)) return;
    if (connection.surplus) surplus -= 1;
    else addresses.remove(connection.address);
  };

  return {
    add(socket: Socket): Connection {
      const now = performance.now();
      const address = networkOf(socket.remoteAddress);
      const isSurplus = open.size - surplus >= max && !evictOne(address, now);
      const counts = { usedAt: 0, unanswered: 0, overrun: false, dropped: 0 };
      const given = { socket, address, openedAt: now, surplus: isSurplus };
      const connection: Connection = { ...given, ...counts, request: undefined, response: undefined };
      open.set(socket, connection);
      if (isSurplus) surplus += 1;
      else addresses.add(address);
      socket.once("close", () => forget(connection));
      closeLingering(connection, lingering);
      return connection;
    },
    of: (socket: Socket) => open.get(socket),
    /** A request came in; answers on which connection. */
    requested(request: IncomingMessage, response: ServerResponse): Connection | undefined {
      const connection = open.get(request.socket);
      if (!connection) return undefined;
      connection.request = request;
      connection.response = response;
      connection.usedAt = sweptAt;
      countUnanswered(connection, response);
      return connection;
    },
    /** A request came in that nobody answers. Closes the connection after too many of them. */
    drop(socket: Socket): void {
      const connection = open.get(socket);
      if (!connection) return;
      connection.dropped += 1;
      if (connection.dropped > DROPPED_MAX) socket.destroy();
    },
    /** Called every second or so. */
    sweep(now: number): void {
      sweptAt = now;
      victims = undefined;
      if (surplus === 0) return;
      for (const each of open.values()) {
        if (each.surplus && !each.request && now - each.openedAt > SURPLUS_MS_MAX) each.socket.destroy();
      }
    },
  };
}

function countUnanswered(connection: Connection, response: ServerResponse): void {
  connection.unanswered += 1;
  connection.overrun = connection.unanswered > UNANSWERED_MAX;
  response.once("finish", () => {
    connection.unanswered -= 1;
  });
}

/** Node's HTTP server closes a connection after its last answer by `destroySoon`, which doesn't wait for the body. */
function closeLingering(connection: Connection, lingering: LingeringClose): void {
  const { socket } = connection;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const { request, overrun } = connection;
    if (overrun) lingering.begin(socket, undefined);
    else if (request && isBodyPending(request)) lingering.begin(socket, request);
    else destroySoon();
  };
}
