/** What a revocation can know a token by. */
export interface Credential {
  /** The claim `jti`. */
  readonly tokenId: string | undefined;
  readonly organizationId: string;
  /** The claim `sub`. */
  readonly subject: string;
  /** The claim `iat`; milliseconds since 1970 UTC. */
  readonly issuedAt: number | undefined;
}

/** Ends tokens before they expire: one by its id, or all issued up to a time, as far as subject and organization say. */
export interface TokenRevocation {
  readonly tokenId: string | null;
  /** Null for every organization. */
  readonly organizationId: string | null;
  /** Null for every subject. */
  readonly subject: string | null;
  /** Null where it names one token. */
  readonly issuedUntil: number | null;
  readonly revokedAt: number;
  /** When no token that it names can be valid any more. */
  readonly expiresAt: number;
  readonly reason: string;
}

export interface TokenRevocationStore {
  /** `known`: the token was revoked before. `full`: there are `TOKEN_REVOCATIONS_MAX`. */
  add(revocation: TokenRevocation): Promise<"added" | "known" | "full">;
  /** Changes with every revocation that is added or removed; cheap to ask for. */
  version(): Promise<string>;
  /** All, the oldest first. */
  list(): Promise<readonly TokenRevocation[]>;
  /** Removes those that have expired; answers how many. */
  removeExpired(now: number): Promise<number>;
}
