import { SignJWT } from "jose/jwt/sign";
import { formatLifetime, lifetimeMaxMs, type TokenKind } from "../../http/token-lifetime.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from "../../kernel/clock.ts";
import { randomId } from "../../kernel/ids.ts";
import { isOrganizationId } from "../../model/scope.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";

/** All permissions. */
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
  "remediation:override",
] as const;

export interface TokenRequest {
  readonly organization: string | undefined;
  readonly subject: string | undefined;
  /** Comma separated; all permissions by default. */
  readonly permissions: string | undefined;
  /** Such as 12h, 30m, 7d; the maximum by default. */
  readonly ttl: string | undefined;
  readonly kind: TokenKind;
}

export interface MintedToken {
  readonly token: string;
  /** The id for its revocation. */
  readonly id: string;
  readonly expiresAt: number;
}

/** The settings that tokens depend on. */
export type TokenConfig = Pick<
  Config,
  "jwtSecret" | "jwksUrl" | "jwtIssuer" | "jwtAudience" | "personTokenHoursMax" | "scriptTokenDaysMax"
>;

/** Mints a token with the shared secret. Throws ConfigError. */
export async function mintToken(config: TokenConfig, request: TokenRequest, now: number): Promise<MintedToken> {
  if (config.jwksUrl) {
    throw new ConfigError("With TOCSIN_JWKS_URL set, tokens come from the identity provider; Tocsin signs none.");
  }
  const { organization, subject, kind } = request;
  if (!organization || !isOrganizationId(organization)) {
    throw new ConfigError("Give --organization ORG, 1 to 64 of letters, digits, '.', '_' and '-'.");
  }
  if (!subject) throw new ConfigError("Give --subject NAME: who the token is for.");
  const lifetimeMs = lifetimeOf(config, request);
  const granted =
    request.permissions === undefined ? [...permissions] : request.permissions.split(",").map((each) => each.trim());
  const unknown = granted.find((each) => !(permissions as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw new ConfigError(`${unknown} is not a permission; they are ${permissions.join(", ")}.`);
  const id = randomId();
  const issuedAt = Math.floor(now / SECOND_MS);
  const expiresAt = issuedAt + lifetimeMs / SECOND_MS;
  const token = new SignJWT({ organizationId: organization, permissions: granted, kind })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(subject)
    .setJti(id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt);
  if (config.jwtIssuer) token.setIssuer(config.jwtIssuer);
  if (config.jwtAudience) token.setAudience(config.jwtAudience);
  const signed = await token.sign(new TextEncoder().encode(config.jwtSecret));
  return { token: signed, id, expiresAt: expiresAt * SECOND_MS };
}

const UNITS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

function lifetimeOf(config: TokenConfig, { ttl, kind }: TokenRequest): number {
  const max = lifetimeMaxMs(config, kind);
  if (ttl === undefined) return max;
  if (!/^\d{1,6}[smhd]$/.test(ttl) || Number.parseInt(ttl, 10) === 0)
    throw new ConfigError("--ttl is a number above 0 with s, m, h or d, such as 12h.");
  const lifetime = Number.parseInt(ttl, 10) * UNITS[ttl.at(-1) as keyof typeof UNITS];
  if (lifetime <= max) return lifetime;
  throw new ConfigError(
    kind === "script"
      ? `--ttl ${ttl} is longer than the ${formatLifetime(max)} that a script's token may be good for; TOCSIN_SCRIPT_TOKEN_DAYS_MAX sets that.`
      : `--ttl ${ttl} is longer than the ${formatLifetime(max)} that a person's token may be good for; a script's, with --script, may be for ${formatLifetime(lifetimeMaxMs(config, "script"))}.`,
  );
}

/** The note beside the token on a terminal. */
export const tokenNote = ({ id, expiresAt }: MintedToken): string =>
  `Good until ${toIso(expiresAt)}. To end it earlier: tocsind token revoke ${id}\n`;
