import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { ServerResponse as NodeResponse } from "../../kernel/node-http.ts";

/** On every answer: no browser guesses its type, and nothing between the server and the caller keeps it. */
const EVERY_ANSWER = { "x-content-type-options": "nosniff", "cache-control": "no-store" } as const;
const EVERY_EARLY_ANSWER = { ...EVERY_ANSWER, connection: "close" } as const;

/** The same headers, for answers that are written without Node's HTTP server. */
export const everyAnswer: Readonly<Record<string, string>> = EVERY_ANSWER;

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Node's response, whose head is completed in one place. An answer that comes before the request's body was read
 * says that the connection closes (RFC 9110, section 10.1.1).
 */
export class GuardedResponse<Request extends IncomingMessage = IncomingMessage> extends NodeResponse<Request> {
  constructor(...given: ConstructorParameters<typeof NodeResponse<Request>>) {
    super(...given);
    // A property of its own: Express replaces the prototype of every response.
    this.writeHead = writeHead as typeof this.writeHead;
  }
}

function writeHead(this: ServerResponse, status: number, reason?: string | Headers, headers?: Headers): ServerResponse {
  if (typeof reason === "string") this.statusMessage = reason;
  const given = typeof reason === "string" ? headers : (headers ?? reason);
  const ours = isBodyPending(this.req) ? EVERY_EARLY_ANSWER : EVERY_ANSWER;
  return NodeResponse.prototype.writeHead.call(this, status, { ...namedHeaders(given), ...ours });
}

/** Node itself names headers in a list of names and values. */
function namedHeaders(given: Headers | undefined): OutgoingHttpHeaders | undefined {
  if (!Array.isArray(given)) return given;
  const named: OutgoingHttpHeaders = {};
  for (let index = 0; index + 1 < given.length; index += 2) named[String(given[index])] = given[index + 1];
  return named;
}

/** Whether the sender may still be sending the body. */
export function isBodyPending({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  if (headers["transfer-encoding"] !== undefined) return true;
  const length = headers["content-length"];
  return length !== undefined && length !== "0";
}
