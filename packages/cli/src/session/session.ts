import type { Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { programs } from "../text/program-names.ts";
import type { Profile } from "./profile.ts";
import { requireSettings, type SettingsContext } from "./settings.ts";

interface ClientNeeds {
  readonly needsToken?: boolean;
  /** By default the global one. */
  readonly fetch?: typeof fetch;
  /** Retries; by default those of the SDK. */
  readonly retries?: number;
  /** Returns the token for each request, for sessions that outlive a login. */
  readonly token?: () => Promise<string>;
}

/** A login and its client. */
export interface Session {
  readonly profileName: string;
  readonly profile: Profile;
  /** Creates a client; commands that read incidents need a token. */
  client(needs?: ClientNeeds): Promise<Tocsin>;
}

/** Opens the session of the named profile, or of the default one. */
export async function openSession(profileFlag: string | undefined, around: SettingsContext): Promise<Session> {
  const settings = await requireSettings(profileFlag, around);
  const profile: Profile = {
    coreUrl: settings.coreUrl.value,
    ingestUrl: settings.ingestUrl.value,
    token: settings.token.value,
    apiKey: settings.apiKey.value,
    organization: settings.organization.value,
  };
  return { profileName: settings.profile.value ?? "default", profile, client: (needs) => connect(profile, needs) };
}

/** Creates a client. The SDK is loaded only here, so that help and usage errors are fast. */
export async function connect(
  profile: Profile,
  { needsToken = true, fetch, retries, token: renewed }: ClientNeeds = {},
): Promise<Tocsin> {
  if (needsToken && !profile.token) throw notLoggedIn();
  if (needsToken && profile.token && !isToken(profile.token)) throw noToken();
  const { Tocsin } = await import("@tocsin/sdk");
  try {
    const { coreUrl: baseUrl, ingestUrl, apiKey, organization: organizationId } = profile;
    const token = renewed ?? profile.token;
    return new Tocsin({ userAgent: "tocsin-cli", baseUrl, ingestUrl, token, apiKey, organizationId, fetch, retries });
  } catch (error) {
    if (error instanceof TypeError)
      throw new Failure(
        error.message,
        exitCodes.usage,
        `It comes from TOCSIN_URL, TOCSIN_INGEST_URL or ${programs.cli} login.`,
      );
    throw error;
  }
}

/** Whether a text has the form of a JWT. */
const isToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

function noToken(): Failure {
  return new Failure(
    'The token is malformed: a token has three parts separated by dots, without spaces and without "Bearer".',
    exitCodes.auth,
    `It comes from TOCSIN_TOKEN or ${programs.cli} login. For a new one, with a Tocsin on this machine:`,
    `  export TOCSIN_TOKEN="$(${programs.daemon} token --organization shop --subject me)"`,
  );
}

function notLoggedIn(): Failure {
  return new Failure(
    "You are not logged in.",
    exitCodes.auth,
    `With a Tocsin on this machine:  ${programs.daemon} token --organization shop --subject "$USER" | ${programs.cli} login`,
    `With one elsewhere:             ${programs.cli} login --core-url URL --ingest-url URL`,
    "Or for this shell only:         export TOCSIN_TOKEN=…  (and TOCSIN_URL)",
  );
}
