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

const readProfiles = async (): Promise<Candidate[]> =>
  Object.entries((await readConfigFile(userConfigFile(process.env))).profiles).map(([value, { coreUrl }]) => ({
    value,
    description: coreUrl ?? "",
  }));

/** Services of the catalog and of the newest incidents, which need no catalog entry. */
async function readServices(client: Tocsin, options: CallOptions): Promise<Candidate[]> {
  const [entered, { items }] = await Promise.all([
    client.services.list(options),
    client.incidents.list({ limit: NAMES_MAX }, options).catch(() => ({ items: [] })),
  ]);
  const troubled = items.flatMap(({ affectedServices }) => affectedServices).map((name) => [name, ""] as const);
  const found = new Map([
    ...troubled,
    ...entered.map(({ serviceName, ownerTeam }) => [serviceName, ownerTeam] as const),
  ]);
  return Array.from(found, ([value, description]) => ({ value, description }));
}

async function readFromServer(
  source: Exclude<NameSource, "profile">,
  profile: string | undefined,
): Promise<Candidate[]> {
  const session = await openSession(profile, { env: process.env, directory: process.cwd() });
  const client = await session.client({ retries: 0 });
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
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
        ({ id, actionType, serviceName, status, mode }) => ({
          value: id,
          description: `${statusText({ status, mode })} ${actionType} ${serviceName ?? ""}`,
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
      return readServices(client, options);
    case "detection":
      return (await client.detection.rules(options)).map(({ id, mode, description }) => ({
        value: id,
        description: `${mode}: ${description}`,
      }));
    case "correlation":
      return (await client.correlation.rules(options)).map(({ id, name }) => ({ value: id, description: name }));
    case "shadow":
      return (await client.detection.shadows({ limit: NAMES_MAX }, options)).items.map(({ id, ruleId, title }) => ({
        value: id,
        description: `${ruleId} ${title}`,
      }));
    default:
      return (await client.notifications.channels(options)).map(({ name, kind }) => ({
        value: name,
        description: kind,
      }));
  }
}
