import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { coerceError } from "../../kernel/errors.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createMutex } from "../../kernel/mutex.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { newestSchema } from "../../store/migrations/schema-window.ts";
import type {
  ProcessRegistration,
  ProcessRegistrations,
  SeenProcess,
} from "../../store/partitions/process-registrations.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { daemonVersion } from "../config/daemon-version.ts";
import { differencesTo, sharedSettingsOf } from "../config/shared-settings.ts";
import { startSchedule } from "../runtime/schedule.ts";

const REFRESH_MS = 5_000;

export interface Registration {
  /** Names processes that started with different settings while this one was paused. */
  warnings(): readonly string[];
  /**
   * Call it before a link uses the broker that it reached. Registers that broker, and rejects where another live process
   * uses a different one or the database is unreachable. The registered broker is confirmed without the database.
   */
  confirmBroker(link: string, broker: string): Promise<void>;
  end(): Promise<void>;
}

export const NO_REGISTRATION: Registration = {
  warnings: () => [],
  confirmBroker: async () => undefined,
  end: async () => undefined,
};

/**
 * Registers this process in the database and keeps it registered. Throws ConfigError where its settings differ from those
 * of a live process. `broker` is the broker's name, if known. Only one process uses an embedded database, so nothing is
 * compared there.
 */
export async function registerProcess(
  config: Config,
  broker: string | undefined,
  logger: Logger,
): Promise<Registration> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return NO_REGISTRATION;
  warnOfOwnSecrets(config, logger);
  const { openProcessRegistrations } = await import("../../store/partitions/process-registrations.ts");
  const registrations = openProcessRegistrations(databaseUrl);
  const own = registrationOf(config, broker);
  const state: State = { config, registrations, own, broker, isRegistered: true, links: new Map() };
  try {
    await registrations.put(own, (others) => refuseStart(state, others));
  } catch (error) {
    await registrations.close();
    throw error;
  }
  const mutex = createMutex();
  let warning: string | undefined;
  const refresh = async (): Promise<void> => {
    const before = warning;
    warning = await registrations
      .refresh(state.own, (others) => refuseStart(state, others))
      .then(() => undefined, messageOfDifference);
    state.isRegistered = warning === undefined;
    if (warning !== undefined && before === undefined) logger.error(warning);
  };
  const stopRefreshing = startSchedule(
    [{ name: "refresh the registration", everyMs: REFRESH_MS, run: () => mutex(refresh) }],
    logger,
  );
  return {
    warnings: () => (warning === undefined ? [] : [warning]),
    confirmBroker: (link, name) => mutex(() => confirmBroker(state, link, name)),
    async end() {
      await stopRefreshing();
      // An unreachable database must not hold up the stop; the registration expires.
      await registrations
        .remove(own.id)
        .catch((error: unknown) =>
          logger.debug("The registration stays until it is stale", { error: coerceError(error) }),
        );
      await registrations.close();
    },
  };
}

interface State {
  readonly config: Config;
  readonly registrations: ProcessRegistrations;
  /** The last registered row. */
  own: ProcessRegistration;
  /** The broker in that row. */
  broker: string | undefined;
  /** False where other processes considered this one dead and started with different settings. */
  isRegistered: boolean;
  /** The last broker that each link reached. */
  readonly links: Map<string, string>;
}

async function confirmBroker(state: State, link: string, broker: string): Promise<void> {
  const { links, isRegistered } = state;
  links.set(link, broker);
  if (isRegistered && broker === state.broker) return;
  const other = [...links].find(([, each]) => each !== broker && each === state.broker);
  if (other !== undefined)
    throw new Error(`TOCSIN_AMQP_URL leads this process to ${broker} (${link}) and to ${state.broker} (${other[0]}).`);
  try {
    await registerBroker(state, broker, (others) => refuseBroker(state, broker, others));
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      const problem = coerceError(error).message;
      throw new Error(`PostgreSQL can't be asked which broker the other processes use: ${problem}`, { cause: error });
    }
    // No link reaches the registered broker any more. A broker that lost its data has a new name, and each process would
    // prevent the others from registering it.
    if (isRegistered && state.broker !== undefined)
      await registerBroker(state, undefined, () => undefined).catch(() => undefined);
    throw error;
  }
}

