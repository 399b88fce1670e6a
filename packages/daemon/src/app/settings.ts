import { logLevelNames } from "../kernel/logger.ts";
import * as limits from "../model/limits.ts";
import { isOrganizationId } from "../model/scope.ts";

/** What a setting's text means, or a sentence saying what is wrong with it. */
type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

export interface Setting<Value> {
  readonly env: string;
  /** What it sets, its unit and its default, for the documentation. */
  readonly sentence: string;
  readonly fallback: Value;
  readonly parse: (text: string) => Parsed<Value>;
}

const setting = <Value>(
  env: string,
  fallback: NoInfer<Value>,
  parse: (text: string) => Parsed<Value>,
  sentence: string,
): Setting<Value> => ({ env, fallback, parse, sentence });

const text = (value: string): Parsed<string | undefined> => ({ value });
const integer =
  (least: number, most: number) =>
  (given: string): Parsed<number> =>
    /^\d{1,15}$/.test(given) && Number(given) >= least && Number(given) <= most
      ? { value: Number(given) }
      : { problem: `must be a whole number from ${least} to ${most}` };
const oneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (given: string): Parsed<Choice> =>
    (choices as readonly string[]).includes(given)
      ? { value: given as Choice }
      : { problem: `must be one of ${choices.join(", ")}` };
const flag = (given: string): Parsed<boolean> =>
  given === "true" || given === "false" ? { value: given === "true" } : { problem: "must be true or false" };
