import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Incident, TeamMember } from "@tocsin/sdk";

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answer = (response: ServerResponse, asked: ReceivedRequest) => void;

/** A server that answers by method and path; one address plays both interfaces. */
export interface FakeTocsin {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  close(): Promise<void>;
}

/** Answers `routes` by keys such as `GET /incidents`, and anything else with 404. */
export async function fakeTocsin(routes: Readonly<Record<string, Answer>>): Promise<FakeTocsin> {
  const asked: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const entry = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
    asked.push(entry);
    (routes[`${entry.method} ${entry.url.split("?")[0]}`] ?? refusal(404, "There is nothing with this id."))(
      response,
      entry,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: asked,
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response
      .writeHead(status, { "content-type": "application/json", "x-request-id": "req-7", ...headers })
      .end(JSON.stringify(body));
  };
export const refusal = (status: number, message: string, more: object = {}): Answer =>
  json({ statusCode: status, error: "Error", message, ...more }, status);

/** Opens the stream of incidents and writes what is given. */
export const stream =
  (text: string): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text);
  };

export function incident(fields: Partial<Incident> = {}): Incident {
  return {
    id: "019353e1-0000-7000-8000-000000000001",
    title: "Error burst in checkout",
    description: "Many errors.",
    severity: "CRITICAL",
    status: "OPEN",
    affectedServices: ["checkout"],
    triggeringEventId: "e",
    assigneeId: null,
    deduplicationKey: "k",
    duplicateCount: 0,
    lastSeenAt: "2026-11-20T08:00:00.000Z",
    parentIncidentId: null,
    diagnosisStatus: "PENDING",
    diagnosis: null,
    createdAt: "2026-11-20T08:00:00.000Z",
    updatedAt: "2026-11-20T08:00:00.000Z",
    environment: "prod",
    primaryService: "checkout",
    resolvedAt: null,
    organizationId: "default",
    signalType: "log_error_burst",
    ...fields,
  };
}

/** Ada, unless something else is said. */
export function member(fields: Partial<TeamMember> = {}): TeamMember {
  return {
    id: "a1000000-0000-7000-8000-000000000001",
    name: "Ada Lovelace",
    email: "ada@example.com",
    role: null,
    avatarUrl: null,
    isOnCall: true,
    createdAt: "2026-11-20T08:00:00.000Z",
    ...fields,
  };
}
