import { expect } from "chai";
import { createRevokedTokens } from "../../src/http/revoked-tokens.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { TOKEN_REVOCATIONS_MAX } from "../../src/model/request-limits.ts";
import type { TokenRevocation } from "../../src/model/token-revocation.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { createTokenRevocationStore } from "../../src/store/tokens/token-revocations.ts";
import { tokenRevocationTable } from "../../src/store/tokens/token-tables.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { NOW } from "./samples.ts";

onEachEngine("Revocations of tokens", (makeFresh) => {
  let fresh: Fresh;
  let database: Database;
  beforeEach(async () => {
    fresh = await makeFresh();
    database = await fresh.openDatabase();
  });
  afterEach(() => fresh.drop());

  const revocationOf = (more: Partial<TokenRevocation>): TokenRevocation => ({
    tokenId: null,
    organizationId: null,
    subject: null,
    issuedUntil: null,
    revokedAt: NOW,
    expiresAt: NOW + DAY_MS,
    reason: "",
    ...more,
  });
  const credentialOf = (tokenId: string) => ({
    tokenId,
    organizationId: "shop",
    subject: "ada",
    issuedAt: NOW - DAY_MS,
  });

  it("reach the memory of another process at its next look, and leave it once they have expired", async () => {
    const store = createTokenRevocationStore(database);
    const elsewhere = createRevokedTokens(createTokenRevocationStore(await fresh.openDatabase()));
    await elsewhere.refresh();
    expect(elsewhere.isRevoked(credentialOf("a"))).to.equal(false);
    expect(await store.add(revocationOf({ tokenId: "a" }))).to.equal("added");
    expect(await store.add(revocationOf({ tokenId: "b", expiresAt: NOW + 2 * DAY_MS }))).to.equal("added");
    await elsewhere.refresh();
    expect(["a", "b", "c"].map((id) => elsewhere.isRevoked(credentialOf(id)))).to.deep.equal([true, true, false]);
    expect(await store.removeExpired(NOW + DAY_MS)).to.equal(1);
    await elsewhere.refresh();
    expect(["a", "b"].map((id) => elsewhere.isRevoked(credentialOf(id)))).to.deep.equal([false, true]);
  });

  it("of one id stand once, also where two are made at once", async () => {
    // Of SQLite two processes write in turn; in one thread the second would wait for itself.
    const other = database.kind === "postgres" ? await fresh.openDatabase() : database;
    const stores = [database, other].map(createTokenRevocationStore);
    const outcomes = await Promise.all(stores.map((store) => store.add(revocationOf({ tokenId: "a" }))));
    expect(outcomes.sort()).to.deep.equal(["added", "known"]);
  });

  it("end all that was issued up to a time to whom they name, and nothing of anybody else", async () => {
    const store = createTokenRevocationStore(database);
    await store.add(revocationOf({ organizationId: "shop", subject: "ada", issuedUntil: NOW - DAY_MS }));
    await store.add(revocationOf({ organizationId: "bank", issuedUntil: NOW }));
    await store.add(revocationOf({ subject: "eve", issuedUntil: NOW }));
    const tokens = createRevokedTokens(store);
    await tokens.refresh();
    const isRevoked = (organizationId: string, subject: string, issuedAt: number | undefined): boolean =>
      tokens.isRevoked({ tokenId: undefined, organizationId, subject, issuedAt });
    expect(isRevoked("shop", "ada", NOW - DAY_MS)).to.equal(true);
    expect(isRevoked("shop", "ada", undefined)).to.equal(true);
    expect(isRevoked("shop", "ada", NOW - DAY_MS + 1)).to.equal(false);
    expect(isRevoked("shop", "bob", undefined)).to.equal(false);
    expect(isRevoked("bank", "bob", NOW)).to.equal(true);
    expect(isRevoked("cafe", "eve", NOW)).to.equal(true);
    expect(isRevoked("cafe", "ada", NOW - DAY_MS)).to.equal(false);
  });

  it("are refused past their bound, so that memory stays bounded", async () => {
    const rows = Array.from({ length: TOKEN_REVOCATIONS_MAX }, (_, index) => revocationOf({ tokenId: `t${index}` }));
    await database.write((transaction) => insertRows(transaction, tokenRevocationTable, rows));
    expect(await createTokenRevocationStore(database).add(revocationOf({ tokenId: "one more" }))).to.equal("full");
  });
});
