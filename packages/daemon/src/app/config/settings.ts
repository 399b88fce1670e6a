import { builtInModes } from "../../correlate/evaluate-rules.ts";
import { unboundKeyModes } from "../../ingest/admission.ts";
import { KIB, MIB } from "../../kernel/bytes.ts";
import { logLevelNames } from "../../kernel/logger.ts";
import {
  BATCH_EVENTS_MAX,
  BODY_BYTES_MAX,
  EVENT_BYTES_MAX,
  INFLATED_BYTES_MAX,
  PARTITIONS_MAX,
} from "../../model/ingestion-limits.ts";
import { remediationModes } from "../../model/remediation.ts";
import {
  CORE_CONNECTIONS_MAX,
  DATABASE_CONNECTIONS_MAX,
  DATABASE_CONNECTIONS_MIN,
  INGEST_CONNECTIONS_MAX,
} from "../../model/request-limits.ts";
import { STREAM_READERS_PER_ORGANIZATION, STREAM_READERS_PER_TOKEN } from "../../model/stream-limits.ts";
import { archiveSettings } from "./archive-settings.ts";
import { organizationSettings } from "./organization-settings.ts";
import {
  type AwsRole,
  awsRoles,
  bytes,
  flag,
  type IngestKey,
  ingestKeys,
  integer,
  listenHost,
  mailbox,
  namespaces,
  networks,
  type OrganizationBound,
  oneOf,
  organizations,
  origins,
  outboundHosts,
  port,
  probeHosts,
  type Role,
  roleList,
  roles,
  type Setting,
  setting,
  text,
  timeZone,
  url,
} from "./setting-values.ts";

