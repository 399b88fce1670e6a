import { createComments } from "./areas/comments.ts";
import { createCorrelation } from "./areas/correlation.ts";
import { createDetection } from "./areas/detection.ts";
import { createDiagnostics } from "./areas/diagnostics.ts";
import { createEvents } from "./areas/events.ts";
import { createHealth } from "./areas/health.ts";
import { createIncidents } from "./areas/incidents.ts";
import { createIngest } from "./areas/ingest.ts";
import { createMaintenance } from "./areas/maintenance.ts";
import { createNotifications } from "./areas/notifications.ts";
import { createRemediation } from "./areas/remediation.ts";
import { createReporting } from "./areas/reporting.ts";
import { createRunbooks } from "./areas/runbooks.ts";
import { createServices } from "./areas/services.ts";
import { createSignals } from "./areas/signals.ts";
import { createStream } from "./areas/stream.ts";
import { createTeam } from "./areas/team.ts";
import { createClient as createCoreClient } from "./generated/core/client/client.gen.ts";
import { CoreApi } from "./generated/core/sdk.gen.ts";
import { createClient as createIngestionClient } from "./generated/ingestion/client/client.gen.ts";
import { IngestionApi } from "./generated/ingestion/sdk.gen.ts";
import { createPort, type Defaults } from "./transport/port.ts";
import { createRequest } from "./transport/raw.ts";
import { surroundings } from "./transport/send.ts";

/** A token, or what gives one: it is asked before every request, so that it can be renewed. */
export type Token = string | (() => string | Promise<string>);

export interface ClientOptions {
  /** Address of the core interface. Default http://127.0.0.1:7070. */
  readonly coreUrl?: string | undefined;
  /** Address of the ingestion interface. Default http://127.0.0.1:7071. */
  readonly ingestUrl?: string | undefined;
  /** JWT for the core interface. */
  readonly token?: Token | undefined;
  /** Key for the ingestion interface, where it asks for one. */
  readonly apiKey?: string | undefined;
  /** Organization that events are sent to. Default: the one that the key is bound to, else `default`. */
  readonly organizationId?: string | undefined;
  /** Milliseconds that one try of a request may take. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Tries after the first one. Default 2. */
  readonly retries?: number | undefined;
  /** Does the requests. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** How to wait between tries, for tests. Rejects once the signal aborts. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

export type TocsinClient = ReturnType<typeof createClient>;

export const defaultCoreUrl = "http://127.0.0.1:7070";
export const defaultIngestUrl = "http://127.0.0.1:7071";

/**
 * A client of both interfaces. It holds no connection and needs no closing.
 * Every method throws a TocsinError, by status; see `isRepeatable` for what is tried again before.
 * @throws TypeError where an address is no URL.
 */
export function createClient(options: ClientOptions = {}) {
  const { token, apiKey, organizationId, timeoutMs = 30_000, retries = 2 } = options;
  const coreUrl = address(options.coreUrl ?? defaultCoreUrl, "coreUrl");
  const ingestUrl = address(options.ingestUrl ?? defaultIngestUrl, "ingestUrl");
  const defaults: Defaults = {
    ...surroundings,
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.wait && { wait: options.wait }),
    timeoutMs,
    retries,
  };
  const readToken = async () => (typeof token === "function" ? token() : token);
  const headers: Record<string, string> = organizationId === undefined ? {} : { "x-organization-id": organizationId };

  const coreClient = createCoreClient({ baseUrl: coreUrl, auth: readToken });
  const ingestionClient = createIngestionClient({ baseUrl: ingestUrl, auth: () => apiKey, headers });
  const core = createPort(new CoreApi({ client: coreClient }), coreClient, defaults);
  const ingestion = createPort(new IngestionApi({ client: ingestionClient }), ingestionClient, defaults);

  const coreHeaders = async () => {
    const value = await readToken();
    return new Headers(value === undefined ? {} : { authorization: `Bearer ${value}` });
  };
  const ingestHeaders = async () => new Headers({ ...headers, ...(apiKey !== undefined && { "x-api-key": apiKey }) });

  return {
    incidents: createIncidents(
      core,
      createStream({ url: `${coreUrl}/incidents/stream`, timeoutMs, headers: coreHeaders }, defaults),
    ),
    comments: createComments(core),
    signals: createSignals(core),
    diagnostics: createDiagnostics(core),
    correlation: createCorrelation(core),
    team: createTeam(core),
    runbooks: createRunbooks(core),
    notifications: createNotifications(core),
    remediation: createRemediation(core),
    reporting: createReporting(core),
    services: createServices(core),
    events: createEvents(core),
    detection: createDetection(core),
    maintenance: createMaintenance(core),
    ingest: createIngest(ingestion),
    /** The health of each interface. */
    health: { core: createHealth(core), ingestion: createHealth(ingestion) },
    /** Any request, for what the methods above don't cover. */
    request: createRequest(
      { core: { url: coreUrl, headers: coreHeaders }, ingestion: { url: ingestUrl, headers: ingestHeaders } },
      defaults,
    ),
  };
}

function address(value: string, name: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`${name} must be an address such as http://127.0.0.1:7070, and is ${JSON.stringify(value)}.`);
  return value.replace(/\/+$/, "");
}
