import path from "node:path";
import { exitCodes, Failure } from "../failure/failure.ts";
import { programs } from "../text/program-names.ts";
import { readClaims } from "./claims.ts";
import {
  type ConfigFile,
  type Profile,
  readConfigFile,
  readJson,
  systemConfigFile,
  userConfigFile,
} from "./profile.ts";

export interface Setting {
  /** Undefined if nothing sets it and it has no default. */
  readonly value: string | undefined;
  /** A flag, a variable, a file, `default`, or the token for the organization. */
  readonly origin: string;
}

const settingNames = ["profile", "coreUrl", "ingestUrl", "token", "apiKey", "organization"] as const;
type SettingName = (typeof settingNames)[number];
export type Settings = Readonly<Record<SettingName, Setting>>;

/** Settings that are never shown. */
export const secretSettings: readonly SettingName[] = ["token", "apiKey"];

const variables: Readonly<Record<SettingName, string>> = {
  profile: "TOCSIN_PROFILE",
  coreUrl: "TOCSIN_URL",
  ingestUrl: "TOCSIN_INGEST_URL",
  token: "TOCSIN_TOKEN",
  apiKey: "TOCSIN_API_KEY",
  organization: "TOCSIN_ORGANIZATION",
};

export const defaultAddresses = { coreUrl: "http://127.0.0.1:7070", ingestUrl: "http://127.0.0.1:7071" } as const;

/** The sources of settings. */
export interface SettingsContext {
  readonly env: NodeJS.ProcessEnv;
  readonly directory: string;
}

/**
 * Reads all settings, each from the first source that has it: flag, environment, project file, user file, machine
 * file, default. A project file can set only profile and organization, because the author of a repository must not
 * decide where a token is sent.
 */
export async function readSettings(profileFlag: string | undefined, around: SettingsContext): Promise<Settings> {
  return settingsOf(profileFlag, around, await readConfigFiles(around.env));
}

/** Reads the settings, and throws if the named profile is not stored; `default` need not be stored. */
export async function requireSettings(profileFlag: string | undefined, around: SettingsContext): Promise<Settings> {
  const contents = await readConfigFiles(around.env);
  const settings = await settingsOf(profileFlag, around, contents);
  requireProfile(settings.profile, contents);
  return settings;
}

/** The files of the user and the machine. */
export type ConfigFiles = readonly ({ readonly file: string } & ConfigFile)[];

export const readConfigFiles = (env: NodeJS.ProcessEnv): Promise<ConfigFiles> =>
  Promise.all([userConfigFile(env), systemConfigFile].map(async (file) => ({ file, ...(await readConfigFile(file)) })));

async function settingsOf(
  profileFlag: string | undefined,
  { env, directory }: SettingsContext,
  contents: ConfigFiles,
): Promise<Settings> {
  const project = await findProjectFile(directory);
  const fromEnv = (name: SettingName): Setting[] => {
    const value = env[variables[name]]?.trim();
    return value ? [{ value, origin: variables[name] }] : [];
  };
  const fromProject = (name: "profile" | "organization"): Setting[] =>
    project?.[name] ? [{ value: project[name], origin: project.file }] : [];
  const first = (...found: Setting[]): Setting =>
    found.find(({ value }) => value) ?? { value: undefined, origin: "nothing" };

  const profile = first(
    ...(profileFlag ? [{ value: profileFlag, origin: "--profile" }] : []),
    ...fromEnv("profile"),
    ...fromProject("profile"),
    ...contents.map(({ file, profile: value }) => ({ value, origin: file })),
    { value: "default", origin: "default" },
  );
  const chosen = profile.value ?? "default";
  const stored = (name: keyof Profile): Setting[] =>
    contents.map(({ file, profiles }) => ({ value: profiles[chosen]?.[name], origin: `${file}, profile ${chosen}` }));
  const [token, apiKey] = [
    first(...fromEnv("token"), ...stored("token")),
    first(...fromEnv("apiKey"), ...stored("apiKey")),
  ];
  return {
    profile,
    coreUrl: first(...fromEnv("coreUrl"), ...stored("coreUrl"), { value: defaultAddresses.coreUrl, origin: "default" }),
    ingestUrl: first(...fromEnv("ingestUrl"), ...stored("ingestUrl"), {
      value: defaultAddresses.ingestUrl,
      origin: "default",
    }),
    token,
    apiKey,
    organization: first(
      ...fromEnv("organization"),
      ...fromProject("organization"),
      ...stored("organization"),
      // Sent events must be readable with the own token. A key can be bound to an organization, which then applies.
      { value: apiKey.value ? undefined : readClaims(token.value).organization, origin: "the token" },
    ),
  };
}

/** Throws if the named profile is not stored; `default` need not be stored. */
export function requireProfile({ value, origin }: Setting, contents: ConfigFiles): void {
  const known = [...new Set(contents.flatMap(({ profiles }) => Object.keys(profiles)))];
  if (value === undefined || value === "default" || known.includes(value)) return;
  throw new Failure(
    `Unknown profile ${JSON.stringify(value)}${origin === "--profile" ? "" : ` in ${origin}`}.`,
    exitCodes.usage,
    `Known profiles: ${known.join(", ") || "none"}. To create it: ${programs.cli} login --profile ${value}`,
  );
}

interface ProjectFile {
  readonly file: string;
  readonly profile?: string | undefined;
  readonly organization?: string | undefined;
}

/** Finds the nearest `.tocsin.json` in the directory or above it. */
async function findProjectFile(directory: string): Promise<ProjectFile | undefined> {
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    const file = path.join(at, ".tocsin.json");
    const content = (await readJson(file)) as Record<string, unknown>;
    const text = (name: string) => (typeof content[name] === "string" ? content[name] : undefined);
    if (Object.keys(content).length > 0) return { file, profile: text("profile"), organization: text("organization") };
    if (at === path.dirname(at)) return undefined;
  }
}