const declared = {
  coreHost: setting("127.0.0.1", listenHost, "Address the core interface listens on."),
  corePort: setting(7070, port, "Port of the core interface."),
  ingestHost: setting("127.0.0.1", listenHost, "Address the ingestion interface listens on."),
  ingestPort: setting(7071, port, "Port of the ingestion interface."),
  coreConnectionsMax: setting(
    CORE_CONNECTIONS_MAX,
    integer(16, 100_000),
    "Concurrent connections of the core interface, including streams; further ones are answered 503.",
  ),
  ingestConnectionsMax: setting(
    INGEST_CONNECTIONS_MAX,
    integer(16, 100_000),
    "Concurrent connections of the ingestion interface; further ones are answered 503.",
  ),
  corsOrigins: setting(
    [] as readonly string[],
    origins,
    "Origins whose pages may use both interfaces from a browser, comma separated; default: none, and no CORS header.",
  ),
  dataDir: setting(
    undefined,
    text,
    "Directory of the database, the queue and the generated secret; default: the platform's data directory for tocsin.",
  ),
  databaseUrl: setting(
    undefined,
    url("postgres:", "postgresql:"),
    "postgres://… for PostgreSQL; default: SQLite in the data directory.",
  ),
  databaseConnectionsMax: setting(
    60,
    integer(DATABASE_CONNECTIONS_MIN, DATABASE_CONNECTIONS_MAX),
    `Connections to PostgreSQL that this process may open, from ${DATABASE_CONNECTIONS_MIN} to ${DATABASE_CONNECTIONS_MAX}, distributed over its parts as docs/operations.md describes.`,
  ),
  amqpUrl: setting(
    undefined,
    url("amqp:", "amqps:"),
    "amqp://… for RabbitMQ; default: a durable queue in the data directory.",
  ),
  amqpPartitions: setting(
    8,
    integer(1, PARTITIONS_MAX),
    "Partitions of telemetry on RabbitMQ, each a queue. All processes need the same number; change it only while no event waits.",
  ),
  roles: setting(roles as readonly Role[], roleList, "Parts that this process runs: ingest, core, worker."),
  jwtSecret: setting(
    undefined,
    text,
    "Shared secret of HS256 tokens, at least 32 bytes and random (`openssl rand -base64 32`); default: generated once, in the data directory.",
  ),
  jwksUrl: setting(
    undefined,
    url("https:", "http:"),
    "Key set of an identity provider (RS256, ES256, EdDSA), https:// except on loopback. When set, HS256 is refused, and the issuer and the audience must be set too.",
  ),
  jwtIssuer: setting(undefined, text, "The issuer that tokens must name; required with TOCSIN_JWKS_URL."),
  jwtAudience: setting(undefined, text, "The audience that tokens must name; required with TOCSIN_JWKS_URL."),
  personTokenHoursMax: setting(
    12,
    integer(1, 8760),
    "Maximum lifetime of a person's token in hours; longer ones of the shared secret are refused.",
  ),
  scriptTokenDaysMax: setting(
    30,
    integer(1, 3650),
    "Maximum lifetime of a script's token in days (`tocsind token --script`); longer ones of the shared secret are refused.",
  ),
  ingestApiKey: setting(
    [] as readonly IngestKey[],
    ingestKeys,
    "Keys of the ingestion interface, KEY or KEY@ORGANIZATION, comma separated; required beyond loopback.",
  ),
  ingestOpen: setting(false, flag, "Whether ingestion may listen beyond loopback without a key."),
  ingestUnboundKeys: setting(
    "unclaimed" as const,
    oneOf(unboundKeyModes),
    "Organizations that a key without @ORGANIZATION may write into: unclaimed (those that no key is bound to), default (the default one alone) or any.",
  ),
  organizations: setting(undefined, organizations, "The only allowed organizations, comma separated; default: any."),
  ...organizationSettings,
  bodyBytesMax: setting(BODY_BYTES_MAX, bytes(KIB), "Largest ingestion body on the wire, bytes."),
  inflatedBytesMax: setting(INFLATED_BYTES_MAX, bytes(KIB), "Largest ingestion body after decompression, bytes."),
  batchEventsMax: setting(BATCH_EVENTS_MAX, integer(1, 1_000_000), "Events in one batch."),
  eventBytesMax: setting(EVENT_BYTES_MAX, bytes(KIB), "Largest single event, bytes."),
  queueBytesMax: setting(
    4096 * MIB,
    bytes(MIB),
    "Maximum size of the embedded queue, bytes; beyond it, events are refused with 503.",
  ),
  ...archiveSettings,
  streamReadersPerToken: setting(STREAM_READERS_PER_TOKEN, integer(1, 10_000), "Concurrent streams for each token."),
  streamReadersPerOrganization: setting(
    STREAM_READERS_PER_ORGANIZATION,
    integer(1, 10_000),
    "Concurrent streams for each organization.",
  ),
  remediationMode: setting("simulate" as const, oneOf(remediationModes), "simulate or live."),
  policyFile: setting(undefined, text, "Remediation policy, YAML; default: built in."),
  detectionFile: setting(undefined, text, "Detection rules, YAML; default: built in."),
  correlationBuiltIn: setting(
    "merge" as const,
    oneOf(builtInModes),
    "Built-in correlation of incidents with one cause that no rule of yours correlates: merge, group or off.",
  ),
  detectionAutoDemote: setting(
    true,
    flag,
    "Whether a detection rule that is mostly noise becomes a shadow rule automatically.",
  ),
  autoDiagnose: setting(false, flag, "Whether a new incident is diagnosed automatically."),
  openaiApiKey: setting(undefined, text, "Key of an OpenAI-compatible model; default: the built-in analyser."),
  openaiBaseUrl: setting("https://api.openai.com/v1", url("https:", "http:"), "Address of the model's server."),
  openaiModel: setting("gpt-4.1-mini", text, "Name of the model."),
  openaiSeconds: setting(
    60,
    integer(1, 600),
    "Maximum seconds of a model for one diagnosis; after them, the built-in diagnosis is used.",
  ),
  openaiRunTokens: setting(20_000, integer(1_000, 1_000_000), "Maximum tokens of one diagnosis, prompt and answer."),
  openaiDayTokens: setting(
    500_000,
    integer(0, 1_000_000_000),
    "Maximum tokens of all diagnoses of an organization in one day (UTC).",
  ),
  smtpUrl: setting(
    undefined,
    url("smtp:", "smtps:"),
    "Mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://…; default: none, and deliveries fail with that reason.",
  ),
  mailFrom: setting(undefined, mailbox, "Sender of mail, ADDRESS or NAME <ADDRESS>; required with a mail server."),
  outboundHosts: setting(
    [] as readonly OrganizationBound[],
    outboundHosts,
    "Hosts on inner networks that notifications and webhook actions may reach, NAME, NAME:PORT or *.DOMAIN, with @ORGANIZATION for one organization only, comma separated; default: none.",
  ),
  secretKey: setting(
    undefined,
    text,
    "Key that seals secrets of notification channels and chains audit logs: at least 32 random bytes (`openssl rand -base64 32`), the same for all processes. Default: generated once, in the data directory.",
  ),
  auditHeadUrl: setting(
    undefined,
    url("https:", "http:"),
    "Address that receives the newest hash of each audit log after a change, and daily; default: log lines and report mails only.",
  ),
  publicUrl: setting(
    undefined,
    url("https:", "http:"),
    "Public address of the core interface, for links in notifications and as an allowed host of a server on loopback. Default: no links, and no further host.",
  ),
  reportHour: setting(
    8,
    integer(0, 23),
    "Hour of the day of scheduled reports; a change applies from the next report.",
  ),
  reportTimeZone: setting(
    "UTC",
    timeZone,
    "Time zone of that hour and of the times in reports, such as Europe/Berlin.",
  ),
  kubeconfig: setting(
    undefined,
    text,
    "File that names the Kubernetes cluster; default: the cluster that the daemon runs in, if any.",
  ),
  allowedNamespaces: setting(
    [{ name: "default", organizationId: undefined }] as readonly OrganizationBound[],
    namespaces,
    "Kubernetes namespaces that probes and actions may touch, NAME or NAME@ORGANIZATION, comma separated.",
  ),
  probeHosts: setting(
    [] as readonly string[],
    probeHosts,
    "Hosts that checkHttpHealth may reach, NAME, NAME:PORT or *.DOMAIN, comma separated; default: none.",
  ),
  probeNetworks: setting(
    [] as readonly string[],
    networks,
    "Networks besides the public internet that checkHttpHealth may reach, such as 10.1.0.0/16, comma separated.",
  ),
  probeSeconds: setting(15, integer(1, 120), "Maximum seconds of one probe."),
  probeOutputBytes: setting(MIB, integer(KIB, 8 * MIB), "Maximum stored output of a probe, bytes."),
  probesPerMinute: setting(60, integer(1, 100_000), "Maximum probes of an organization in a minute."),
  probeRetentionDays: setting(30, integer(1, 3650), "Days that the output of probes is kept."),
  awsRoles: setting(
    [] as readonly AwsRole[],
    awsRoles,
    "Roles that cloud probes assume, one for each account, ARN or ARN@ORGANIZATION, comma separated; other accounts are refused.",
  ),
  awsExternalId: setting(undefined, text, "External id for assuming a role."),
  awsEndpointUrl: setting(
    undefined,
    url("https:", "http:"),
    "Address of an AWS-compatible service to use instead of AWS.",
  ),
  logLevel: setting("info" as const, oneOf(logLevelNames), "Minimum level of the daemon's log."),
} as const;

/** Every client of Kubernetes knows this variable. */
const OTHER_NAMES: Readonly<Record<string, string>> = { kubeconfig: "KUBECONFIG" };
const envOf = (name: string): string =>
  OTHER_NAMES[name] ?? `TOCSIN_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** All settings. The variable of `corePort` is TOCSIN_CORE_PORT; a file has `corePort`. */
export const settings = Object.fromEntries(
  Object.entries(declared).map(([name, each]) => [name, { ...each, env: envOf(name) }]),
) as { readonly [Name in keyof typeof declared]: (typeof declared)[Name] & { readonly env: string } };

export type SettingName = keyof typeof settings;
export type Settings = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};
