import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { exitCodes, Failure } from "../failure/failure.ts";
import { programs } from "../text/program-names.ts";

/** Where one installation of Tocsin is, and who we are there. */
export interface Profile {
  readonly coreUrl?: string | undefined;
  readonly ingestUrl?: string | undefined;
  readonly token?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly organization?: string | undefined;
}

/** What a configuration file holds. */
export interface ConfigFile {
  /** The profile to use where none is named. */
  readonly profile?: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** The file that `tocsin login` writes, by the XDG rules. */
export function userConfigFile(env: NodeJS.ProcessEnv): string {
  const base =
    env["XDG_CONFIG_HOME"] && path.isAbsolute(env["XDG_CONFIG_HOME"])
      ? env["XDG_CONFIG_HOME"]
      : path.join(homedir(), ".config");
  return path.join(base, "tocsin", "config.json");
}

/** The same of a machine, for all its users; written by whoever looks after it. */
export const systemConfigFile = "/etc/tocsin/config.json";

/** A configuration file; an empty one where there is none. */
export async function readConfigFile(file: string): Promise<ConfigFile> {
  const { profile, profiles = {} } = (await readJson(file)) as Partial<ConfigFile>;
  return { profile, profiles };
}

/** The object in a JSON file; an empty one where there is no file. */
export async function readJson(file: string): Promise<object> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Failure(`Cannot read ${file}: ${(error as Error).message}.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Told below.
  }
  throw new Failure(
    `${file} is not valid JSON.`,
    exitCodes.failure,
    `Repair or delete the file. ${programs.cli} login creates it again.`,
  );
}

/** Writes the user's file. It holds tokens: only its owner may read it, at no moment anybody else. */
export async function writeConfigFile(file: string, content: ConfigFile): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder may be older, or made by a tool that left it open.
  await chmod(folder, 0o700);
  const temporary = `${file}.${randomUUID()}`;
  // A file that lies there already keeps its mode: never write into one.
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  await rename(temporary, file).catch(async (error: unknown) => {
    await rm(temporary, { force: true });
    throw error;
  });
}

/** Writes one profile beside the others. */
export async function writeProfile(file: string, name: string, profile: Profile): Promise<void> {
  const { profiles, ...rest } = await readConfigFile(file);
  await writeConfigFile(file, { ...rest, profiles: { ...profiles, [name]: profile } });
}
