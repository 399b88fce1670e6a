import { readClaims } from "./claims.ts";
import type { Session } from "./session.ts";

/**
 * The current token of the login, for sessions that outlive it. The session keeps its own token if the login is for
 * another profile, server or organization, or can't be read.
 */
export async function renewedToken({ profileName, profile }: Session, open: () => Promise<Session>): Promise<string> {
  const own = profile.token ?? "";
  const now = await open().catch(() => undefined);
  const token = now?.profile.token;
  if (token === undefined || now?.profileName !== profileName || now.profile.coreUrl !== profile.coreUrl) return own;
  return readClaims(token).organization === readClaims(own).organization ? token : own;
}
