import { type Clock, MINUTE_MS } from "../../kernel/clock.ts";
import { ProbeFailed } from "../../probe/prober.ts";
import { type AccountRole, type AwsTool, type ClientConfig, closing, type SessionCredentials } from "./cloud-tool.ts";

/** The shortest that AWS gives. */
const SESSION_SECONDS = 900;
const RENEWED_BEFORE_MS = 2 * MINUTE_MS;
const SESSIONS_MAX = 200;

interface Session {
  readonly credentials: SessionCredentials;
  readonly expiresAt: number;
}

/** CloudTrail shows this name, and with it the incident. */
const sessionName = (incidentId: string): string => `tocsin-${incidentId.replace(/[^\w-]/g, "")}`.slice(0, 64);

/** However much the role may do, this session may do no more. */
const policy = (actions: readonly string[]): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: actions, Resource: "*" }] });

export interface Sessions {
  credentials(
    role: AccountRole,
    tool: AwsTool,
    incidentId: string,
    config: ClientConfig<never>,
    abortSignal: AbortSignal,
  ): Promise<SessionCredentials>;
}

/** Assumes roles, once for each role, tool and incident until shortly before the session ends. */
export function openSessions(externalId: string | undefined, clock: Clock): Sessions {
  const sessions = new Map<string, Session>();
  return {
    async credentials(role, tool, incidentId, config, abortSignal) {
      const key = [role.arn, tool.shape.service, tool.actions.join(), incidentId].join(" ");
      const kept = sessions.get(key);
      if (kept && kept.expiresAt - RENEWED_BEFORE_MS > clock.now()) return kept.credentials;
      const session = await assume(role, tool, externalId, incidentId, config, abortSignal);
      sessions.delete(key);
      sessions.set(key, session);
      const [oldest] = sessions.keys();
      if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest);
      return session.credentials;
    },
  };
}

async function assume(
  role: AccountRole,
  tool: AwsTool,
  externalId: string | undefined,
  incidentId: string,
  config: ClientConfig<never>,
  abortSignal: AbortSignal,
): Promise<Session> {
  const { AssumeRoleCommand, STSClient } = await import("@aws-sdk/client-sts");
  // Without credentials of ours: the SDK finds the daemon's own in the environment, a profile or its machine's role.
  return closing(new STSClient(config), async (client) => {
    const asked = new AssumeRoleCommand({
      RoleArn: role.arn,
      RoleSessionName: sessionName(incidentId),
      DurationSeconds: SESSION_SECONDS,
      Policy: policy(tool.actions),
      ...(externalId === undefined ? {} : { ExternalId: externalId }),
    });
    const { Credentials: given } = await client.send(asked, { abortSignal });
    if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken || !given.Expiration) {
      throw new ProbeFailed("AWS assumed the account's role without giving credentials.");
    }
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = given;
    return { credentials: { accessKeyId, secretAccessKey, sessionToken }, expiresAt: given.Expiration.getTime() };
  });
}
