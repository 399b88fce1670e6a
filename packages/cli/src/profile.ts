import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { exitCodes, Failure } from "./failure.ts";
import { names } from "./names.ts";

/** Where one installation of Tocsin is, and who we are there. */
export interface Profile {
  readonly coreUrl?: string | undefined;
  readonly ingestUrl?: string | undefined;
  readonly token?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly organization?: string | undefined;
}

type Profiles = Readonly<Record<string, Profile>>;

/** The file that `tocsin login` writes, by the XDG rules. */
export function configFile(env: NodeJS.ProcessEnv): string {
  const base =
    env["XDG_CONFIG_HOME"] && path.isAbsolute(env["XDG_CONFIG_HOME"])
      ? env["XDG_CONFIG_HOME"]
      : path.join(homedir(), ".config");
  return path.join(base, "tocsin", "config.json");
}

/** All profiles; none where there is no file. */
export async function readProfiles(file: string): Promise<Profiles> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Failure(`${file} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return (JSON.parse(text) as { profiles?: Profiles }).profiles ?? {};
  } catch {
    throw new Failure(`${file} is not valid JSON.`, exitCodes.failure, `Repair or remove it, then: ${names.cli} login`);
  }
}

/** Writes one profile beside the others. The file holds tokens: only its owner may read it, at no moment anybody else. */
export async function writeProfile(file: string, name: string, profile: Profile): Promise<void> {
  const profiles = { ...(await readProfiles(file)), [name]: profile };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, file);
}