async function registerBroker(
  state: State,
  broker: string | undefined,
  refuses: (others: readonly SeenProcess[]) => void,
): Promise<void> {
  const own = { ...state.own, settings: settingsOf(state.config, broker) };
  await state.registrations.put(own, refuses);
  Object.assign(state, { own, broker, isRegistered: true });
}

function messageOfDifference(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  throw error;
}

/** Throws ConfigError where this version would migrate the schema under live processes of an older one. */
export async function refuseUpgradeBesideOlder({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl === undefined) return;
  const { readLiveProcesses } = await import("../../store/partitions/process-registrations.ts");
  const here = hostId();
  const older = (await readLiveProcesses(databaseUrl)).find(
    (other) => !isGone(other, here) && timestampOf(other.schema) < timestampOf(newestSchema),
  );
  if (older === undefined) return;
  throw new ConfigError(
    `${describe(older)} is alive, and its version ${toSingleLine(older.version)} doesn't know the schema of this one. ` +
      "Stop all processes, start one of the new version, and start the others once it is ready.",
  );
}

/** Names of migrations end with a timestamp. */
const timestampOf = (schema: string): number => Number(/\d{13}$/.exec(schema)?.[0] ?? 0);

const registrationOf = (config: Config, broker: string | undefined): ProcessRegistration => ({
  id: randomId(),
  host: hostId(),
  pid: process.pid,
  roles: config.roles.join(","),
  version: daemonVersion(),
  schema: newestSchema,
  settings: settingsOf(config, broker),
});

const settingsOf = (config: Config, broker: string | undefined): string =>
  JSON.stringify(sharedSettingsOf(config, broker));

/** Containers may share a host name and have process ids of their own. */
function hostId(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function refuseStart(state: State, others: readonly SeenProcess[]): void {
  const found = findMismatch(state, state.broker, others);
  if (found === undefined) return;
  const seen = `; seen ${found.other.seenSecondsAgo} s ago`;
  throw new ConfigError(
    `The settings don't fit those of ${describe(found.other, seen)}: ${found.differences}. ` +
      "Give all processes the same values, then start again. If that process has ended, wait 20 seconds.",
  );
}

/** The text stays the same while the other process lives, so that the log shows it once. */
function refuseBroker(state: State, broker: string, others: readonly SeenProcess[]): void {
  const found = findMismatch(state, broker, others);
  if (found === undefined) return;
  throw new ConfigError(
    `The settings don't fit those of ${describe(found.other)}: ${found.differences}. Give all processes the same values.`,
  );
}

interface Mismatch {
  readonly other: SeenProcess;
  readonly differences: string;
}

function findMismatch(
  { config, own }: State,
  broker: string | undefined,
  others: readonly SeenProcess[],
): Mismatch | undefined {
  for (const other of others) {
    const differences = isGone(other, own.host) ? [] : differencesTo(config, broker, other);
    if (differences.length > 0) return { other, differences: differences.join("; ") };
  }
  return undefined;
}

/** A process killed on this machine stays registered for a while. */
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

const describe = ({ host, pid, roles, version }: SeenProcess, more = ""): string =>
  `the process ${pid} on ${toSingleLine(host.split(" ", 1)[0] as string)} (${toSingleLine(roles)}; version ${toSingleLine(version)}${more})`;

function warnOfOwnSecrets({ ownSecrets, firstStart, secretKeyMade }: Config, logger: Logger): void {
  if (ownSecrets.length === 0 || !(firstStart || secretKeyMade)) return;
  logger.warn(
    `This data directory has made a secret of its own. With several processes on one database, set the same ${ownSecrets.join(" and ")} for all`,
  );
}
