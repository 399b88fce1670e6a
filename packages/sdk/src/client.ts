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

/** All fields may be missing: what the environment says counts then, and after that the default. */
export interface TocsinOptions {
  /** Address of the core interface. Else `TOCSIN_URL`, else http://127.0.0.1:7070. */
  readonly baseUrl?: string | undefined;
  /** Address of the ingestion interface. Else `TOCSIN_INGEST_URL`, else http://127.0.0.1:7071. */
  readonly ingestUrl?: string | undefined;
  /** JWT for the core interface. Else `TOCSIN_TOKEN`. */
  readonly token?: Token | undefined;
  /** Key for the ingestion interface, where it asks for one. Else `TOCSIN_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Organization that events are sent to. Else `TOCSIN_ORGANIZATION`, else the one that the key is bound to, else `default`. */
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

export const defaultBaseUrl = "http://127.0.0.1:7070";
export const defaultIngestUrl = "http://127.0.0.1:7071";

/**
 * A client of both interfaces. It holds no connection and needs no closing.
 * Every method throws a TocsinError, by status; see `isRepeatable` for what is tried again before.
 *
 * @example
 * const tocsin = new Tocsin({ baseUrl: "https://tocsin.example.com", token: process.env.TOKEN });
 * for await (const incident of tocsin.incidents.listAll({ status: "OPEN" })) console.log(incident.title);
 */
export class Tocsin {
  readonly incidents;
  readonly comments;
  readonly signals;
  readonly diagnostics;
  readonly correlation;
  readonly team;
  readonly runbooks;
  readonly notifications;
  readonly remediation;
  readonly reporting;
  readonly services;
  readonly events;
  readonly detection;
  readonly maintenance;
  readonly ingest;
  /** The health of each interface. */
  readonly health;
  /** Any request, for what the other methods don't cover. */
  readonly request;

  /** @throws TypeError where an address is no URL. */
  constructor(options: TocsinOptions = {}) {
    const { timeoutMs = 30_000, retries = 2 } = options;
    const said = readEnvironment();
    const baseUrl = address(options.baseUrl ?? said("TOCSIN_URL") ?? defaultBaseUrl, "baseUrl");
    const ingestUrl = address(options.ingestUrl ?? said("TOCSIN_INGEST_URL") ?? defaultIngestUrl, "ingestUrl");
    const token = options.token ?? said("TOCSIN_TOKEN");
    const apiKey = options.apiKey ?? said("TOCSIN_API_KEY");
    const organizationId = options.organizationId ?? said("TOCSIN_ORGANIZATION");
    const defaults: Defaults = {
      ...surroundings,
      ...(options.fetch && { fetch: options.fetch }),
      ...(options.wait && { wait: options.wait }),
      timeoutMs,
      retries,
    };
    const readToken = async () => (typeof token === "function" ? token() : token);
    const headers: Record<string, string> = organizationId === undefined ? {} : { "x-organization-id": organizationId };

    const coreClient = createCoreClient({ baseUrl, auth: readToken });
    const ingestionClient = createIngestionClient({ baseUrl: ingestUrl, auth: () => apiKey, headers });
    const core = createPort(new CoreApi({ client: coreClient }), coreClient, defaults);
    const ingestion = createPort(new IngestionApi({ client: ingestionClient }), ingestionClient, defaults);

    const coreHeaders = async () => {
      const value = await readToken();
      return new Headers(value === undefined ? {} : { authorization: `Bearer ${value}` });
    };
    const ingestHeaders = async () => new Headers({ ...headers, ...(apiKey !== undefined && { "x-api-key": apiKey }) });
    const stream = createStream({ url: `${baseUrl}/incidents/stream`, timeoutMs, headers: coreHeaders }, defaults);

    this.incidents = createIncidents(core, stream);
    this.comments = createComments(core);
    this.signals = createSignals(core);
    this.diagnostics = createDiagnostics(core);
    this.correlation = createCorrelation(core);
    this.team = createTeam(core);
    this.runbooks = createRunbooks(core);
    this.notifications = createNotifications(core);
    this.remediation = createRemediation(core);
    this.reporting = createReporting(core);
    this.services = createServices(core);
    this.events = createEvents(core);
    this.detection = createDetection(core);
    this.maintenance = createMaintenance(core);
    this.ingest = createIngest(ingestion);
    this.health = { core: createHealth(core), ingestion: createHealth(ingestion) };
    this.request = createRequest(
      { core: { url: baseUrl, headers: coreHeaders }, ingestion: { url: ingestUrl, headers: ingestHeaders } },
      defaults,
    );
  }
}

/** What the environment says, where there is one: a browser has none. An empty value counts as none. */
function readEnvironment(): (name: string) => string | undefined {
  const { env = {} } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {};
  return (name) => env[name]?.trim() || undefined;
}

function address(value: string, name: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`${name} must be an address such as http://127.0.0.1:7070, and is ${JSON.stringify(value)}.`);
  return value.replace(/\/+$/, "");
}
