import type { Credential, TokenRevocation, TokenRevocationStore } from "../model/token-revocation.ts";

export type RevokedTokens = ReturnType<typeof createRevokedTokens>;

interface Index {
  readonly tokenIds: ReadonlySet<string>;
  /** Until when tokens were issued that are over, by whose they are. */
  readonly issuedUntil: ReadonlyMap<string, number>;
}

/** The revocations of the database, in memory: every request reads them. */
export function createRevokedTokens(store: Pick<TokenRevocationStore, "version" | "list">) {
  let version: string | undefined;
  let index = indexOf([]);
  return {
    isRevoked: (credential: Credential) => covers(index, credential),
    /** Reads them again if they have changed. */
    async refresh(): Promise<void> {
      // Asked first: what is added while the list is read makes another version, and is read the next time.
      const current = await store.version();
      if (current === version) return;
      index = indexOf(await store.list());
      version = current;
    },
  };
}

/** JSON keeps `a` of `b:c` and `a:b` of `c` apart. */
const keyOf = (organizationId: string | null, subject: string | null): string =>
  JSON.stringify([organizationId, subject]);

function indexOf(revocations: readonly TokenRevocation[]): Index {
  const tokenIds = new Set<string>();
  const issuedUntil = new Map<string, number>();
  for (const { tokenId, organizationId, subject, issuedUntil: until } of revocations) {
    if (tokenId !== null) tokenIds.add(tokenId);
    if (until === null) continue;
    const key = keyOf(organizationId, subject);
    issuedUntil.set(key, Math.max(until, issuedUntil.get(key) ?? 0));
  }
  return { tokenIds, issuedUntil };
}

function covers({ tokenIds, issuedUntil }: Index, credential: Credential): boolean {
  const { tokenId, organizationId, subject, issuedAt } = credential;
  if (tokenId !== undefined && tokenIds.has(tokenId)) return true;
  if (issuedUntil.size === 0) return false;
  // Nobody knows when a token without `iat` was issued: it may be one of those.
  const issued = issuedAt ?? Number.NEGATIVE_INFINITY;
  return [keyOf(null, null), keyOf(organizationId, null), keyOf(null, subject), keyOf(organizationId, subject)].some(
    (key) => issued <= (issuedUntil.get(key) ?? Number.NEGATIVE_INFINITY) && issuedUntil.has(key),
  );
}
