import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { components, operations, paths } from "../../generated/interfaces.ts";
import { acceptSubmission, INVALID, type IntakePorts, type Submission } from "../../ingest/accept-submission.ts";
import type { RememberedAnswer } from "../../ingest/queue.ts";
import { ApplicationError, invalidField } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { IDEMPOTENCY_KEY_LENGTH_MAX } from "../../model/request-limits.ts";
import type { TelemetryKind } from "../../model/telemetry.ts";
import { createGuardedServer, type GuardOptions } from "../connections/guarded-server.ts";
import { createCors } from "../cors.ts";
import { newRequestId, problemHeaders, problemOf, sendJson, toStorageUnavailable } from "../problem.ts";
import type { Admission } from "./admission.ts";
import type { BodyReader } from "./body-reader.ts";
import { formatOf, parseBody } from "./parse-body.ts";
import { refuseCrossSite } from "./refuse-cross-site.ts";
import { batchTooLarge, refuseOversizedJson } from "./refuse-oversized-json.ts";

interface Target {
  readonly kind: TelemetryKind;
  readonly batch: boolean;
}

type SendOperation = operations[Extract<keyof operations, `send${string}`>];
type TelemetryPath = { [Path in keyof paths]: paths[Path] extends { post: SendOperation } ? Path : never }[keyof paths];

/** The paths that receive telemetry. The compiler refuses a missing one. */
const TARGETS: ReadonlyMap<string, Target> = new Map(
  Object.entries({
    "/events/logs": { kind: "log", batch: false },
    "/events/logs/batch": { kind: "log", batch: true },
    "/events/metrics": { kind: "metric", batch: false },
    "/events/deployments": { kind: "deployment", batch: false },
  } satisfies Record<TelemetryPath, Target>),
);

type Accepted = components["schemas"]["EventAccepted"] | components["schemas"]["BatchAccepted"];
const written = (acceptance: Accepted): string => JSON.stringify(acceptance);

export interface IngestServerOptions {
  readonly intake: IntakePorts;
  readonly admission: Admission;
  readonly bodies: BodyReader;
  readonly guard: GuardOptions;
  /** Origins whose pages may send from a browser. */
  readonly corsOrigins: readonly string[];
  readonly logger: Logger;
  /** Health, metrics and documentation: everything that isn't telemetry. */
  readonly rest: RequestListener;
  /** True for errors of a database or a disk that is away. */
  readonly isTransient: (error: unknown) => boolean;
  /** Told of each answer: route, status, seconds. */
  readonly observed: (route: string, status: number, seconds: number) => void;
  /** False while starting or stopping: telemetry is answered 503. */
  readonly ready: () => boolean;
}

/**
 * The ingestion interface. Telemetry doesn't go through Express: at thousands of requests a second its
 * routing would cost more than all of the work. The rest does.
 */
export function createIngestServer(options: IngestServerOptions): Server {
  const running = new Set<string>();
  const listener: RequestListener = (request, response) => {
    const url = request.url ?? "/";
    const end = url.indexOf("?");
    const path = end === -1 ? url : url.slice(0, end);
    const target = TARGETS.get(path);
    if (!target) options.rest(request, response);
    else
      void answer(options, running, request, response, {
        ...target,
        path,
        query: end === -1 ? "" : url.slice(end + 1),
      });
  };
  const cors = createCors(options.corsOrigins);
  return createGuardedServer(
    options.guard,
    cors ? (request, response) => cors(request, response, () => listener(request, response)) : listener,
  );
}

interface Call extends Target {
  readonly path: string;
  readonly query: string;
}

async function answer(
  options: IngestServerOptions,
  running: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
): Promise<void> {
  const began = performance.now();
  const requestId = newRequestId();
  let status = 202;
  try {
    const { text, replayed } = await take(options, running, request, call);
    sendJson(response, status, text, requestId, replayed ? { "idempotent-replayed": "true" } : {});
  } catch (thrown) {
    const error = toStorageUnavailable(thrown, options.isTransient);
    const problem = problemOf(error);
    status = problem.statusCode;
    if (status === 500) options.logger.error("An ingestion request failed", { requestId, path: call.path, error });
    if (!response.destroyed) {
      sendJson(response, status, JSON.stringify(problem), requestId, problemHeaders(error));
    }
  }
  options.observed(call.path, status, (performance.now() - began) / 1000);
}

