import type { CallOptions, Tocsin } from "@tocsin/sdk";
import { statusText } from "../format/action-status.ts";
import { readConfigFile, userConfigFile } from "../session/profile.ts";
import { openSession } from "../session/session.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { Candidate, NameSource } from "./candidates.ts";

/** A completion must not block the shell for longer. */
const TIMEOUT_MS = 1_000;
const NAMES_MAX = 200;
/** Names that a shell reads as one word; others are not completed. */
const plainWord = /^[\w.:@/+-]+$/;

/** Reads names with descriptions; none if the server doesn't answer in time. */
export async function readKnownNames(source: NameSource, profile: string | undefined): Promise<Candidate[]> {
  try {
    const found = source === "profile" ? await readProfiles() : await readFromServer(source, profile);
    return found
      .filter(({ value }) => plainWord.test(value))
      .slice(0, NAMES_MAX)
      .map(({ value, description }) => ({ value, description: cleanLine(description) }));
  } catch {
    // Completion can't show errors; the command will.
    return [];
  }
}

const candidate = (value: string, description: string): Candidate => ({ value, description });

const readProfiles = async (): Promise<Candidate[]> =>
  Object.entries((await readConfigFile(userConfigFile(process.env))).profiles).map(([name, { coreUrl = "" }]) =>
    candidate(name, coreUrl),
  );

/** Services of the catalog and of the newest incidents, which need no catalog entry. */
async function readServices(client: Tocsin, options: CallOptions): Promise<Candidate[]> {
  const [entered, { items }] = await Promise.all([
    client.services.list(options),
    client.incidents.list({ limit: NAMES_MAX }, options).catch(() => ({ items: [] })),
  ]);
  const found = new Map(items.flatMap(({ affectedServices }) => affectedServices).map((name) => [name, ""]));
  for (const { serviceName, ownerTeam } of entered) found.set(serviceName, ownerTeam);
  return Array.from(found, ([name, owner]) => candidate(name, owner));
}

async function readFromServer(
  source: Exclude<NameSource, "profile">,
  profile: string | undefined,
): Promise<Candidate[]> {
  const session = await openSession(profile, { env: process.env, directory: process.cwd() });
  const client = await session.client({ retries: 0 });
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  const page = { limit: NAMES_MAX };
  switch (source) {
    case "incident":
      return (await client.incidents.list(page, options)).items.map(({ id, severity, status, title }) =>
        candidate(id, `${severity} ${status} ${title}`),
      );
    case "remediation":
      return (await client.remediation.actions(page, options)).map((action) =>
        candidate(action.id, `${statusText(action)} ${action.actionType} ${action.serviceName ?? ""}`),
      );
    case "runbook":
      return (await client.runbooks.list(page, options)).items.map(({ slug, title }) => candidate(slug, title));
    case "team":
      return (await client.team.list(options)).map(({ email, name }) => candidate(email, name));
    case "service":
      return readServices(client, options);
    case "detection":
      return (await client.detection.rules(options)).map(({ id, mode, description }) =>
        candidate(id, `${mode}: ${description}`),
      );
    case "correlation":
      return (await client.correlation.rules(options)).map(({ id, name }) => candidate(id, name));
    case "shadow":
      return (await client.detection.shadows(page, options)).items.map(({ id, ruleId, title }) =>
        candidate(id, `${ruleId} ${title}`),
      );
    default:
      return (await client.notifications.channels(options)).map(({ name, kind }) => candidate(name, kind));
  }
}
