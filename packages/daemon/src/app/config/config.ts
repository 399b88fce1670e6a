import { randomBytes } from "node:crypto";
import { constants, existsSync, linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import envPaths from "env-paths";
import { isLoopback } from "../../http/connections/host-check.ts";
import { coerceError } from "../../kernel/errors.ts";
import { readFileText } from "../../kernel/file-text.ts";
import { syncFolder } from "../../kernel/sync-file.ts";
import { findViolation, formatViolation } from "../../kernel/validate-document.ts";
import { ConfigError } from "./config-error.ts";
import { type DataDirNotice, makeDataDir, protectDataDir } from "./data-directory.ts";
import { explainAccess } from "./file-access.ts";
import { problemLine } from "./policy-file.ts";
import { secretProblem } from "./secret-strength.ts";
import { toJson } from "./setting-values.ts";
import { type SettingName, type Settings, settings } from "./settings.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

/** The settings of a process and its data directory, read once. */
export interface Config extends Omit<Settings, "dataDir" | "jwtSecret" | "secretKey"> {
  readonly dataDir: string;
  /** False for the default of the platform. */
  readonly dataDirGiven: boolean;
  /** Permissions that were changed, or could not be. */
  readonly dataDirNotices: readonly DataDirNotice[];
  readonly jwtSecret: string;
  readonly secretKey: string;
  /** True where this start generated it. */
  readonly secretKeyMade: boolean;
  /** Names of secret settings that are not set, so that the data directory has generated ones. */
  readonly ownSecrets: readonly string[];
  /** True where this start generated the secret, so that it is the first. */
  readonly firstStart: boolean;
}

/** The value of an environment variable that a file names, such as the policy. */
export const readEnvironmentSecret = (name: string): string | undefined => process.env[name];

type Environment = Readonly<Record<string, string | undefined>>;

const names = Object.keys(settings) as SettingName[];
const byEnv = new Map(names.map((name) => [settings[name].env, name]));
/** Kubernetes sets these for a service named tocsin or tocsin-…. */
const SERVICE_LINK = /^TOCSIN_(\w+_)?(SERVICE_(HOST|PORT)|PORT)(_|$)/;
/** Lists, numbers and flags are read as the texts that the environment would hold. */
const fileSchema = {
  type: "object",
  additionalProperties: {
    type: ["string", "number", "boolean", "null", "array"],
    description: "one value or a list",
  },
  description: "names and values, such as corePort: 7070",
};
/** Settings of the tests and the command line, not of the daemon. */
const FOREIGN = /^TOCSIN_(TEST_|TOKEN$|URL$|INGEST_URL$|API_KEY$|ORGANIZATION$|PROFILE$|EVAL_DATA$)/;

/** Reads the environment and, if named, a file; the environment takes precedence. Throws ConfigError. */
export function readConfig(environment: Environment = process.env, file?: string): Config {
  const inFile = readFile(file);
  const dataDir = dataDirOf(environment, inFile);
  return explainAccess(dataDir, () => readWithSecrets(environment, inFile, dataDir));
}

function readWithSecrets(environment: Environment, inFile: SettingsFile, dataDir: string): Config {
  const dataDirNotices = protectDataDir(dataDir);
  const given = settingsOf(environment, inFile);
  refuseContradictions(given);
  // This precedes the secrets: a restore must not find data to replace.
  refuseUnfinishedRestore(dataDir);
  makeDataDir(dataDir);
  const secret =
    given.jwtSecret === undefined
      ? generatedSecret(dataDir, "jwt-secret", "all tokens end then")
      : { value: given.jwtSecret, made: false };
  const secretKey =
    given.secretKey === undefined
      ? generatedSecret(dataDir, "secret-key", "secrets of channels can't be read and audit logs can't be checked then")
      : { value: given.secretKey, made: false };
  return Object.freeze({
    ...given,
    dataDir,
    dataDirGiven: given.dataDir !== undefined,
    dataDirNotices,
    jwtSecret: secret.value,
    secretKey: secretKey.value,
    secretKeyMade: secretKey.made,
    ownSecrets: (["jwtSecret", "secretKey"] as const)
      .filter((name) => given[name] === undefined)
      .map((name) => settings[name].env),
    firstStart: secret.made,
  });
}

/** The settings that locate the data. */
export type DataConfig = Pick<Config, "dataDir" | "databaseUrl" | "amqpUrl">;

/** For commands on the data, which must create neither the folder nor secrets. Throws ConfigError. */
export function readDataConfig(environment: Environment = process.env, file?: string): DataConfig {
  const inFile = readFile(file);
  const { databaseUrl, amqpUrl } = settingsOf(environment, inFile);
  return { dataDir: dataDirOf(environment, inFile), databaseUrl, amqpUrl };
}

/** Read before the settings are checked, so that the folder is protected even where they are refused. */
const dataDirOf = (environment: Environment, { texts }: SettingsFile): string =>
  environment[settings.dataDir.env] || texts["dataDir"] || envPaths("tocsin", { suffix: "" }).data;

/** Checks what a schema of one setting can't express. */
function refuseContradictions(given: Settings): void {
  for (const name of ["jwtSecret", "secretKey"] as const) {
    const problem = given[name] === undefined ? undefined : secretProblem(given[name]);
    if (problem !== undefined) throw new ConfigError(`${settings[name].env} ${problem}.`);
  }
  if (given.smtpUrl !== undefined && given.mailFrom === undefined) {
    throw new ConfigError("TOCSIN_SMTP_URL is set, and TOCSIN_MAIL_FROM is not; mail needs a sender.");
  }
  const problem = identityProviderProblem(given);
  if (problem !== undefined) throw new ConfigError(problem);
}

/** The missing condition for trusting tokens of an identity provider, and what to do. */
function identityProviderProblem({
  jwksUrl,
  jwtIssuer,
  jwtAudience,
}: Pick<Settings, "jwksUrl" | "jwtIssuer" | "jwtAudience">): string | undefined {
  if (jwksUrl === undefined) return undefined;
  // Somebody who can change the keys in transit can forge tokens.
  if (!isProtected(new URL(jwksUrl))) {
    return "TOCSIN_JWKS_URL must begin https://, since somebody who can change the keys in transit can forge tokens; http:// is for loopback only.";
  }
  // The keys of one provider sign tokens for all of its applications, and often for all of its customers.
  if (jwtIssuer === undefined) {
    return "TOCSIN_JWKS_URL is set, and TOCSIN_JWT_ISSUER is not; set it to the claim iss of your provider's tokens.";
  }
  if (jwtAudience === undefined) {
    return "TOCSIN_JWKS_URL is set, and TOCSIN_JWT_AUDIENCE is not; set it to the claim aud of the tokens meant for Tocsin: without it, those for other applications would be taken.";
  }
  return undefined;
}

const isProtected = ({ protocol, hostname }: URL): boolean => protocol === "https:" || isLoopback(hostname);

function settingsOf(environment: Environment, file: SettingsFile): Settings {
  for (const env of Object.keys(environment)) {
    if (env.startsWith("TOCSIN_") && !byEnv.has(env) && !FOREIGN.test(env) && !SERVICE_LINK.test(env)) {
      throw new ConfigError(`${env} is not a setting of Tocsin; see the list in docs/settings.md.`);
    }
  }
  for (const name of Object.keys(file.texts)) {
    if (Object.hasOwn(settings, name)) continue;
    throw new ConfigError(file.describe(name, `${name} is not a setting of Tocsin; see docs/settings.md.`));
  }
  const values = names.map((name) => {
    const { env, fallback, kind } = settings[name];
    const text = environment[env] || file.texts[name];
    if (text === undefined) return [name, fallback];
    const value = toJson(kind.schema, text);
    const violation = findViolation(kind.schema, value);
    if (violation === undefined) return [name, kind.convert(value)];
    const isInFile = !environment[env];
    const message = formatViolation("", { ...violation, path: [isInFile ? name : env, ...violation.path] });
    throw new ConfigError(`${isInFile ? file.describe(name, message) : message}.`);
  });
  return Object.fromEntries(values) as Settings;
}

/** The settings of a file as texts, like those of the environment. */
interface SettingsFile {
  readonly texts: Readonly<Record<string, string>>;
  /** Prefixes a message about a setting with its place in the file. */
  readonly describe: (name: string, message: string) => string;
}

function readFile(path: string | undefined): SettingsFile {
  if (path === undefined) return { texts: {}, describe: (_, message) => message };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`The settings file ${path} cannot be read: ${coerceError(error).message}`);
  }
  const file = readFileText(text);
  if ("problems" in file) throw new ConfigError(file.problems.map((problem) => problemLine(path, problem))[0]);
  const content = file.value ?? {};
  const describe = (name: string, message: string): string => problemLine(path, file.problem([], message, name));
  const violation = findViolation(fileSchema, content);
  if (violation) throw new ConfigError(describe(violation.path[0] ?? "", formatViolation("the file", violation)));
  const given = Object.entries(content).filter(([, value]) => value !== null);
  return { texts: Object.fromEntries(given.map(([name, value]) => [name, String(value)])), describe };
}

const SECRET_BYTES = 48;
/** In a folder with open permissions, another user may create a link after the check. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;

/** `consequence` names what a new secret invalidates. */
function generatedSecret(dataDir: string, name: string, consequence: string): { value: string; made: boolean } {
  const path = join(dataDir, name);
  const made = !existsSync(path) && createAtomically(path, `${randomBytes(SECRET_BYTES).toString("base64url")}\n`);
  const value = readFileSync(path, { encoding: "utf8", flag: READ_NO_LINK }).trim();
  const problem = secretProblem(value);
  if (problem !== undefined) {
    throw new ConfigError(
      `The secret in ${path} ${problem}. Or delete the file to have a new one made: ${consequence}.`,
    );
  }
  return { value, made };
}

/** Creates the file atomically and durably; of two concurrent starts, the second uses the file of the first. */
function createAtomically(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(draft, path);
    syncFolder(dirname(path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}
