import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { SECOND_MS } from "../../kernel/clock.ts";

/** How long and how much is read of what follows an early answer. */
export interface LingeringLimits {
  /** nginx, lingering_time. */
  readonly timeMs: number;
  /** nginx, lingering_timeout: the longest wait for more. */
  readonly idleMs: number;
  /** Apache, mod_reqtimeout's MinRate; over each `idleMs`. */
  readonly bytesPerSecond: number;
  /** nginx has no such bound. Four times the largest body that is taken by default. */
  readonly bytes: number;
  /** Connections that are read at one time. The one that has sent least is closed for one more. */
  readonly connections: number;
}

export const LINGERING: LingeringLimits = {
  timeMs: 30 * SECOND_MS,
  idleMs: 5 * SECOND_MS,
  bytesPerSecond: 500,
  bytes: 64 * 1024 * 1024,
  connections: 256,
};

export type LingeringClose = ReturnType<typeof createLingeringClose>;

interface Lingering {
  readonly request: IncomingMessage | undefined;
  readonly since: number;
  readonly bytesBefore: number;
  windowSince: number;
  windowBytes: number;
}

/**
 * Closes connections whose sender is still sending. Closing a socket with unread data sends a reset, and the sender's
 * system discards the answer with it. The sender would see a broken pipe and repeat the request for ever. So only our
 * side ends after the answer, and further data is read and dropped, within limits.
 */
export function createLingeringClose(limits: LingeringLimits = LINGERING) {
  const open = new Map<Socket, Lingering>();

  const isOver = (socket: Socket, entry: Lingering, now: number): boolean => {
    if (entry.request?.complete || now - entry.since >= limits.timeMs) return true;
    if (socket.bytesRead - entry.bytesBefore > limits.bytes) return true;
    const elapsed = now - entry.windowSince;
    if (elapsed < limits.idleMs) return false;
    if (socket.bytesRead - entry.windowBytes < (limits.bytesPerSecond * elapsed) / SECOND_MS) return true;
    entry.windowSince = now;
    entry.windowBytes = socket.bytesRead;
    return false;
  };

  /** Idle senders give way before one that is still sending; the oldest among equals. */
  const leastSent = (newest: Socket): Socket | undefined => {
    let least: Socket | undefined;
    let bytesMin = Number.POSITIVE_INFINITY;
    for (const [socket, { bytesBefore }] of open) {
      const bytes = socket.bytesRead - bytesBefore;
      if (socket === newest || socket.destroyed || bytes >= bytesMin) continue;
      least = socket;
      bytesMin = bytes;
    }
    return least;
  };

  return {
    /** Ends our side. `request` is the one whose body is read; without one, until the sender ends. */
    begin(socket: Socket, request: IncomingMessage | undefined): void {
      if (socket.destroyed || open.has(socket)) return;
      const now = performance.now();
      const { bytesRead } = socket;
      open.set(socket, { request, since: now, bytesBefore: bytesRead, windowSince: now, windowBytes: bytesRead });
      socket.once("close", () => open.delete(socket));
      socket.end();
      request?.resume();
      if (open.size > limits.connections) leastSent(socket)?.destroy();
    },
    has: (socket: Socket) => open.has(socket),
    /** Called every second or so. */
    sweep(now: number): void {
      for (const [socket, entry] of open) if (isOver(socket, entry, now)) socket.destroy();
    },
  };
}
