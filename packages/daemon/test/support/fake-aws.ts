import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as AWS' clients send it. */
export interface AwsRequest {
  /** Such as `AssumeRole`, `FilterLogEvents` or, for Lambda, the path. */
  readonly operation: string;
  readonly body: string;
  readonly authorization: string;
}

export interface FakeAws {
  readonly url: string;
  readonly requests: readonly AwsRequest[];
  close(): Promise<void>;
}

export type Answer = (request: AwsRequest, response: ServerResponse) => void;

/** AWS Security Token Service API reference, AssumeRole: its example of an answer. */
export function assumed(response: ServerResponse, expiresAt: number): void {
  response.writeHead(200, { "content-type": "text/xml" }).end(
    `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
      <AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>session-secret</SecretAccessKey>
      <SessionToken>session-token</SessionToken><Expiration>${new Date(expiresAt).toISOString()}</Expiration>
    </Credentials></AssumeRoleResult></AssumeRoleResponse>`,
  );
}

/** As the query protocol (STS, RDS, load balancing) says that something went wrong. */
export function queryError(response: ServerResponse, status: number, code: string, message = ""): void {
  response
    .writeHead(status, { "content-type": "text/xml" })
    .end(
      `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
    );
}

/** As the JSON protocol 1.1 (CloudWatch Logs, ECS) answers. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(value));
}

export const jsonError = (response: ServerResponse, code: string, message = ""): void =>
  json(response, { __type: code, message }, 400);

/** Answers what the real one can't be made to: by the published API references, as each answer says. */
export async function fakeAws(answer: Answer): Promise<FakeAws> {
  const requests: AwsRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = String(request.headers["x-amz-target"] ?? "").split(".")[1];
    const operation = target ?? new URLSearchParams(body).get("Action") ?? request.url ?? "";
    const seen = { operation, body, authorization: String(request.headers.authorization ?? "") };
    requests.push(seen);
    answer(seen, response);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}
