import type { Tocsin } from "@tocsin/sdk";
import { readClaims } from "./claims.ts";
import { exitCodes, Failure } from "./failure.ts";
import { names } from "./names.ts";
import { configFile, type Profile, readProfiles } from "./profile.ts";

interface ClientNeeds {
  readonly needsToken?: boolean;
  /** Does the requests; the global one where it is missing. */
  readonly fetch?: typeof fetch;
  /** Tries after the first one; as many as the SDK does where it is missing. */
  readonly retries?: number;
}

/** What a command talks to, and as whom. */
export interface Session {
  readonly profileName: string;
  readonly profile: Profile;
  /** A client; commands that read incidents need a token. */
  client(needs?: ClientNeeds): Promise<Tocsin>;
}

/** The session of a profile; what the environment says wins over what is stored. */
export async function openSession(profileName: string, env: NodeJS.ProcessEnv): Promise<Session> {
  const profiles = await readProfiles(configFile(env));
  const stored = profiles[profileName];
  if (!stored && profileName !== "default") {
    throw new Failure(
      `There is no profile ${JSON.stringify(profileName)}.`,
      exitCodes.usage,
      `Known: ${Object.keys(profiles).join(", ") || "none"}. To make it: ${names.cli} login --profile ${profileName}`,
    );
  }
  const token = env["TOCSIN_TOKEN"]?.trim() || stored?.token;
  const apiKey = env["TOCSIN_API_KEY"]?.trim() || stored?.apiKey;
  const profile: Profile = {
    coreUrl: env["TOCSIN_URL"] || stored?.coreUrl,
    ingestUrl: env["TOCSIN_INGEST_URL"] || stored?.ingestUrl,
    token,
    apiKey,
    // What we send should be found again with our own token. A key may be bound to an organization, and then says it itself.
    organization:
      env["TOCSIN_ORGANIZATION"] || stored?.organization || (apiKey ? undefined : readClaims(token).organization),
  };
  return { profileName, profile, client: (needs) => connect(profile, needs) };
}

/** A client for a profile. The SDK is loaded only here, so that help and usage errors come at once. */
export async function connect(
  profile: Profile,
  { needsToken = true, fetch, retries }: ClientNeeds = {},
): Promise<Tocsin> {
  if (needsToken && !profile.token) throw notLoggedIn();
  if (needsToken && profile.token && !isToken(profile.token)) throw noToken();
  const { Tocsin } = await import("@tocsin/sdk");
  try {
    const { coreUrl: baseUrl, ingestUrl, token, apiKey, organization: organizationId } = profile;
    return new Tocsin({ baseUrl, ingestUrl, token, apiKey, organizationId, fetch, retries });
  } catch (error) {
    if (error instanceof TypeError)
      throw new Failure(
        error.message,
        exitCodes.usage,
        `It comes from TOCSIN_URL, TOCSIN_INGEST_URL or ${names.cli} login.`,
      );
    throw error;
  }
}

/** The form of a JWT, in which alone a token is sent. */
const isToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

function noToken(): Failure {
  return new Failure(
    'The token is malformed: a token is three parts with dots between, with no spaces and no "Bearer" before it.',
    exitCodes.auth,
    `It comes from TOCSIN_TOKEN or ${names.cli} login. For a new one, with a Tocsin on this machine:`,
    `  export TOCSIN_TOKEN="$(${names.daemon} token --organization default --subject me)"`,
  );
}

function notLoggedIn(): Failure {
  return new Failure(
    "You are not logged in.",
    exitCodes.auth,
    `With a Tocsin on this machine:  ${names.daemon} token --organization default --subject "$USER" | ${names.cli} login`,
    `With one elsewhere:             ${names.cli} login --core-url URL --ingest-url URL`,
    "Or for this shell only:         export TOCSIN_TOKEN=…  (and TOCSIN_URL)",
  );
}
