import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { SECOND_MS } from "../../kernel/clock.ts";
import { isBodyPending } from "./guarded-response.ts";

/** An open connection of a listener. */
export interface Connection {
  readonly socket: Socket;
  /** The address or network that it comes from. */
  readonly address: string;
  readonly openedAt: number;
  /** Over the limit: its first request is refused. */
  readonly surplus: boolean;
  /** The last one that came in on it. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** When its last request came, to a second; 0 before the first. */
  usedAt: number;
  /** Requests whose answers the operating system has not taken yet. Above 1 only where requests are pipelined. */
  unanswered: number;
  /** Its last request was refused because too many before it were unanswered. Further ones are dropped. */
  overrun: boolean;
  /** Requests that were dropped. */
  dropped: number;
}

/** A connection that is younger has not had the time to send a request. */
const UNUSED_MS_MIN = SECOND_MS;
/** A sender has so long for the first byte of a body; `usedAt` may be a second early. */
const BODY_BEGIN_MS_MIN = 2 * SECOND_MS;
/** The part of an IPv6 address that a provider assigns to one customer (RFC 6177). */
const IPV6_NETWORK_BYTES = 8;

/** The order in which connections are evicted for others. */
const RANK = {
  /** It has the head of a request, and no byte of its body. */
  bodyNotBegun: 0,
  /** It never had a request. */
  unused: 1,
  /** It is between two requests. */
  keptAlive: 2,
  /** It is sending a body. Only evicted for an address within its share. */
  sending: 3,
} as const;
type Rank = (typeof RANK)[keyof typeof RANK];

/** Counts served connections by address. At the limit each address has an equal share of them. */
export class AddressCounts {
  readonly #counts = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  of(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(address: string): void {
    this.#counts.set(address, this.of(address) + 1);
  }

  remove(address: string): void {
    const count = this.of(address) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }

  /** Whether the address has its share already, so that one more would be beyond it. */
  hasShare(address: string): boolean {
    return this.of(address) * this.#counts.size >= this.#max;
  }
}

interface Victim {
  readonly connection: Connection;
  readonly rank: Rank;
}

/** Connections that may be evicted; in each list, the next one is last. */
export interface Victims {
  /** Idle ones, of addresses that have their share. */
  readonly atShare: Victim[];
  /** Idle ones of the other addresses. */
  readonly withinShare: Victim[];
  /** Those that are sending a body, of addresses that have their share. */
  readonly sending: readonly Connection[];
}

export function listVictims(open: readonly Connection[], addresses: AddressCounts, now: number): Victims {
  const ranked = open
    .flatMap((connection) => {
      const rank = rankOf(connection, now);
      return rank === undefined ? [] : [{ connection, rank }];
    })
    .sort(
      (one, other) =>
        other.rank - one.rank ||
        other.connection.usedAt - one.connection.usedAt ||
        other.connection.openedAt - one.connection.openedAt,
    );
  const idle = ranked.filter(({ rank }) => rank !== RANK.sending);
  const hasShare = ({ connection }: Victim): boolean => addresses.hasShare(connection.address);
  return {
    atShare: idle.filter(hasShare),
    withinShare: idle.filter((each) => !hasShare(each)),
    sending: ranked.filter((each) => each.rank === RANK.sending && hasShare(each)).map(({ connection }) => connection),
  };
}

/**
 * The connection to evict, as nginx does with its reusable ones: by rank, then the longest idle. An address at its
 * share evicts only connections of addresses at their share. An address within its share may also evict a body that is
 * being sent, if the sender's address holds more connections.
 */
export function nextVictim(
  { atShare, withinShare, sending }: Victims,
  addresses: AddressCounts,
  newcomer: string,
  now: number,
): Connection | undefined {
  const greedy = lastUnchanged(atShare, now);
  if (addresses.hasShare(newcomer)) return greedy && atShare.pop()?.connection;
  const other = lastUnchanged(withinShare, now);
  if (greedy || other) {
    const isOtherFirst = other && (!greedy || other.rank < greedy.rank);
    return (isOtherFirst ? withinShare : atShare).pop()?.connection;
  }
  const most = addresses.of(newcomer) + 1;
  return sending.findLast((each) => rankOf(each, now) === RANK.sending && addresses.of(each.address) > most);
}

/** The last one that is as it was when the list was made; those behind it leave the list. */
function lastUnchanged(list: Victim[], now: number): Victim | undefined {
  for (let last = list.at(-1); last; last = list.at(-1)) {
    if (rankOf(last.connection, now) === last.rank) return last;
    list.pop();
  }
  return undefined;
}

function rankOf({ request, response, openedAt, usedAt, surplus, socket }: Connection, now: number): Rank | undefined {
  if (surplus || socket.destroyed) return undefined;
  if (!request || !response) return now - openedAt > UNUSED_MS_MIN ? RANK.unused : undefined;
  if (response.writableFinished && request.complete) return RANK.keptAlive;
  if (!isBodyPending(request) || response.headersSent) return undefined;
  if (request.readableDidRead || request.readableLength > 0) return RANK.sending;
  return now - usedAt > BODY_BEGIN_MS_MIN ? RANK.bodyNotBegun : undefined;
}

/** An IPv4 address, or the network of an IPv6 address, since one sender has all addresses of its network. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed.toByteArray().slice(0, IPV6_NETWORK_BYTES).join(".");
}
