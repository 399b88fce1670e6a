import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/app/config/config.ts";
import { startDaemon } from "../../src/app/daemon.ts";
import type { Fields, Logger } from "../../src/kernel/logger.ts";
import { type Answer, type RequestOptions, request } from "./request.ts";
import { searchDocumentOnce } from "./schema-references.ts";
import { mintToken, SECRET } from "./tokens.ts";
import { waitFor } from "./wait.ts";

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Fields;
}

/** A daemon in this process, on free ports, all roles in one thread. */
export interface TestDaemon {
  readonly core: string;
  readonly ingest: string;
  readonly dataDir: string;
  readonly log: readonly LogLine[];
  /** Stops it and removes its data. */
  stop(): Promise<void>;
  /** Stops it and starts another one on its data, which `meanwhile` may change before. */
  restart(settings?: Environment, meanwhile?: () => void): Promise<TestDaemon>;
}

/** Those that a failing test left behind would keep the run from ending. */
const running = new Set<() => Promise<void>>();
if (typeof after === "function") {
  after(async () => {
    for (const stop of running) await stop();
  });
}

type Environment = Readonly<Record<string, string>>;

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "tocsin-test-"));

const recorder = (lines: LogLine[]): Logger => {
  const write =
    (level: LogLine["level"]) =>
    (message: string, fields: Fields = {}): void =>
      void lines.push({ level, message, fields });
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
};

/** Settings beyond these come as the environment has them: `{ TOCSIN_SERVICES_MAX: "3" }`. */
export async function startTestDaemon(
  settings: Environment = {},
  dataDir: string = temporaryFolder(),
): Promise<TestDaemon> {
  const config = readConfig({
    TOCSIN_DATA_DIR: dataDir,
    TOCSIN_CORE_PORT: "0",
    TOCSIN_INGEST_PORT: "0",
    TOCSIN_JWT_SECRET: SECRET,
    TOCSIN_DEFAULT_SERVICES_MAX: "1000",
    ...settings,
  });
  const log: LogLine[] = [];
  searchDocumentOnce();
  const daemon = await startDaemon({
    config,
    logger: recorder(log),
    threadEntry: new URL("../../src/main.ts", import.meta.url),
    inOneThread: true,
    // Off only to see behind an answer that the document doesn't describe.
    validateResponses: process.env["TOCSIN_TEST_VALIDATE"] !== "off",
    onThreadFailure: (role, error) => log.push({ level: "error", message: `${role} broke`, fields: { error } }),
  });
  const end = async (): Promise<void> => {
    if (running.delete(end)) await daemon.stop();
  };
  running.add(end);
  return {
    core: daemon.addresses.core ?? "",
    ingest: daemon.addresses.ingest ?? "",
    dataDir,
    log,
    async stop() {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
    async restart(more = settings, meanwhile = () => undefined) {
      await end();
      meanwhile();
      return startTestDaemon(more, dataDir);
    },
  };
}

export interface IngestOptions extends RequestOptions {
  readonly organization?: string;
  readonly key?: string;
  readonly idempotencyKey?: string;
}

/** Sends to a path of the ingestion interface, such as `/events/logs`. */
export function ingest(
  daemon: Pick<TestDaemon, "ingest">,
  path: string,
  body: unknown,
  options: IngestOptions = {},
): Promise<Answer> {
  const { organization, key, idempotencyKey, headers, ...rest } = options;
  return request(`${daemon.ingest}${path}`, {
    method: "POST",
    ...rest,
    body,
    headers: {
      ...(organization === undefined ? {} : { "x-organization-id": organization }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...headers,
    },
  });
}

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string;
  readonly kind: string;
  readonly organizationId: string;
  readonly service: string;
  readonly level?: string;
  readonly message: string;
  readonly timestamp: string;
  readonly receivedAt: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export const core = (daemon: Pick<TestDaemon, "core">, path: string, options: RequestOptions = {}): Promise<Answer> =>
  request(`${daemon.core}${path}`, { token: mintToken(), ...options });

/** One page of events. */
export async function search(
  daemon: TestDaemon,
  query: Readonly<Record<string, string>>,
  token?: string,
): Promise<StoredEvent[]> {
  const answer = await core(
    daemon,
    `/events/search?${new URLSearchParams(query)}`,
    token === undefined ? {} : { token },
  );
  if (answer.status !== 200) throw new Error(`The search answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer.json<StoredEvent[]>();
}

/** The event, when the worker has taken it in. */
export const stored = (
  daemon: Pick<TestDaemon, "core">,
  id: string,
  token: string = mintToken(),
): Promise<StoredEvent> =>
  waitFor(
    async () => {
      const answer = await core(daemon, `/events/${id}`, { token });
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw new Error(`GET /events/${id} answered ${answer.status}: ${answer.text}`);
      return answer.json<StoredEvent>();
    },
    { what: `the event ${id}` },
  );

/**
 * Waits until everything sent before is processed. A marker stands behind it in the queue. An event can be found a
 * moment before what came of it is stored; the second marker is taken in when the first one's round has ended.
 */
export async function drained(daemon: Pick<TestDaemon, "core" | "ingest">, options: IngestOptions = {}): Promise<void> {
  const token = mintToken({ organizationId: options.organization ?? "default" });
  const body = { service: "marker", level: "debug", message: "marker" };
  for (let markers = 0; markers < 2; markers += 1) {
    const marker = await ingest(daemon, "/events/logs", body, options);
    if (marker.status !== 202) throw new Error(`The marker was answered ${marker.status}: ${marker.text}`);
    await stored(daemon, marker.json<{ id: string }>().id, token);
  }
}