interface Taken {
  readonly text: string;
  readonly replayed: boolean;
}

async function take(
  { intake, admission, bodies, ready, corsOrigins }: IngestServerOptions,
  running: Set<string>,
  request: IncomingMessage,
  call: Call,
): Promise<Taken> {
  if (request.method !== "POST") {
    throw new ApplicationError("method_not_allowed", `${request.method} is not allowed here. Use POST.`, {
      allow: "POST",
    });
  }
  refuseCrossSite(request.headers, corsOrigins);
  const organizationId = admission(request.headers);
  if (!ready())
    throw new ApplicationError("not_ready", "The server is starting or stopping. Try again.", { retryAfterSeconds: 2 });
  const format = formatOf(request.headers["content-type"], call.batch);
  const onInvalid = call.batch && call.query !== "" ? onInvalidOf(call.query) : "refuse";
  const key = idempotencyKeyOf(request.headers);
  const body = await bodies.read(request, organizationId);
  try {
    refuseOversizedJson(body.bytes, format, intake.limits.batchEvents);
    const submit = (remember?: Submission["remember"]): Promise<Accepted> => {
      const parsed = parseBody(body.bytes, format, INVALID[call.kind], onInvalid);
      if (parsed.elements.length > intake.limits.batchEvents) throw batchTooLarge(intake.limits.batchEvents);
      return acceptSubmission(intake, {
        organizationId,
        kind: call.kind,
        onInvalid,
        ...parsed,
        ...(remember ? { remember } : {}),
      });
    };
    if (key === undefined) return { text: written(await submit()), replayed: false };
    const remember = {
      organizationId,
      route: `POST ${call.path}`,
      key,
      fingerprint: fingerprintOf(body.bytes, call.query),
    };
    return await once(intake, running, remember, async () => written(await submit(remember)));
  } finally {
    body.release();
  }
}

const onInvalidOf = (query: string): "refuse" | "skip" => {
  const value = new URLSearchParams(query).get("onInvalid") ?? "refuse";
  if (value === "refuse" || value === "skip") return value;
  throw invalidField("/query/onInvalid", "must be refuse or skip");
};

function idempotencyKeyOf({ "idempotency-key": key }: IncomingHttpHeaders): string | undefined {
  if (typeof key !== "string") return undefined;
  if (key.length > 0 && key.length <= IDEMPOTENCY_KEY_LENGTH_MAX) return key;
  throw new ApplicationError(
    "invalid_request",
    `The header idempotency-key must be 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters long.`,
  );
}

const fingerprintOf = (body: Buffer, query: string): string =>
  createHash("sha256").update(query).update("\n").update(body).digest("hex");

/** Decisions §4: the same key answers the first answer again; 422 for another body, 409 while the first still runs. */
async function once(
  intake: IntakePorts,
  running: Set<string>,
  remember: Pick<RememberedAnswer, "organizationId" | "route" | "key" | "fingerprint">,
  run: () => Promise<string>,
): Promise<Taken> {
  const { organizationId, route, key, fingerprint } = remember;
  const name = `${organizationId} ${route} ${key}`;
  if (running.has(name))
    throw new ApplicationError(
      "idempotency_key_in_use",
      "The first request with this Idempotency-Key is still running. Try again.",
      { retryAfterSeconds: 1 },
    );
  running.add(name);
  try {
    const before = await intake.queue.recall(organizationId, route, key);
    if (!before) return { text: await run(), replayed: false };
    if (before.fingerprint === fingerprint) return { text: before.answer, replayed: true };
    throw new ApplicationError(
      "idempotency_key_reused",
      "This Idempotency-Key was sent before with another body. Send a new key.",
    );
  } finally {
    running.delete(name);
  }
}
