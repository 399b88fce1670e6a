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
  type AllowedNamespace,
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
  type OutboundHost,
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
  secret,
  setting,
  text,
  timeZone,
  url,
} from "./setting-values.ts";

/** All settings (decisions §1). A file uses the same names in camel case without TOCSIN. */
export const settings = {
  coreHost: setting("TOCSIN_CORE_HOST", "127.0.0.1", listenHost, "Address the core interface listens on."),
  corePort: setting("TOCSIN_CORE_PORT", 7070, port, "Port of the core interface."),
  ingestHost: setting("TOCSIN_INGEST_HOST", "127.0.0.1", listenHost, "Address the ingestion interface listens on."),
  ingestPort: setting("TOCSIN_INGEST_PORT", 7071, port, "Port of the ingestion interface."),
  coreConnectionsMax: setting(
    "TOCSIN_CORE_CONNECTIONS_MAX",
    CORE_CONNECTIONS_MAX,
    integer(16, 100_000),
    "Concurrent connections of the core interface, including streams; further ones are answered 503.",
  ),
  ingestConnectionsMax: setting(
    "TOCSIN_INGEST_CONNECTIONS_MAX",
    INGEST_CONNECTIONS_MAX,
    integer(16, 100_000),
    "Concurrent connections of the ingestion interface; further ones are answered 503.",
  ),
  corsOrigins: setting(
    "TOCSIN_CORS_ORIGINS",
    [] as readonly string[],
    origins,
    "Origins whose pages may use both interfaces from a browser, comma separated; default: none, and no CORS header.",
  ),
  dataDir: setting(
    "TOCSIN_DATA_DIR",
    undefined,
    text,
    "Directory of the database, the queue and the generated secret; default: the platform's data directory for tocsin.",
  ),
  databaseUrl: setting(
    "TOCSIN_DATABASE_URL",
    undefined,
    url("postgres:", "postgresql:"),
    "postgres://… for PostgreSQL; default: SQLite in the data directory.",
  ),
  databaseConnectionsMax: setting(
    "TOCSIN_DATABASE_CONNECTIONS_MAX",
    60,
    integer(DATABASE_CONNECTIONS_MIN, DATABASE_CONNECTIONS_MAX),
    `Connections to PostgreSQL that this process may open, from ${DATABASE_CONNECTIONS_MIN} to ${DATABASE_CONNECTIONS_MAX}, distributed over its parts as docs/operations.md describes.`,
  ),
  amqpUrl: setting(
    "TOCSIN_AMQP_URL",
    undefined,
    url("amqp:", "amqps:"),
    "amqp://… for RabbitMQ; default: a durable queue in the data directory.",
  ),
  amqpPartitions: setting(
    "TOCSIN_AMQP_PARTITIONS",
    8,
    integer(1, PARTITIONS_MAX),
    "Partitions of telemetry on RabbitMQ, each a queue. All processes need the same number; change it only while no event waits.",
  ),
  roles: setting(
    "TOCSIN_ROLES",
    roles as readonly Role[],
    roleList,
    "Parts that this process runs: ingest, core, worker.",
  ),
  jwtSecret: setting(
    "TOCSIN_JWT_SECRET",
    undefined,
    secret,
    "Shared secret of HS256 tokens, at least 32 bytes and random (`openssl rand -base64 32`); default: generated once, in the data directory.",
  ),
  jwksUrl: setting(
    "TOCSIN_JWKS_URL",
    undefined,
    url("https:", "http:"),
    "Key set of an identity provider (RS256, ES256, EdDSA), https:// except on loopback. When set, HS256 is refused, and the issuer and the audience must be set too.",
  ),
  jwtIssuer: setting(
    "TOCSIN_JWT_ISSUER",
    undefined,
    text,
    "The issuer that tokens must name; required with TOCSIN_JWKS_URL.",
  ),
  jwtAudience: setting(
    "TOCSIN_JWT_AUDIENCE",
    undefined,
    text,
    "The audience that tokens must name; required with TOCSIN_JWKS_URL.",
  ),
  personTokenHoursMax: setting(
    "TOCSIN_PERSON_TOKEN_HOURS_MAX",
    12,
    integer(1, 8760),
    "Maximum lifetime of a person's token in hours; longer ones of the shared secret are refused.",
  ),
  scriptTokenDaysMax: setting(
    "TOCSIN_SCRIPT_TOKEN_DAYS_MAX",
    30,
    integer(1, 3650),
    "Maximum lifetime of a script's token in days (`tocsind token --script`); longer ones of the shared secret are refused.",
  ),
  ingestApiKey: setting(
    "TOCSIN_INGEST_API_KEY",
    [] as readonly IngestKey[],
    ingestKeys,
    "Keys of the ingestion interface, KEY or KEY@ORGANIZATION, comma separated; required beyond loopback.",
  ),
  ingestOpen: setting("TOCSIN_INGEST_OPEN", false, flag, "Whether ingestion may listen beyond loopback without a key."),
  ingestUnboundKeys: setting(
    "TOCSIN_INGEST_UNBOUND_KEYS",
    "unclaimed" as const,
    oneOf(unboundKeyModes),
    "Organizations that a key without @ORGANIZATION may write into: unclaimed (those that no key is bound to), default (the default one alone) or any.",
  ),
  organizations: setting(
    "TOCSIN_ORGANIZATIONS",
    undefined,
    organizations,
    "The only allowed organizations, comma separated; default: any.",
  ),
  ...organizationSettings,
  bodyBytesMax: setting(
    "TOCSIN_BODY_BYTES_MAX",
    BODY_BYTES_MAX,
    bytes(KIB),
    "Largest ingestion body on the wire, bytes.",
  ),
  inflatedBytesMax: setting(
    "TOCSIN_INFLATED_BYTES_MAX",
    INFLATED_BYTES_MAX,
    bytes(KIB),
    "Largest ingestion body after decompression, bytes.",
  ),
  batchEventsMax: setting("TOCSIN_BATCH_EVENTS_MAX", BATCH_EVENTS_MAX, integer(1, 1_000_000), "Events in one batch."),
  eventBytesMax: setting("TOCSIN_EVENT_BYTES_MAX", EVENT_BYTES_MAX, bytes(KIB), "Largest single event, bytes."),
  queueBytesMax: setting(
    "TOCSIN_QUEUE_BYTES_MAX",
    4096 * MIB,
    bytes(MIB),
    "Maximum size of the embedded queue, bytes; beyond it, events are refused with 503.",
  ),
  ...archiveSettings,
  streamReadersPerToken: setting(
    "TOCSIN_STREAM_READERS_PER_TOKEN",
    STREAM_READERS_PER_TOKEN,
    integer(1, 10_000),
    "Concurrent streams for each token.",
  ),
  streamReadersPerOrganization: setting(
    "TOCSIN_STREAM_READERS_PER_ORGANIZATION",
    STREAM_READERS_PER_ORGANIZATION,
    integer(1, 10_000),
    "Concurrent streams for each organization.",
  ),
  remediationMode: setting(
    "TOCSIN_REMEDIATION_MODE",
    "simulate" as const,
    oneOf(remediationModes),
    "simulate or live.",
  ),
  policyFile: setting("TOCSIN_POLICY_FILE", undefined, text, "Remediation policy, YAML; default: built in."),
  detectionFile: setting("TOCSIN_DETECTION_FILE", undefined, text, "Detection rules, YAML; default: built in."),
  correlationBuiltIn: setting(
    "TOCSIN_CORRELATION_BUILT_IN",
    "merge" as const,
    oneOf(builtInModes),
    "Built-in correlation of incidents with one cause that no rule of yours correlates: merge, group or off.",
  ),
  detectionAutoDemote: setting(
    "TOCSIN_DETECTION_AUTO_DEMOTE",
    true,
    flag,
    "Whether a detection rule that is mostly noise becomes a shadow rule automatically.",
  ),
  autoDiagnose: setting("TOCSIN_AUTO_DIAGNOSE", false, flag, "Whether a new incident is diagnosed automatically."),
  openaiApiKey: setting(
    "TOCSIN_OPENAI_API_KEY",
    undefined,
    text,
    "Key of an OpenAI-compatible model; default: the built-in analyser.",
  ),
  openaiBaseUrl: setting(
    "TOCSIN_OPENAI_BASE_URL",
    "https://api.openai.com/v1",
    url("https:", "http:"),
    "Address of the model's server.",
  ),
  openaiModel: setting("TOCSIN_OPENAI_MODEL", "gpt-4.1-mini", text, "Name of the model."),
  openaiSeconds: setting(
    "TOCSIN_OPENAI_SECONDS",
    60,
    integer(1, 600),
    "Maximum seconds of a model for one diagnosis; after them, the built-in diagnosis is used.",
  ),
  openaiRunTokens: setting(
    "TOCSIN_OPENAI_RUN_TOKENS",
    20_000,
    integer(1_000, 1_000_000),
    "Maximum tokens of one diagnosis, prompt and answer.",
  ),
  openaiDayTokens: setting(
    "TOCSIN_OPENAI_DAY_TOKENS",
    500_000,
    integer(0, 1_000_000_000),
    "Maximum tokens of all diagnoses of an organization in one day (UTC).",
  ),
  smtpUrl: setting(
    "TOCSIN_SMTP_URL",
    undefined,
    url("smtp:", "smtps:"),
    "Mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://…; default: none, and deliveries fail with that reason.",
  ),
  mailFrom: setting(
    "TOCSIN_MAIL_FROM",
    undefined,
    mailbox,
    "Sender of mail, ADDRESS or NAME <ADDRESS>; required with a mail server.",
  ),
  outboundHosts: setting(
    "TOCSIN_OUTBOUND_HOSTS",
    [] as readonly OutboundHost[],
    outboundHosts,
    "Hosts on inner networks that notifications and webhook actions may reach, NAME, NAME:PORT or *.DOMAIN, with @ORGANIZATION for one organization only, comma separated; default: none.",
  ),
  secretKey: setting(
    "TOCSIN_SECRET_KEY",
    undefined,
    secret,
    "Key that seals secrets of notification channels and chains audit logs: at least 32 random bytes (`openssl rand -base64 32`), the same for all processes. Default: generated once, in the data directory.",
  ),
  auditHeadUrl: setting(
    "TOCSIN_AUDIT_HEAD_URL",
    undefined,
    url("https:", "http:"),
    "Address that receives the newest hash of each audit log after a change, and daily; default: log lines and report mails only.",
  ),
  publicUrl: setting(
    "TOCSIN_PUBLIC_URL",
    undefined,
    url("https:", "http:"),
    "Public address of the core interface, for links in notifications and as an allowed host of a server on loopback. Default: no links, and no further host.",
  ),
  reportHour: setting(
    "TOCSIN_REPORT_HOUR",
    8,
    integer(0, 23),
    "Hour of the day of scheduled reports; a change applies from the next report.",
  ),
  reportTimeZone: setting(
    "TOCSIN_REPORT_TIME_ZONE",
    "UTC",
    timeZone,
    "Time zone of that hour and of the times in reports, such as Europe/Berlin.",
  ),
  kubeconfig: setting(
    "KUBECONFIG",
    undefined,
    text,
    "File that names the Kubernetes cluster; default: the cluster that the daemon runs in, if any.",
  ),
  allowedNamespaces: setting(
    "TOCSIN_ALLOWED_NAMESPACES",
    [{ name: "default", organizationId: undefined }] as readonly AllowedNamespace[],
    namespaces,
    "Kubernetes namespaces that probes and actions may touch, NAME or NAME@ORGANIZATION, comma separated.",
  ),
  probeHosts: setting(
    "TOCSIN_PROBE_HOSTS",
    [] as readonly string[],
    probeHosts,
    "Hosts that checkHttpHealth may reach, NAME, NAME:PORT or *.DOMAIN, comma separated; default: none.",
  ),
  probeNetworks: setting(
    "TOCSIN_PROBE_NETWORKS",
    [] as readonly string[],
    networks,
    "Networks besides the public internet that checkHttpHealth may reach, such as 10.1.0.0/16, comma separated.",
  ),
  probeSeconds: setting("TOCSIN_PROBE_SECONDS", 15, integer(1, 120), "Maximum seconds of one probe."),
  probeOutputBytes: setting(
    "TOCSIN_PROBE_OUTPUT_BYTES",
    MIB,
    integer(KIB, 8 * MIB),
    "Maximum stored output of a probe, bytes.",
  ),
  probesPerMinute: setting(
    "TOCSIN_PROBES_PER_MINUTE",
    60,
    integer(1, 100_000),
    "Maximum probes of an organization in a minute.",
  ),
  probeRetentionDays: setting(
    "TOCSIN_PROBE_RETENTION_DAYS",
    30,
    integer(1, 3650),
    "Days that the output of probes is kept.",
  ),
  awsRoles: setting(
    "TOCSIN_AWS_ROLES",
    [] as readonly AwsRole[],
    awsRoles,
    "Roles that cloud probes assume, one for each account, ARN or ARN@ORGANIZATION, comma separated; other accounts are refused.",
  ),
  awsExternalId: setting("TOCSIN_AWS_EXTERNAL_ID", undefined, text, "External id for assuming a role."),
  awsEndpointUrl: setting(
    "TOCSIN_AWS_ENDPOINT_URL",
    undefined,
    url("https:", "http:"),
    "Address of an AWS-compatible service to use instead of AWS.",
  ),
  logLevel: setting("TOCSIN_LOG_LEVEL", "info" as const, oneOf(logLevelNames), "Minimum level of the daemon's log."),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

/** Documented settings without an effect in this version; a start that sets one logs it. */
export const withoutEffect: readonly SettingName[] = ["reportHour", "reportTimeZone"];
