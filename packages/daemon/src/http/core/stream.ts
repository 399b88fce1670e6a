import type { Response } from "express";
import { systemClock } from "../../kernel/clock.ts";
import type { Credential } from "../../model/token-revocation.ts";
import type { StreamHub, StreamSink } from "../../stream/hub.ts";
import type { Routes } from "./route.ts";

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };

export interface StreamRoutesDeps {
  readonly hub: StreamHub;
  readonly isRevoked: (credential: Credential) => boolean;
}

/** Contract 4.6 and 6. */
export const streamRoutes = ({ hub, isRevoked }: StreamRoutesDeps) =>
  ({
    streamIncidents: async ({ caller, scope, request, response }) => {
      // A kept connection would hold the place of a reader for as long as it is idle.
      if (request.method === "HEAD") {
        response.writeHead(200, HEADERS).end();
        return null;
      }
      const close = await hub.open({
        scope,
        token: caller.token,
        openedAt: systemClock.now(),
        expiresAt: caller.expiresAt,
        isRevoked: () => isRevoked(caller.credential),
        lastEventId: request.header("last-event-id"),
        sink: sinkOf(response),
      });
      response.on("close", close);
      if (response.destroyed) close();
      return null;
    },
  }) satisfies Partial<Routes>;

function sinkOf(response: Response): StreamSink {
  return {
    write(frame) {
      if (!response.headersSent) response.writeHead(200, HEADERS);
      response.write(frame);
    },
    buffered: () => response.writableLength,
    // A reader that doesn't read would hold a polite end up for ever.
    end: () => (response.headersSent ? void response.destroy() : undefined),
  };
}
