import { SignJWT } from "jose";
import { isOrganizationId } from "../model/scope.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

/** Every permission there is (decisions §2). */
export const permissions = [
  "incidents:view",
  "incidents:update_status",
  "incidents:update",
  "diagnostics:run",
  "team:update",
  "policy:update",
  "remediation:request",
  "remediation:view",
  "remediation:approve",
  "remediation:reject",
] as const;

export interface TokenRequest {
  readonly organization: string | undefined;
  readonly subject: string | undefined;
  /** Comma separated; all of them where left out. */
  readonly permissions: string | undefined;
  /** Such as 12h, 30m, 7d. */
  readonly ttl: string | undefined;
}

/** What the daemon asks of a token. */
export type TokenConfig = Pick<Config, "jwtSecret" | "jwksUrl" | "jwtIssuer" | "jwtAudience">;

const DEFAULT_TTL = "12h";

/** Mints a token with the shared secret. Throws ConfigError. */
export async function mintToken(config: TokenConfig, request: TokenRequest): Promise<string> {
  if (config.jwksUrl) {
    throw new ConfigError("With TOCSIN_JWKS_URL set, tokens come from the identity provider; none of ours is taken.");
  }
  const { organization, subject, ttl = DEFAULT_TTL } = request;
  if (!organization || !isOrganizationId(organization)) {
    throw new ConfigError("Give --organization ORG, 1 to 64 of letters, digits, '.', '_' and '-'.");
  }
  if (!subject) throw new ConfigError("Give --subject NAME: who the token is for.");
  if (!/^\d{1,6}[smhd]$/.test(ttl) || Number.parseInt(ttl, 10) === 0)
    throw new ConfigError("--ttl is a number above 0 with s, m, h or d, such as 12h.");
  const granted =
    request.permissions === undefined ? [...permissions] : request.permissions.split(",").map((each) => each.trim());
  const unknown = granted.find((each) => !(permissions as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw new ConfigError(`${unknown} is not a permission; they are ${permissions.join(", ")}.`);
  const token = new SignJWT({ organizationId: organization, permissions: granted })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime(ttl);
  if (config.jwtIssuer) token.setIssuer(config.jwtIssuer);
  if (config.jwtAudience) token.setAudience(config.jwtAudience);
  return token.sign(new TextEncoder().encode(config.jwtSecret));
}
