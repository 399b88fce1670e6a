import { Flags } from "@oclif/core";
import type { BaseCommand } from "../command/base-command.ts";
import { defineCommand } from "../command/define-command.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { ask, askSecret, pipedLines } from "../input/prompt.ts";
import { readClaims } from "../session/claims.ts";
import { readConfigFile, userConfigFile, writeProfile } from "../session/profile.ts";
import { connect } from "../session/session.ts";
import { defaultAddresses as defaults, readSettings } from "../session/settings.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { clock } from "../text/time.ts";

export default defineCommand({
  summary: "Store the addresses and the token of a Tocsin.",
  description: `The command asks for the token, or reads it from the first line of stdin; the second line is the ingestion key. There is no flag for the token, because other users of the machine could read it. By default a person's token is valid for 12 hours. A script's token is valid for up to 30 days: ${programs.daemon} token --script.

The command tests the token with one request and stores it in $XDG_CONFIG_HOME/tocsin/config.json, which only you can read. Environment variables override it: TOCSIN_TOKEN, TOCSIN_URL, TOCSIN_INGEST_URL, TOCSIN_API_KEY, TOCSIN_ORGANIZATION, TOCSIN_PROFILE.`,
  examples: [
    "tocsin login",
    `${programs.daemon} token --organization shop --subject "$USER" | tocsin login`,
    "tocsin login --profile prod --core-url https://tocsin.example.com --ingest-url https://ingest.example.com < token",
  ],
  flags: {
    "core-url": Flags.string({
      description: `Address of the core interface, ${defaults.coreUrl} by default.`,
      env: "TOCSIN_URL",
      helpValue: "<url>",
    }),
    "ingest-url": Flags.string({
      description: `Address of the ingestion interface, ${defaults.ingestUrl} by default.`,
      env: "TOCSIN_INGEST_URL",
      helpValue: "<url>",
    }),
  },
  async run({ flags }) {
    const file = userConfigFile(process.env);
    const settings = await readSettings(flags.profile, { env: process.env, directory: process.cwd() });
    const profileName = settings.profile.value ?? "default";
    const stored = (await readConfigFile(file)).profiles[profileName];
    const known = {
      coreUrl: flags["core-url"] ?? stored?.coreUrl ?? defaults.coreUrl,
      ingestUrl: flags["ingest-url"] ?? stored?.ingestUrl ?? defaults.ingestUrl,
    };
    const profile = { ...(await credentials(known, flags)), organization: stored?.organization };
    if (!profile.token)
      throw new Failure(
        "The token is missing.",
        exitCodes.usage,
        `To make one: ${programs.daemon} token --organization shop --subject "$USER"`,
      );
    await verify(this, profile);
    await writeProfile(file, profileName, profile);
    const { subject, organization, expiresAt } = readClaims(profile.token);
    const until = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
    this.log(
      `Logged in to ${profile.coreUrl} as ${cleanLine(subject ?? "unknown")} of ${cleanLine(organization ?? "an unknown organization")}${until ? ` until ${clock(until)}` : ""}.`,
    );
    this.note(
      `Stored in ${file}. Next: ${programs.cli} incidents${profileName === "default" ? "" : ` --profile ${profileName}`}`,
    );
    return {
      profile: profileName,
      coreUrl: profile.coreUrl,
      ingestUrl: profile.ingestUrl,
      subject: subject ?? null,
      organization: organization ?? null,
      expiresAt: until,
    };
  },
});

async function credentials(
  known: { coreUrl: string; ingestUrl: string },
  given: { "core-url"?: string | undefined; "ingest-url"?: string | undefined },
) {
  if (!process.stdin.isTTY) {
    const [token, apiKey] = await pipedLines();
    return { ...known, token, apiKey: apiKey || undefined };
  }
  const coreUrl = given["core-url"] ?? (await ask("Core interface", known.coreUrl));
  const ingestUrl = given["ingest-url"] ?? (await ask("Ingestion interface", known.ingestUrl));
  return {
    coreUrl,
    ingestUrl,
    token: await askSecret("Token (not shown)"),
    apiKey: (await askSecret("Ingestion key (not shown, empty for none)")) || undefined,
  };
}

/** A token without permission to read incidents is valid too. */
async function verify(command: BaseCommand, profile: Awaited<ReturnType<typeof credentials>>): Promise<void> {
  const client = await connect(profile);
  await client.incidents.list({ limit: 1 }).catch((error: unknown) => {
    if ((error as { status?: number }).status !== 403) throw error;
    command.note("The token is valid, but has no permission to read incidents.");
  });
}