const list = (given: string): string[] =>
  given
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
const url =
  (...protocols: string[]) =>
  (given: string): Parsed<string | undefined> =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol)
      ? { value: given }
      : { problem: `must be a URL beginning ${protocols.map((protocol) => `${protocol}//`).join(" or ")}` };

const roles = ["ingest", "core", "worker"] as const;
export type Role = (typeof roles)[number];

const roleList = (given: string): Parsed<readonly Role[]> => {
  const names = list(given);
  const known = names.filter((name): name is Role => (roles as readonly string[]).includes(name));
  return names.length > 0 && known.length === names.length
    ? { value: known }
    : { problem: `must name one or more of ${roles.join(", ")}, comma separated` };
};

export interface IngestKey {
  readonly key: string;
  /** The organization it is bound to, if it is. */
  readonly organizationId: string | undefined;
}

const ingestKeys = (given: string): Parsed<readonly IngestKey[]> => {
  const keys: IngestKey[] = [];
  for (const part of list(given)) {
    const at = part.lastIndexOf("@");
    const key = at === -1 ? part : part.slice(0, at);
    const organizationId = at === -1 ? undefined : part.slice(at + 1);
    if (key === "" || (organizationId !== undefined && !isOrganizationId(organizationId))) {
      return { problem: "must hold keys of the form KEY or KEY@ORGANIZATION, comma separated" };
    }
    keys.push({ key, organizationId });
  }
  return keys.length > 0 ? { value: keys } : { problem: "must hold at least one key, or be left out" };
};

const organizations = (given: string): Parsed<readonly string[] | undefined> => {
  const names = list(given);
  return names.length > 0 && names.every(isOrganizationId)
    ? { value: names }
    : { problem: "must hold organization ids (1 to 64 of letters, digits, '.', '_', '-'), comma separated" };
};

const secret = (given: string): Parsed<string | undefined> =>
  Buffer.byteLength(given) >= 16 ? { value: given } : { problem: "must be at least 16 bytes long" };

const KIB = limits.KIB;
const MIB = limits.MIB;
const bytes = (least: number) => integer(least, 2 ** 40);
const port = integer(0, 65_535);

/** Every setting there is (decisions §1). In a file they have the same names in camel case, without TOCSIN. */
export const settings = {
  coreHost: setting(
    "TOCSIN_CORE_HOST",
    "127.0.0.1",
    (given) => ({ value: given }),
    "Address the core interface listens on.",
  ),
  corePort: setting("TOCSIN_CORE_PORT", 7070, port, "Port of the core interface."),
  ingestHost: setting(
    "TOCSIN_INGEST_HOST",
    "127.0.0.1",
    (given) => ({ value: given }),
    "Address the ingestion interface listens on.",
  ),
  ingestPort: setting("TOCSIN_INGEST_PORT", 7071, port, "Port of the ingestion interface."),
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
  amqpUrl: setting(
    "TOCSIN_AMQP_URL",
    undefined,
    url("amqp:", "amqps:"),
    "amqp://… for RabbitMQ; default: a durable queue in the data directory.",
  ),
  amqpPartitions: setting(
    "TOCSIN_AMQP_PARTITIONS",
    8,
    integer(1, 256),
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
    "Shared secret of HS256 tokens, at least 16 bytes and better 32; default: made once, in the data directory.",
  ),
  jwksUrl: setting(
    "TOCSIN_JWKS_URL",
    undefined,
    url("https:", "http:"),
    "Key set of an identity provider (RS256, ES256, EdDSA); when set, HS256 is refused.",
  ),
  jwtIssuer: setting("TOCSIN_JWT_ISSUER", undefined, text, "The issuer that tokens must name."),
  jwtAudience: setting("TOCSIN_JWT_AUDIENCE", undefined, text, "The audience that tokens must name."),
  ingestApiKey: setting(
    "TOCSIN_INGEST_API_KEY",
    [] as readonly IngestKey[],
    ingestKeys,
    "Keys of the ingestion interface, KEY or KEY@ORGANIZATION, comma separated; default: open.",
  ),
  organizations: setting(
    "TOCSIN_ORGANIZATIONS",
    undefined,
    organizations,
    "The only organizations that are taken, comma separated; default: any.",
  ),
  servicesMax: setting(
    "TOCSIN_SERVICES_MAX",
    1000,
    integer(1, 1_000_000),
    "Services that an organization may hold, except the default one.",
  ),
  defaultServicesMax: setting(
    "TOCSIN_DEFAULT_SERVICES_MAX",
    limits.DEFAULT_ORGANIZATION_SERVICES_MAX,
    integer(1, 1_000_000),
    "Services that the default organization may hold.",
  ),
  bodyBytesMax: setting(
    "TOCSIN_BODY_BYTES_MAX",
    limits.BODY_BYTES_MAX,
    bytes(KIB),
    "Largest ingestion body on the wire, bytes.",
  ),
  inflatedBytesMax: setting(
    "TOCSIN_INFLATED_BYTES_MAX",
    limits.INFLATED_BYTES_MAX,
    bytes(KIB),
    "Largest ingestion body after decompression, bytes.",
  ),
  batchEventsMax: setting(
    "TOCSIN_BATCH_EVENTS_MAX",
    limits.BATCH_EVENTS_MAX,
    integer(1, 1_000_000),
    "Events in one batch.",
  ),
  eventBytesMax: setting("TOCSIN_EVENT_BYTES_MAX", limits.EVENT_BYTES_MAX, bytes(KIB), "Largest single event, bytes."),
  queueBytesMax: setting(
    "TOCSIN_QUEUE_BYTES_MAX",
    4096 * MIB,
    bytes(MIB),
    "Size of the embedded queue past which events are refused with 503, bytes.",
  ),
  eventRetentionDays: setting(
    "TOCSIN_EVENT_RETENTION_DAYS",
    30,
    integer(1, 3650),
    "Days that telemetry is kept, by its own time.",
  ),
  streamReadersPerToken: setting(
    "TOCSIN_STREAM_READERS_PER_TOKEN",
    limits.STREAM_READERS_PER_TOKEN,
    integer(1, 10_000),
    "Open streams a token.",
  ),
  streamReadersPerOrganization: setting(
    "TOCSIN_STREAM_READERS_PER_ORGANIZATION",
    limits.STREAM_READERS_PER_ORGANIZATION,
    integer(1, 10_000),
    "Open streams an organization.",
  ),
  remediationMode: setting(
    "TOCSIN_REMEDIATION_MODE",
    "simulate" as const,
    oneOf(["simulate", "live"]),
    "simulate or live.",
  ),
  policyFile: setting("TOCSIN_POLICY_FILE", undefined, text, "Remediation policy, YAML; default: built in."),
  detectionFile: setting("TOCSIN_DETECTION_FILE", undefined, text, "Detection rules, YAML; default: built in."),
  autoDiagnose: setting("TOCSIN_AUTO_DIAGNOSE", false, flag, "Whether a new incident is diagnosed by itself."),
  openaiApiKey: setting(
    "TOCSIN_OPENAI_API_KEY",
    undefined,
    text,
    "Key of an OpenAI-compatible model; default: the built-in analyser.",
  ),
  openaiBaseUrl: setting("TOCSIN_OPENAI_BASE_URL", undefined, url("https:", "http:"), "Its address."),
  openaiModel: setting("TOCSIN_OPENAI_MODEL", undefined, text, "Its model."),
  smtpUrl: setting(
    "TOCSIN_SMTP_URL",
    undefined,
    url("smtp:", "smtps:"),
    "Mail server; default: none, deliveries fail saying so.",
  ),
  mailFrom: setting("TOCSIN_MAIL_FROM", undefined, text, "Sender of mail."),
  allowedNamespaces: setting(
    "TOCSIN_ALLOWED_NAMESPACES",
    ["default"] as readonly string[],
    (given): Parsed<readonly string[]> => ({ value: list(given) }),
    "Kubernetes namespaces that probes and actions may touch, comma separated.",
  ),
  logLevel: setting("TOCSIN_LOG_LEVEL", "info" as const, oneOf(logLevelNames), "Least level of the daemon's own log."),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

/** Described, and without effect until the parts that they set are there; using one is said at the start. */
export const withoutEffect: readonly SettingName[] = [
  "remediationMode",
  "policyFile",
  "autoDiagnose",
  "openaiApiKey",
  "openaiBaseUrl",
  "openaiModel",
  "smtpUrl",
  "mailFrom",
  "allowedNamespaces",
];
