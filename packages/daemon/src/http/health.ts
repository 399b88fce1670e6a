import type { IncomingMessage, ServerResponse } from "node:http";
import { ApplicationError } from "../kernel/errors.ts";
import { newRequestId, sendProblem } from "./problem.ts";

export interface Health {
  /** Reasons not to be ready; none: ready. */
  readonly notReady: () => Promise<readonly string[]>;
  /** Problems that an operator has to look at, though requests are taken. */
  readonly warnings: () => Promise<readonly string[]>;
  /** The parts that this process runs. */
  readonly roles: readonly string[];
  /** Prometheus text of the whole process. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

type Page = (health: Health) => Promise<{ readonly contentType: string; readonly text: string }>;

const json = (body: unknown) => ({ contentType: "application/json; charset=utf-8", text: JSON.stringify(body) });

const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  ["/health/live", async () => json({ status: "live" })],
  [
    "/health/ready",
    async ({ notReady, warnings, roles }) => {
      const [reasons, found] = await Promise.all([notReady(), warnings()]);
      if (reasons.length === 0) return json({ status: "ready", roles, warnings: found });
      throw new ApplicationError("not_ready", `Not ready: ${reasons.join(", ")}.`, { retryAfterSeconds: 2 });
    },
  ],
  ["/metrics", ({ metrics }) => metrics()],
]);

const pageOf = ({ url = "" }: IncomingMessage): Page | undefined => PAGES.get(url.split("?", 1)[0] as string);

export const isHealthRequest = (request: IncomingMessage): boolean => pageOf(request) !== undefined;

/**
 * /health/live, /health/ready and /metrics, without a token, for any server. Answers false where
 * the request is for something else.
 */
export function serveHealth(health: Health, request: IncomingMessage, response: ServerResponse): boolean {
  const page = pageOf(request);
  if (!page || (request.method !== "GET" && request.method !== "HEAD")) return false;
  const requestId = newRequestId();
  page(health).then(
    ({ contentType, text }) => {
      response.writeHead(200, {
        "content-type": contentType,
        "content-length": Buffer.byteLength(text),
        "x-request-id": requestId,
      });
      response.end(request.method === "HEAD" ? undefined : text);
    },
    (error: unknown) => sendProblem(response, error, requestId),
  );
  return true;
}
