import { builtInModes } from "../../correlate/built-in.ts";
import { unboundKeyModes } from "../../ingest/key-scope.ts";
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
    "Connections of the core interface that are served at one time, streams included; any more are answered 503.",
  ),
  ingestConnectionsMax: setting(
    "TOCSIN_INGEST_CONNECTIONS_MAX",
    INGEST_CONNECTIONS_MAX,
    integer(16, 100_000),
    "Connections of the ingestion interface that are served at one time; any more are answered 503.",
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
    `Connections to PostgreSQL that this process may open, from ${DATABASE_CONNECTIONS_MIN} to ${DATABASE_CONNECTIONS_MAX}, shared out over its parts; docs/operations.md says how many each takes.`,
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
    "Queues that telemetry is spread over on RabbitMQ; the same for all processes, never changed while events wait.",
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
    "Shared secret of HS256 tokens, at least 32 bytes and random (`openssl rand -base64 32`); default: made once, in the data directory.",
  ),
  jwksUrl: setting(
    "TOCSIN_JWKS_URL",
    undefined,
    url("https:", "http:"),
    "Key set of an identity provider (RS256, ES256, EdDSA), https:// except on loopback; when set, HS256 is refused, and the issuer and the audience must be set too.",
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
    "Hours that a person's token may be good for; longer ones of the shared secret are refused.",
  ),
  scriptTokenDaysMax: setting(
    "TOCSIN_SCRIPT_TOKEN_DAYS_MAX",
    30,
    integer(1, 3650),
    "Days that a script's token may be good for (`tocsind token --script`); longer ones of the shared secret are refused.",
  ),
  ingestApiKey: setting(
    "TOCSIN_INGEST_API_KEY",
    [] as readonly IngestKey[],
    ingestKeys,
    "Keys of the ingestion interface, KEY or KEY@ORGANIZATION, comma separated; needed where it listens on more than the loopback.",
  ),
  ingestOpen: setting(
    "TOCSIN_INGEST_OPEN",
    false,
    flag,
    "Whether ingestion may listen on more than the loopback without a key.",
  ),
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
    "The only organizations that are taken, comma separated; default: any.",
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
    "Size of the embedded queue past which events are refused with 503, bytes.",
  ),
  ...archiveSettings,
  streamReadersPerToken: setting(
    "TOCSIN_STREAM_READERS_PER_TOKEN",
    STREAM_READERS_PER_TOKEN,
    integer(1, 10_000),
    "Open streams a token.",
  ),
  streamReadersPerOrganization: setting(
    "TOCSIN_STREAM_READERS_PER_ORGANIZATION",
    STREAM_READERS_PER_ORGANIZATION,
    integer(1, 10_000),
    "Open streams an organization.",
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
    "What becomes of detected incidents of one fault that no rule of yours joins: merge, group or off.",
  ),
  detectionAutoDemote: setting(
    "TOCSIN_DETECTION_AUTO_DEMOTE",
    true,
    flag,
    "Whether a detection rule that is mostly noise goes to shadow by itself.",
  ),
  autoDiagnose: setting("TOCSIN_AUTO_DIAGNOSE", false, flag, "Whether a new incident is diagnosed by itself."),
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
    "Seconds that a model may take for one diagnosis; past them the built-in one stands.",
  ),
  openaiRunTokens: setting(
    "TOCSIN_OPENAI_RUN_TOKENS",
    20_000,
    integer(1_000, 1_000_000),
    "Tokens that one diagnosis may cost, prompt and answer.",
  ),
  openaiDayTokens: setting(
    "TOCSIN_OPENAI_DAY_TOKENS",
    500_000,
    integer(0, 1_000_000_000),
    "Tokens that the diagnoses of an organization may cost in one day (UTC).",
  ),
  smtpUrl: setting(
    "TOCSIN_SMTP_URL",
    undefined,
    url("smtp:", "smtps:"),
    "Mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://…; default: none, deliveries fail saying so.",
  ),
  mailFrom: setting(
    "TOCSIN_MAIL_FROM",
    undefined,
    mailbox,
    "Sender of mail, ADDRESS or NAME <ADDRESS>; needed where there is a mail server.",
  ),
  outboundHosts: setting(
    "TOCSIN_OUTBOUND_HOSTS",
    [] as readonly OutboundHost[],
    outboundHosts,
    "Hosts on inner networks that notifications and webhook actions may reach, NAME, NAME:PORT or *.DOMAIN, each with @ORGANIZATION where only that one may, comma separated; default: none.",
  ),
  secretKey: setting(
    "TOCSIN_SECRET_KEY",
    undefined,
    secret,
    "Key that secrets of notification channels are sealed with and audit logs are chained with, at least 32 bytes, random (`openssl rand -base64 32`) and the same for all processes; default: made once, in the data directory.",
  ),
  auditHeadUrl: setting(
    "TOCSIN_AUDIT_HEAD_URL",
    undefined,
    url("https:", "http:"),
    "Address that the newest hash of each audit log is posted to when it moved, and daily; default: log lines and report mails alone.",
  ),
  publicUrl: setting(
    "TOCSIN_PUBLIC_URL",
    undefined,
    url("https:", "http:"),
    "Address of the core interface as people reach it, for links in notifications and as a host that a server on loopback answers; default: no links, and no further host.",
  ),
  reportHour: setting(
    "TOCSIN_REPORT_HOUR",
    8,
    integer(0, 23),
    "Hour of the day at which scheduled reports are made; a change counts from the next report on.",
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
    "File that names the Kubernetes cluster; default: the one that the daemon runs in, if it does.",
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
    "Hosts that checkHttpHealth may ask, NAME, NAME:PORT or *.DOMAIN, comma separated; default: none.",
  ),
  probeNetworks: setting(
    "TOCSIN_PROBE_NETWORKS",
    [] as readonly string[],
    networks,
    "Networks besides the public internet that checkHttpHealth may reach, such as 10.1.0.0/16, comma separated.",
  ),
  probeSeconds: setting("TOCSIN_PROBE_SECONDS", 15, integer(1, 120), "Seconds that one probe may take."),
  probeOutputBytes: setting(
    "TOCSIN_PROBE_OUTPUT_BYTES",
    MIB,
    integer(KIB, 8 * MIB),
    "Bytes of a probe's output that are read and kept.",
  ),
  probesPerMinute: setting(
    "TOCSIN_PROBES_PER_MINUTE",
    60,
    integer(1, 100_000),
    "Probes that an organization may run in a minute.",
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
    "Roles that cloud probes assume, one an account, ARN or ARN@ORGANIZATION, comma separated; other accounts are refused.",
  ),
  awsExternalId: setting(
    "TOCSIN_AWS_EXTERNAL_ID",
    undefined,
    text,
    "External id that is given when a role is assumed.",
  ),
  awsEndpointUrl: setting(
    "TOCSIN_AWS_ENDPOINT_URL",
    undefined,
    url("https:", "http:"),
    "Address of an AWS counterpart in place of AWS.",
  ),
  logLevel: setting("TOCSIN_LOG_LEVEL", "info" as const, oneOf(logLevelNames), "Least level of the daemon's own log."),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

/** Documented settings without an effect in this version; a start that sets one logs it. */
export const withoutEffect: readonly SettingName[] = ["reportHour", "reportTimeZone"];
