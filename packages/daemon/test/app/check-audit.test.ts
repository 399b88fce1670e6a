import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { actionRow, given } from "../store/audit-samples.ts";
import { onPostgres } from "../store/engines.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { runDaemon } from "../support/process.ts";
import { SECRET_KEY } from "../support/secret-key.ts";

describe("tocsind audit verify", () => {
  let dataDir: string;
  let database: Database;
  before(async () => {
    dataDir = temporaryFolder();
    const target = { kind: "sqlite", path: join(dataDir, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) } as const;
    await migrate(target);
    // Stays open, as under a daemon that runs.
    database = await openDatabase(target);
    await given(database, actionRow(), actionRow(), actionRow({ organizationId: "other" }));
  });
  after(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const verify = (...args: string[]) =>
    runDaemon(dataDir, { TOCSIN_SECRET_KEY: SECRET_KEY }, { args: ["audit", "verify", ...args] });
  const headOf = async (organization: string): Promise<string> => {
    const rows = (await database.reader.query("select organization_id, hash from remediation_audit_head")) as {
      organization_id: string;
      hash: string;
    }[];
    return rows.find(({ organization_id }) => organization_id === organization)?.hash as string;
  };

  it("says of each organization that its log is valid", async () => {
    const { code, stdout, stderr } = verify();
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    expect(stdout).to.equal(
      `acme: valid, 2 entries, head ${await headOf("acme")}\nother: valid, 1 entry, head ${await headOf("other")}\n`,
    );
  });

  it("says it in JSON where it is asked to", async () => {
    const { code, stdout } = verify("--json", "--organization", "other");
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({
      organizationId: "other",
      valid: true,
      checked: 1,
      headHash: await headOf("other"),
      firstBroken: null,
      reason: null,
    });
  });

  it("looks for a hash that the log once had", async () => {
    const head = await headOf("acme");
    expect(verify("--organization", "acme", "--head", head, "--seq", "2").code).to.equal(0);
    expect(verify("--organization", "acme", "--head", head, "--seq", "1").stdout).to.match(
      /isn't in the log at place 1:/,
    );
    const { code, stdout } = verify("--organization", "acme", "--expect-head", await headOf("other"));
    expect(code).to.equal(1);
    expect(stdout).to.match(/^acme: BROKEN at head, after 2 entries that fit\. The hash \w{64} isn't in the log/);
  });

  it("ends with 2 and a reason where it can't check", () => {
    const failures = [
      [["--head", "abc"], /--head is a hash of 64/],
      [["--head", "a".repeat(64)], /Give --organization ORG with --head/],
      [["--organization", "acme", "--seq", "2"], /--seq is the place of --head/],
      [["--organization", "acme", "--head", "a".repeat(64), "--seq", "0"], /--seq is the place of --head/],
      [["--organization", "a b"], /--organization is 1 to 64/],
      [["--heads"], /Unknown option/],
    ] as const;
    for (const [args, message] of failures) {
      const { code, stdout, stderr } = verify(...args);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
      expect(stderr).to.match(message);
    }
    const { code, stderr } = runDaemon(
      join(dataDir, "elsewhere"),
      { TOCSIN_SECRET_KEY: SECRET_KEY },
      { args: ["audit", "verify"] },
    );
    expect(code).to.equal(2);
    expect(stderr).to.match(/There is no database .*elsewhere/);
  });

  it("ends with 2 where the organization has no log, unless a head says that it had one", () => {
    const { code, stdout, stderr } = verify("--organization", "shopp");
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(stderr).to.match(/There is no audit log of shopp in this database: .*--head HASH/);
    const headed = verify("--organization", "shopp", "--head", "a".repeat(64));
    expect(headed.code).to.equal(1);
    expect(headed.stdout).to.match(
      /^shopp: BROKEN at head, after 0 entries that fit\. The hash a{64} isn't in the log/,
    );
  });

  it("ends with 2 where there is no log at all", async () => {
    const fresh = temporaryFolder();
    await migrate({ kind: "sqlite", path: join(fresh, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) });
    for (const json of [[], ["--json"]]) {
      const args = ["audit", "verify", ...json];
      const { code, stdout, stderr } = runDaemon(fresh, { TOCSIN_SECRET_KEY: SECRET_KEY }, { args });
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
      expect(stderr).to.contain("There is no audit log in this database");
    }
    rmSync(fresh, { recursive: true, force: true });
  });

  it("doesn't check with a key that it made itself, and names the first entry that another key doesn't fit", async () => {
    const elsewhere = temporaryFolder();
    copyFileSync(join(dataDir, "tocsin.db"), join(elsewhere, "tocsin.db"));
    copyFileSync(join(dataDir, "tocsin.db-wal"), join(elsewhere, "tocsin.db-wal"));
    const made = runDaemon(elsewhere, {}, { args: ["audit", "verify"] });
    expect({ code: made.code, stdout: made.stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(made.stderr).to.match(/There was no secret key.*Set TOCSIN_SECRET_KEY/);
    const settings = { TOCSIN_SECRET_KEY: "another-only-Mk7Ts2QxJ9vWd4BnRz0GyC6hLf3PuA8e" };
    const other = runDaemon(dataDir, settings, { args: ["audit", "verify", "--organization", "acme"] });
    const [first] = (await database.reader.query(
      "select id from remediation_audit where organization_id = 'acme' and seq = 1",
    )) as { id: string }[];
    expect(other.code).to.equal(1);
    expect(other.stdout).to.match(new RegExp(`BROKEN at ${first?.id}, after 0 entries.*another TOCSIN_SECRET_KEY`));
  });

  it("names what is broken, and ends with 1", async () => {
    await database.write((transaction) =>
      transaction.query("update remediation_action set performed_by = 'somebody' where organization_id = 'other'"),
    );
    const { code, stdout } = verify();
    expect(code).to.equal(1);
    expect(stdout).to.match(/^acme: valid.*\nother: BROKEN at [\w-]+, after 0 entries that fit\. The row of action/);
  });
});

onPostgres("tocsind audit verify on PostgreSQL", (fresh) => {
  it("reads beside whoever writes, and writes nothing", async () => {
    const store = await fresh();
    try {
      await given(await store.openDatabase(), actionRow());
      const settings = { TOCSIN_SECRET_KEY: SECRET_KEY, TOCSIN_DATABASE_URL: (store.target as { url: string }).url };
      const { code, stdout, stderr } = runDaemon(temporaryFolder(), settings, { args: ["audit", "verify"] });
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
      expect(stdout).to.match(/^acme: valid, 1 entry, head [0-9a-f]{64}\n$/);
    } finally {
      await store.drop();
    }
  });
});
