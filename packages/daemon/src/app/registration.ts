import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { coerceError } from "../kernel/errors.ts";
import { randomId } from "../kernel/ids.ts";
import { line } from "../kernel/line.ts";
import type { Logger } from "../kernel/logger.ts";
import type { ProcessRegistration, SeenProcess } from "../store/postgres/process-registrations.ts";
import { newestSchema } from "../store/schema-window.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { startSchedule } from "./schedule.ts";
import { differencesTo, sharedSettingsOf } from "./shared-settings.ts";
import { daemonVersion } from "./version.ts";

const REFRESH_MS = 5_000;

export interface Registration {
  /** Processes that started with other settings while this one was paused. */
  warnings(): readonly string[];
  end(): Promise<void>;
}

export const NO_REGISTRATION: Registration = { warnings: () => [], end: async () => undefined };

/**
 * Registers this process in the database and keeps it registered. Throws ConfigError where its settings don't fit those
 * of a process that is alive. `broker` is the name of the broker, where it is known. An embedded database serves one
 * process: nothing is compared.
 */
export async function registerProcess(
  config: Config,
  broker: string | undefined,
  logger: Logger,
): Promise<Registration> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return NO_REGISTRATION;
  warnOfOwnSecrets(config, logger);
  const { openProcessRegistrations } = await import("../store/postgres/process-registrations.ts");
  const registrations = openProcessRegistrations(databaseUrl);
  const own = registrationOf(config, broker);
  const refuse = (others: readonly SeenProcess[]): void => refuseDifferences(config, broker, own, others);
  try {
    await registrations.add(own, refuse);
  } catch (error) {
    await registrations.close();
    throw error;
  }
  let warning: string | undefined;
  const refresh = async (): Promise<void> => {
    const before = warning;
    warning = await registrations.refresh(own, refuse).then(() => undefined, messageOfDifference);
    if (warning !== undefined && before === undefined) logger.error(warning);
  };
  const stopRefreshing = startSchedule(
    [{ name: "refresh the registration", everyMs: REFRESH_MS, run: refresh }],
    logger,
  );
  return {
    warnings: () => (warning === undefined ? [] : [warning]),
    async end() {
      await stopRefreshing();
      // A database that is away must not keep the process from stopping: others forget it by themselves.
      await registrations
        .remove(own.id)
        .catch((error: unknown) =>
          logger.debug("The registration stays until it is stale", { error: coerceError(error) }),
        );
      await registrations.close();
    },
  };
}

function messageOfDifference(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  throw error;
}

/** Throws ConfigError where this version is about to change the schema under processes of an older one. */
export async function refuseUpgradeBesideOlder({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl === undefined) return;
  const { readLiveProcesses } = await import("../store/postgres/process-registrations.ts");
  const here = hostId();
  const older = (await readLiveProcesses(databaseUrl)).find(
    (other) => !isGone(other, here) && timestampOf(other.schema) < timestampOf(newestSchema),
  );
  if (older === undefined) return;
  throw new ConfigError(
    `${describe(older)} is alive, and its version ${line(older.version)} doesn't know the schema of this one. ` +
      "Stop all processes, start one of the new version, and start the others once it is ready.",
  );
}

/** Names of migrations end with the time at which they were written. */
const timestampOf = (schema: string): number => Number(/\d{13}$/.exec(schema)?.[0] ?? 0);

const registrationOf = (config: Config, broker: string | undefined): ProcessRegistration => ({
  id: randomId(),
  host: hostId(),
  pid: process.pid,
  roles: config.roles.join(","),
  version: daemonVersion(),
  schema: newestSchema,
  settings: JSON.stringify(sharedSettingsOf(config, broker)),
});

/** Containers may share a host name, and count processes by themselves. */
function hostId(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function refuseDifferences(
  config: Config,
  broker: string | undefined,
  own: ProcessRegistration,
  others: readonly SeenProcess[],
): void {
  for (const other of others) {
    const differences = isGone(other, own.host) ? [] : differencesTo(config, broker, other);
    if (differences.length === 0) continue;
    throw new ConfigError(
      `The settings don't fit those of ${describe(other)}: ${differences.join("; ")}. ` +
        "Give all processes the same values, then start again. If that process has ended, wait 20 seconds.",
    );
  }
}

/** One that was killed on this machine stays registered for a while. */
function isGone({ host, pid }: SeenProcess, ownHost: string): boolean {
  if (host !== ownHost) return false;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

const describe = ({ host, pid, roles, version, seenSecondsAgo }: SeenProcess): string =>
  `the process ${pid} on ${line(host.split(" ", 1)[0] as string)} (${line(roles)}; version ${line(version)}; seen ${seenSecondsAgo} s ago)`;

function warnOfOwnSecrets({ ownSecrets, firstStart, secretKeyMade }: Config, logger: Logger): void {
  if (ownSecrets.length === 0 || !(firstStart || secretKeyMade)) return;
  logger.warn(
    `This data directory has made a secret of its own. With several processes on one database, set the same ${ownSecrets.join(" and ")} for all`,
  );
}
