/** The claims by which a revocation identifies a token. */
export interface Credential {
  /** The claim `jti`. */
  readonly tokenId: string | undefined;
  readonly organizationId: string;
  /** The claim `sub`. */
  readonly subject: string;
  /** The claim `iat`; milliseconds since 1970 UTC. */
  readonly issuedAt: number | undefined;
}

/** Revokes one token by its id, or all tokens issued up to a time for a subject and organization. */
export interface TokenRevocation {
  readonly tokenId: string | null;
  /** Null for every organization. */
  readonly organizationId: string | null;
  /** Null for every subject. */
  readonly subject: string | null;
  /** Null where it names one token. */
  readonly issuedUntil: number | null;
  readonly revokedAt: number;
  /** When all matching tokens have expired. */
  readonly expiresAt: number;
  readonly reason: string;
}

export interface TokenRevocationStore {
  /** `known`: the token was revoked before. `full`: there are `TOKEN_REVOCATIONS_MAX`. */
  add(revocation: TokenRevocation): Promise<"added" | "known" | "full">;
  /** Changes with every added or deleted revocation; cheap to read. */
  version(): Promise<string>;
  /** All revocations, the oldest first. */
  list(): Promise<readonly TokenRevocation[]>;
  /** Deletes expired revocations; returns the number. */
  removeExpired(now: number): Promise<number>;
}
