import { SECOND_MS, systemClock } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import { type Command, readCommand } from "./commands/command-line.ts";
import { mintToken, tokenNote } from "./commands/mint-token.ts";
import { readConfig, readDataConfig } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { startDaemon } from "./daemon.ts";
import { createProcessLogger } from "./runtime/process-logger.ts";
import { StartAborted } from "./runtime/storage-wait.ts";
import { handleStrayErrors } from "./runtime/stray-errors.ts";
import { welcome } from "./welcome.ts";

const STOP_MS_MAX = 9_000;
const STOPPED_LATE =
  "The stop takes too long; the process ends now. A database or a broker may be unreachable. Accepted telemetry is durable";
const OWNER_ONLY = 0o077;

async function run(file: string | undefined, threadEntry: URL): Promise<void> {
  const began = performance.now();
  const config = readConfig(undefined, file);
  const logger = createProcessLogger(config.logLevel);
  handleStrayErrors(logger, (error) => {
    logger.error("Unhandled error; the process ends", { error });
    process.exit(1);
  });
  let isReloadRequested = false;
  let reload = async (): Promise<void> => {
    isReloadRequested = true;
  };
  // A reload that is requested during the start runs after it.
  if (config.policyFile !== undefined) process.on("SIGHUP", () => void reload());
  const starting = new AbortController();
  let stopping = false;
  let stoppingParts = (): readonly string[] => ["the start"];
  let stop = (): Promise<void> | undefined => {
    starting.abort(new StartAborted());
    return undefined;
  };
  const onSignal = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info(`Stopping on ${signal}`);
    setTimeout(() => {
      logger.error(STOPPED_LATE, { seconds: STOP_MS_MAX / SECOND_MS, underWay: stoppingParts() });
      process.exit(1);
    }, STOP_MS_MAX).unref();
    void stop()?.then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  // Without a policy file, SIGHUP has its usual meaning: the terminal was closed.
  if (config.policyFile === undefined) process.on("SIGHUP", onSignal);
  const daemon = await startDaemon({
    config,
    logger,
    threadEntry,
    signal: starting.signal,
    onThreadFailure(role, error) {
      // The supervisor restarts the process; accepted telemetry is durable.
      logger.error(`The ${role} thread ended; the process ends with it`, { error });
      process.exit(1);
    },
  }).catch((error: unknown) => {
    if (stopping && error instanceof StartAborted) process.exit(0);
    throw error;
  });
  stop = () => daemon.stop();
  stoppingParts = daemon.stopping;
  if (stopping) {
    // The signal arrived after the last step of the start that waits.
    await daemon.stop();
    process.exit(0);
  }
  reload = daemon.reload;
  if (isReloadRequested) await reload();
  logger.info("Ready", { ...daemon.addresses, roles: config.roles });
  if (config.firstStart || process.stderr.isTTY)
    process.stderr.write(welcome(config, daemon, Math.round(performance.now() - began)));
}

async function execute(command: Command, threadEntry: URL): Promise<void> {
  if (command.name === "say") process.stdout.write(command.text);
  else if (command.name === "run") await run(command.file, threadEntry);
  else if (command.name === "audit") {
    // A main thread without a role of its own loads no database.
    const { checkAudit } = await import("./commands/check-audit.ts");
    const { text, valid } = await checkAudit(readConfig(undefined, command.file), command.request);
    process.stdout.write(text);
    process.exitCode = valid ? 0 : 1;
  } else if (command.name === "policy") {
    const { checkPolicy } = await import("./commands/check-policy.ts");
    const { text, valid } = checkPolicy(command.request, systemClock.now());
    (valid ? process.stdout : process.stderr).write(text);
    process.exitCode = valid ? 0 : 2;
  } else if (command.name === "revoke") {
    const { revokeTokens } = await import("./commands/revoke-tokens.ts");
    const config = readConfig(undefined, command.file);
    process.stdout.write(await revokeTokens(config, command.request, systemClock.now(), process.stdin));
  } else if (command.name === "revoked") {
    const { listRevocations } = await import("./commands/revoke-tokens.ts");
    process.stdout.write(await listRevocations(readConfig(undefined, command.file), command.json));
  } else if (command.name === "backup") {
    const { runBackup } = await import("./commands/backup/run-backup.ts");
    process.stdout.write(await runBackup(readDataConfig(undefined, command.file), command.request));
  } else if (command.name === "check") {
    const { runCheck } = await import("./commands/check/run-check.ts");
    const { text, isSound } = await runCheck(readDataConfig(undefined, command.file), command.request);
    process.stdout.write(text);
    process.exitCode = isSound ? 0 : 1;
  } else if (command.name === "adopt-broker") {
    const { adoptBrokerOf } = await import("./backends/broker-owner.ts");
    process.stdout.write(await adoptBrokerOf(readDataConfig(undefined, command.file)));
  } else if (command.name === "restore") {
    const { runRestore } = await import("./commands/backup/run-backup.ts");
    process.stdout.write(await runRestore(readDataConfig(undefined, command.file), command.request));
  } else {
    const minted = await mintToken(readConfig(undefined, command.file), command.request, systemClock.now());
    process.stdout.write(`${minted.token}\n`);
    if (process.stderr.isTTY) process.stderr.write(tokenNote(minted));
  }
}

const SUBCOMMANDS: Readonly<Partial<Record<Command["name"], string>>> = {
  audit: "audit verify",
  policy: "policy check",
  revoke: "token revoke",
  revoked: "token revoked",
};

/** The command as the user types it. */
const spelled = (command: Command | undefined): string =>
  (command && (SUBCOMMANDS[command.name] ?? command.name)) ?? "";

/** Runs the command of the command line. The threads of roles run the file `threadEntry`. */
export async function runProcess(threadEntry: URL): Promise<void> {
  // New files are readable by their owner only, including those that SQLite creates beside a database.
  process.umask(OWNER_ONLY);
  // A closed pipe or a full disk must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let command: Command | undefined;
  try {
    command = readCommand(process.argv.slice(2));
    await execute(command, threadEntry);
  } catch (error) {
    const known = error instanceof ConfigError;
    const isStart = command?.name === "run";
    const failed = isStart ? "could not start" : `${spelled(command)} failed`;
    process.stderr.write(known ? `tocsind: ${error.message}\n` : `tocsind ${failed}: ${coerceError(error).message}\n`);
    process.exit(known || !isStart ? 2 : 1);
  }
}
