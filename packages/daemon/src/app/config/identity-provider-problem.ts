import { isLoopback } from "../../http/connections/host-check.ts";
import type { Settings } from "./settings.ts";

/** What is missing before tokens of an identity provider can be trusted, and what to do. */
export function identityProviderProblem({
  jwksUrl,
  jwtIssuer,
  jwtAudience,
}: Pick<Settings, "jwksUrl" | "jwtIssuer" | "jwtAudience">): string | undefined {
  if (jwksUrl === undefined) return undefined;
  // Somebody who can change the keys in transit can forge tokens.
  if (!isProtected(new URL(jwksUrl))) {
    return "TOCSIN_JWKS_URL must begin https://, since somebody who can change the keys in transit can forge tokens; http:// is for loopback only.";
  }
  // The keys of one provider sign tokens for all of its applications, and often for all of its customers.
  if (jwtIssuer === undefined) {
    return "TOCSIN_JWKS_URL is set, and TOCSIN_JWT_ISSUER is not; set it to the claim iss of your provider's tokens.";
  }
  if (jwtAudience === undefined) {
    return "TOCSIN_JWKS_URL is set, and TOCSIN_JWT_AUDIENCE is not; set it to the claim aud of the tokens meant for Tocsin: without it, those for other applications would be taken.";
  }
  return undefined;
}

const isProtected = ({ protocol, hostname }: URL): boolean => protocol === "https:" || isLoopback(hostname);
