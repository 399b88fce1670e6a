/** The claims of a token, which only the server verifies. */
export interface Claims {
  readonly subject: string | undefined;
  /** The subject, as in `performedBy` of an action. */
  readonly sub: string | undefined;
  /** Possible names of the owner in the team: name, email address and subject. */
  readonly names: readonly string[];
  readonly organization: string | undefined;
  /** The id for revocation. */
  readonly tokenId: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** Reads the claims of a JWT; all are missing for other texts. */
export function readClaims(token: string | undefined): Claims {
  const said = decode(token?.split(".")[1] ?? "");
  const text = (name: string) => (typeof said[name] === "string" ? said[name] : undefined);
  return {
    subject: text("name") ?? text("sub"),
    sub: text("sub"),
    names: ["name", "email", "sub"].flatMap((claim) => text(claim) ?? []),
    organization: text("organizationId"),
    tokenId: text("jti"),
    expiresAt: typeof said["exp"] === "number" ? said["exp"] * 1000 : undefined,
  };
}

function decode(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
