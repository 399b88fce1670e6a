import { createHmac } from "node:crypto";
import { permissions } from "../../src/app/commands/mint-token.ts";

export const SECRET = "tests-only-4DkGyA2iMq9cXw7RzL0vTj3bNf8HsU5e";

export interface TokenOptions {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly secret?: string | Buffer;
  /** Instead of the right one. */
  readonly signature?: string;
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/** A token with every permission for the organization `default`; a claim given as undefined is left out. */
export function mintToken(claims: Readonly<Record<string, unknown>> = {}, options: TokenOptions = {}): string {
  const all = {
    sub: "tester",
    organizationId: "default",
    permissions: [...permissions],
    iat: inSeconds(0),
    exp: inSeconds(3600),
    ...claims,
  };
  const signed = `${base64url({ alg: "HS256", typ: "JWT", ...options.header })}.${base64url(all)}`;
  const sign = (): string =>
    createHmac("sha256", options.secret ?? SECRET)
      .update(signed)
      .digest("base64url");
  return `${signed}.${options.signature ?? sign()}`;
}

export const tokenOf = (organizationId: string, more: Readonly<Record<string, unknown>> = {}): string =>
  mintToken({ organizationId, ...more });
