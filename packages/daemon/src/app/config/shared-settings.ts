import { createHmac } from "node:crypto";
import type { SeenProcess } from "../../store/partitions/process-registrations.ts";
import type { Config } from "./config.ts";

/** Settings that processes on one database must have in common; null where a process doesn't use one. */
export interface SharedSettings {
  readonly partitions: number | null;
  readonly tokens: string | null;
  readonly secretKey: string | null;
  /** The way from ingest roles to workers. */
  readonly queue: "rabbitmq" | "embedded" | null;
  /** The broker and virtual host; null also where no link has reached it yet. */
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
 * Tells two secrets apart and gives none away: it is a pseudo-random function keyed with the secret, of which the start
 * demands 80 bits of entropy (secret-strength.ts), so that nobody who reads the database finds it by trying.
 */
const fingerprint = (purpose: string, secret: string): string =>
  createHmac("sha256", secret).update(`tocsin shared settings: ${purpose}`).digest("hex").slice(0, FINGERPRINT_DIGITS);

/** Differences between this process and another one, each with what to do; none where they fit. */
export function differencesTo(
  config: Shared,
  broker: string | undefined,
  other: Pick<SeenProcess, "settings">,
): readonly string[] {
  const own = sharedSettingsOf(config, broker);
  // An earlier version registers fewer of them.
  const theirs = JSON.parse(other.settings) as Partial<SharedSettings>;
  const differs = (name: keyof SharedSettings): boolean =>
    own[name] !== null && (theirs[name] ?? null) !== null && own[name] !== theirs[name];
  return [
    ...(differs("partitions")
      ? [`TOCSIN_AMQP_PARTITIONS is ${own.partitions} here and ${theirs.partitions} there`]
      : []),
    ...(differs("tokens") ? [tokenWords(config)] : []),
    ...(differs("secretKey") ? [secretWords("TOCSIN_SECRET_KEY", config)] : []),
    ...(differs("broker") ? [`TOCSIN_AMQP_URL leads to ${own.broker} here and to ${theirs.broker} there`] : []),
    ...(own.queue && theirs.queue && [own.queue, theirs.queue].includes("embedded") ? [NEED_RABBITMQ] : []),
  ];
}

/**
 * Workers without it would keep the detection state of the same services in their memory, and overwrite each other's. What
 * an ingest process without it accepts reaches no worker of another process.
 */
const NEED_RABBITMQ =
  "several processes with the roles ingest or worker on one database need RabbitMQ (TOCSIN_AMQP_URL) in all of them";

/** The setting by which this process checks tokens. The other process may use the other one. */
const tokenWords = (config: Shared): string =>
  config.jwksUrl === undefined ? secretWords("TOCSIN_JWT_SECRET", config) : "TOCSIN_JWKS_URL differs";

const secretWords = (name: string, { ownSecrets }: Shared): string =>
  ownSecrets.includes(name)
    ? `${name} is not set here, so this data directory has a secret of its own that differs from the one there`
    : `${name} differs`;
