import type { CryptoKey, JWTPayload, JWTVerifyOptions } from "jose";
import { createRemoteJWKSet } from "jose/jwks/remote";
import { jwtVerify } from "jose/jwt/verify";
import { type Clock, SECOND_MS, systemClock } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";
import { isOrganizationId, type Scope, SYSTEM } from "../model/scope.ts";
import { canBeSamePerson } from "../model/spoofed-name.ts";
import type { Credential } from "../model/token-revocation.ts";
import { lifetimeProblem, type TokenLifetimes } from "./token-lifetime.ts";

export interface AuthOptions extends TokenLifetimes {
  readonly jwtSecret: string;
  /** When set, tokens of an identity provider are taken, and those of the shared secret are not. */
  readonly jwksUrl: string | undefined;
  readonly jwtIssuer: string | undefined;
  readonly jwtAudience: string | undefined;
  readonly organizations: readonly string[] | undefined;
}

/** A caller, as the token says. */
export interface Caller {
  readonly scope: Scope;
  /** The token's `sub`. */
  readonly subject: string;
  /** When the token ends; milliseconds since 1970 UTC. */
  readonly expiresAt: number;
  /** The token's signature: a name for the token that isn't the token. */
  readonly token: string;
  /** The claims by which the token can be revoked. */
  readonly credential: Credential;
}

/** Reads the Authorization header. Throws an error of status 401, or `organization_not_allowed`. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

const CLOCK_TOLERANCE_SECONDS = 5;
const TOKEN_LENGTH_MAX = 16 * 1024;
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * How long a verified token is cached: verifying a signature costs as much as the rest of a short request. A key that
 * the identity provider withdraws keeps working for as long.
 */
const KNOWN_MS = 10 * SECOND_MS;
const KNOWN_MAX = 1000;

export function createAuthenticate(
  options: AuthOptions,
  isRevoked: (credential: Credential) => boolean,
  clock: Clock = systemClock,
): Authenticate {
  const read = reader(options, clock);
  const known = new Map<string, { readonly caller: Caller; readonly until: number }>();
  return async (authorization) => {
    const token =
      authorization && authorization.length <= TOKEN_LENGTH_MAX ? BEARER.exec(authorization)?.[1] : undefined;
    if (token === undefined)
      throw new ApplicationError("missing_token", "Send a token in the header Authorization: Bearer <token>.");
    const now = clock.now();
    const found = known.get(token);
    if (found && now < found.until) return unlessRevoked(found.caller, isRevoked);
    known.delete(token);
    const caller = unlessRevoked(await read(token), isRevoked);
    const [oldest] = known.size < KNOWN_MAX ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, { caller, until: Math.min(now + KNOWN_MS, caller.expiresAt) });
    return caller;
  };
}

function unlessRevoked(caller: Caller, isRevoked: (credential: Credential) => boolean): Caller {
  if (isRevoked(caller.credential))
    throw new ApplicationError("token_revoked", "The token was revoked. Ask for a new one.");
  return caller;
}

function reader(options: AuthOptions, clock: Clock): (token: string) => Promise<Caller> {
  const verify = verifier(options, clock);
  return async (token) => {
    const signature = token.slice(token.lastIndexOf(".") + 1);
    if (!isCanonical(signature)) throw invalidToken("The token is not valid.");
    const payload = await verify(token);
    const scope = scopeOf(payload);
    if (options.organizations && !options.organizations.includes(scope.organizationId)) {
      throw new ApplicationError(
        "organization_not_allowed",
        `The organization ${scope.organizationId} is not allowed on this server.`,
      );
    }
    return {
      scope,
      subject: payload.sub as string,
      expiresAt: (payload.exp as number) * 1000,
      token: signature,
      credential: credentialOf(payload, scope.organizationId),
    };
  };
}

function verifier(options: AuthOptions, clock: Clock): (token: string) => Promise<JWTPayload> {
  const common: JWTVerifyOptions = {
    requiredClaims: ["exp", "sub", "organizationId"],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    ...(options.jwtIssuer ? { issuer: options.jwtIssuer } : {}),
    ...(options.jwtAudience ? { audience: options.jwtAudience } : {}),
  };
  const keys = options.jwksUrl ? createRemoteJWKSet(new URL(options.jwksUrl)) : undefined;
  // Imported once: jose imports the bytes of a secret again for each token.
  let secret: Promise<CryptoKey> | undefined;
  return async (token) => {
    const now = { ...common, currentDate: new Date(clock.now()) };
    try {
      if (keys) {
        const { payload } = await jwtVerify(token, keys, { ...now, algorithms: ["RS256", "ES256", "EdDSA"] });
        return payload;
      }
      secret ??= importSecret(options.jwtSecret);
      const { payload } = await jwtVerify(token, await secret, { ...now, algorithms: ["HS256"] });
      const problem = lifetimeProblem(payload, options, clock.now());
      if (problem !== undefined) throw new ApplicationError("token_lifetime_exceeded", problem);
      return payload;
    } catch (error) {
      if (error instanceof ApplicationError) throw error;
      const code = (error as { code?: string }).code;
      if (code === undefined || code === "ERR_JWKS_TIMEOUT" || code === "ERR_JOSE_GENERIC") {
        throw new ApplicationError(
          "identity_provider_unavailable",
          "The identity provider's keys are unavailable. Try again.",
          { retryAfterSeconds: 5, cause: error },
        );
      }
      throw code === "ERR_JWT_EXPIRED"
        ? new ApplicationError("token_expired", "The token has expired. Get a new one.")
        : invalidToken("The token is not valid.");
    }
  };
}

const importSecret = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);

function scopeOf(payload: JWTPayload): Scope {
  const { sub, name, organizationId, permissions } = payload as JWTPayload & Record<string, unknown>;
  if (typeof sub !== "string" || sub === "") throw invalidToken("The token lacks the claim sub.");
  if (typeof organizationId !== "string" || !isOrganizationId(organizationId)) {
    throw invalidToken("The token lacks the claim organizationId.");
  }
  const granted = Array.isArray(permissions)
    ? permissions.filter((each): each is string => typeof each === "string")
    : [];
  const actor = typeof name === "string" && name !== "" ? name : sub;
  // Only the daemon's own changes carry the name of the system.
  return { organizationId, actor: canBeSamePerson(actor, SYSTEM) ? `${SYSTEM} (token)` : actor, permissions: granted };
}

function credentialOf({ jti, sub, iat }: JWTPayload, organizationId: string): Credential {
  // A token id of another type would escape the revocation list.
  if (jti !== undefined && typeof jti !== "string") throw invalidToken("The claim jti of the token is not a string.");
  return {
    tokenId: jti,
    organizationId,
    subject: sub as string,
    issuedAt: iat === undefined ? undefined : iat * SECOND_MS,
  };
}

/** Four encodings of the last character decode to the same bytes (RFC 4648 §3.5); only the canonical one is accepted. */
const isCanonical = (signature: string): boolean =>
  Buffer.from(signature, "base64url").toString("base64url") === signature;

const invalidToken = (message: string): ApplicationError => new ApplicationError("invalid_token", message);
