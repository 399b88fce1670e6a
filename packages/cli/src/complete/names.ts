import { cleanLine } from "../format/clean.ts";
import { readConfigFile, userConfigFile } from "../session/profile.ts";
import { openSession } from "../session/session.ts";
import type { Candidate, NameSource } from "./candidates.ts";

/** Longer than this nobody waits for a list; the shell then completes what is known anyway. */
const WITHIN_MS = 1_000;
const NAMES_MAX = 200;
/** What a shell takes as one word; other names must be typed. */
const plainWord = /^[\w.:@/+-]+$/;

/** The names of a source, with what tells them apart; none where the server doesn't answer at once. */
export async function readNames(source: NameSource, profile: string | undefined): Promise<Candidate[]> {
  try {
    const found = source === "profile" ? await profiles() : await ask(source, profile);
    return found
      .filter(({ value }) => plainWord.test(value))
      .slice(0, NAMES_MAX)
      .map(({ value, description }) => ({ value, description: cleanLine(description) }));
  } catch {
    // A shell has no place for an error: the command itself will tell it.
    return [];
  }
}

const profiles = async (): Promise<Candidate[]> =>
  Object.entries((await readConfigFile(userConfigFile(process.env))).profiles).map(([value, { coreUrl }]) => ({
    value,
    description: coreUrl ?? "",
  }));

async function ask(source: Exclude<NameSource, "profile">, profile: string | undefined): Promise<Candidate[]> {
  const session = await openSession(profile, { env: process.env, directory: process.cwd() });
  const client = await session.client({ retries: 0 });
  const options = { signal: AbortSignal.timeout(WITHIN_MS) };
  switch (source) {
    case "incident":
      return (await client.incidents.list({ limit: NAMES_MAX }, options)).items.map(
        ({ id, severity, status, title }) => ({
          value: id,
          description: `${severity} ${status} ${title}`,
        }),
      );
    case "remediation":
      return (await client.remediation.actions({ limit: NAMES_MAX }, options)).map(
        ({ id, actionType, serviceName, status }) => ({
          value: id,
          description: `${status} ${actionType} ${serviceName ?? ""}`,
        }),
      );
    case "runbook":
      return (await client.runbooks.list({ limit: NAMES_MAX }, options)).items.map(({ slug, title }) => ({
        value: slug,
        description: title,
      }));
    case "team":
      return (await client.team.list(options)).map(({ email, name }) => ({ value: email, description: name }));
    case "service":
      return (await client.services.list(options)).map(({ serviceName, ownerTeam }) => ({
        value: serviceName,
        description: ownerTeam,
      }));
    default:
      return (await client.notifications.channels(options)).map(({ name, kind }) => ({
        value: name,
        description: kind,
      }));
  }
}
