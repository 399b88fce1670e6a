/** What a token says about its owner. It is read, not checked: that is the server's task. */
export interface Claims {
  readonly subject: string | undefined;
  /** What the server knows the owner by, as in `performedBy` of an action. */
  readonly sub: string | undefined;
  /** What its owner may be called in the team: a name, an email address, the subject. */
  readonly names: readonly string[];
  readonly organization: string | undefined;
  /** What the server can revoke it by. */
  readonly tokenId: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** The claims of a JWT; all missing where it is none. */
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
