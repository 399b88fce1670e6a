import type { Socket } from "node:net";
import { ApplicationError } from "../../kernel/errors.ts";
import { newRequestId, problemHeaders, problemOf } from "../problem.ts";
import { everyAnswer } from "./guarded-response.ts";

/** Answers without Node's HTTP server, which handed the socket over. */
export function writeProblem(socket: Socket, reason: ApplicationError): void {
  const problem = problemOf(reason);
  const text = JSON.stringify(problem);
  const headers = {
    connection: "close",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-request-id": newRequestId(),
    ...everyAnswer,
    ...problemHeaders(reason),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`HTTP/1.1 ${problem.statusCode} ${problem.error}\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
}

/** Why Node could not parse the request. */
export function parseFailure({ code }: NodeJS.ErrnoException): ApplicationError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ApplicationError("request_too_slow", "The request took too long. Nothing was stored. Try again.", {
      retryAfterSeconds: 2,
    });
  }
  return code === "HPE_HEADER_OVERFLOW"
    ? new ApplicationError("headers_too_large", "The headers are too large.")
    : new ApplicationError("malformed_request", "The request is not valid HTTP.");
}
