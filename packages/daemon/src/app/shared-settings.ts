import { createHmac } from "node:crypto";
import type { SeenProcess } from "../store/postgres/process-registrations.ts";
import type { Config } from "./config.ts";

/** What processes that share a database must have in common; null where a process doesn't use it. */
export interface SharedSettings {
  readonly partitions: number | null;
  readonly tokens: string | null;
  readonly secretKey: string | null;
  /** Where a worker's telemetry comes from. */
  readonly queue: "rabbitmq" | "embedded" | null;
}

type Shared = Pick<
  Config,
  "roles" | "amqpUrl" | "amqpPartitions" | "jwksUrl" | "jwtSecret" | "secretKey" | "ownSecrets"
>;

export function sharedSettingsOf(config: Shared): SharedSettings {
  const { roles, amqpUrl, amqpPartitions, jwksUrl, jwtSecret, secretKey } = config;
  return {
    partitions: amqpUrl !== undefined && roles.some((role) => role !== "core") ? amqpPartitions : null,
    tokens: roles.includes("core") ? fingerprint("tokens", jwksUrl ?? jwtSecret) : null,
    secretKey: roles.some((role) => role !== "ingest") ? fingerprint("secret key", secretKey) : null,
    queue: roles.includes("worker") ? (amqpUrl === undefined ? "embedded" : "rabbitmq") : null,
  };
}

const FINGERPRINT_DIGITS = 32;

/**
 * Tells two secrets apart and gives none away: it is a pseudo-random function keyed with the secret, of which the start
 * demands 80 bits of entropy (secret-strength.ts), so that nobody who reads the database finds it by trying.
 */
const fingerprint = (purpose: string, secret: string): string =>
  createHmac("sha256", secret).update(`tocsin shared settings: ${purpose}`).digest("hex").slice(0, FINGERPRINT_DIGITS);

/** What differs between this process and another one, each with what to do; none where they fit. */
export function differencesTo(config: Shared, other: Pick<SeenProcess, "settings">): readonly string[] {
  const own = sharedSettingsOf(config);
  const theirs = JSON.parse(other.settings) as SharedSettings;
  const differs = (name: keyof SharedSettings): boolean =>
    own[name] !== null && theirs[name] !== null && own[name] !== theirs[name];
  return [
    ...(differs("partitions")
      ? [`TOCSIN_AMQP_PARTITIONS is ${own.partitions} here and ${theirs.partitions} there`]
      : []),
    ...(differs("tokens") ? [`${secretWords("TOCSIN_JWT_SECRET", config)} (or TOCSIN_JWKS_URL)`] : []),
    ...(differs("secretKey") ? [secretWords("TOCSIN_SECRET_KEY", config)] : []),
    ...(own.queue && theirs.queue && [own.queue, theirs.queue].includes("embedded") ? [SEVERAL_WORKERS] : []),
  ];
}

/** Each would keep the detection state of the same services in its memory, and overwrite the other's. */
const SEVERAL_WORKERS = "several workers on one database need RabbitMQ (TOCSIN_AMQP_URL) in all of them";

const secretWords = (name: string, { ownSecrets }: Shared): string =>
  ownSecrets.includes(name)
    ? `${name} is not set here, so this data directory has a secret of its own that differs from the one there`
    : `${name} differs`;
