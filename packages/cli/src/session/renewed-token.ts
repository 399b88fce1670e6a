import { readClaims } from "./claims.ts";
import type { Session } from "./session.ts";

/**
 * The token of the login as it is now, for what outlives a login. That of another profile, server or organization is
 * none of this session: its own stays then, and also where the login can't be read.
 */
export async function renewedToken({ profileName, profile }: Session, open: () => Promise<Session>): Promise<string> {
  const own = profile.token ?? "";
  const now = await open().catch(() => undefined);
  const token = now?.profile.token;
  if (token === undefined || now?.profileName !== profileName || now.profile.coreUrl !== profile.coreUrl) return own;
  return readClaims(token).organization === readClaims(own).organization ? token : own;
}
