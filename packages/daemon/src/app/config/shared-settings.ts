import { createHmac } from "node:crypto";
import type { SeenProcess } from "../../store/partitions/process-registrations.ts";
import type { Config } from "./config.ts";

/** Settings that must be equal in all processes on one database; null where a process doesn't use one. */
export interface SharedSettings {
  readonly partitions: number | null;
  readonly tokens: string | null;
  readonly secretKey: string | null;
  /** The queue between ingest roles and workers. */
  readonly queue: "rabbitmq" | "embedded" | null;
  /** The broker and virtual host; null until a link reaches it. */
  readonly broker: string | null;
}

type Shared = Pick<
  Config,
  "roles" | "amqpUrl" | "amqpPartitions" | "jwksUrl" | "jwtSecret" | "secretKey" | "ownSecrets"
>;

export function sharedSettingsOf(config: Shared, broker: string | undefined): SharedSettings {
  const { roles, amqpUrl, amqpPartitions, jwksUrl, jwtSecret, secretKey } = config;
  const hasQueue = roles.some((role) => role !== "core");
  return {
    partitions: amqpUrl !== undefined && hasQueue ? amqpPartitions : null,
    tokens: roles.includes("core") ? fingerprint("tokens", jwksUrl ?? jwtSecret) : null,
    secretKey: roles.some((role) => role !== "ingest") ? fingerprint("secret key", secretKey) : null,
    queue: hasQueue ? (amqpUrl === undefined ? "embedded" : "rabbitmq") : null,
    broker: hasQueue ? (broker ?? null) : null,
  };
}

const FINGERPRINT_DIGITS = 32;

/**
 * Compares secrets without revealing them: a pseudo-random function keyed with the secret. The start demands 80 bits of
 * entropy (secret-strength.ts), so that a reader of the database can't find the secret by trying.
 */
const fingerprint = (purpose: string, secret: string): string =>
  createHmac("sha256", secret).update(`tocsin shared settings: ${purpose}`).digest("hex").slice(0, FINGERPRINT_DIGITS);

/** Differences between the settings of this process and another one, each with what to do. */
export function differencesTo(
  config: Shared,
  broker: string | undefined,
  other: Pick<SeenProcess, "settings">,
): readonly string[] {
  const own = sharedSettingsOf(config, broker);
  // An earlier version registers fewer settings.
  const theirs = JSON.parse(other.settings) as Partial<SharedSettings>;
  const differs = (name: keyof SharedSettings): boolean =>
    own[name] !== null && (theirs[name] ?? null) !== null && own[name] !== theirs[name];
  return [
    ...(differs("partitions")
      ? [`TOCSIN_AMQP_PARTITIONS is ${own.partitions} here and ${theirs.partitions} there`]
      : []),
    ...(differs("tokens") ? [describeTokens(config)] : []),
    ...(differs("secretKey") ? [describeSecret("TOCSIN_SECRET_KEY", config)] : []),
    ...(differs("broker") ? [`TOCSIN_AMQP_URL leads to ${own.broker} here and to ${theirs.broker} there`] : []),
    ...(own.queue && theirs.queue && [own.queue, theirs.queue].includes("embedded") ? [NEED_RABBITMQ] : []),
  ];
}

/**
 * Without RabbitMQ, two workers would overwrite each other's detection states, and no other process would get the
 * telemetry of an ingest process.
 */
const NEED_RABBITMQ =
  "several processes with the roles ingest or worker on one database need RabbitMQ (TOCSIN_AMQP_URL) in all of them";

/** Names the setting by which this process verifies tokens; the other process may use another one. */
const describeTokens = (config: Shared): string =>
  config.jwksUrl === undefined ? describeSecret("TOCSIN_JWT_SECRET", config) : "TOCSIN_JWKS_URL differs";

const describeSecret = (name: string, { ownSecrets }: Shared): string =>
  ownSecrets.includes(name)
    ? `${name} is not set here, so this data directory has a secret of its own that differs from the one there`
    : `${name} differs`;
