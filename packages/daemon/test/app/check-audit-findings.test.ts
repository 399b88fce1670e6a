import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { runDaemon } from "../support/process.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { auditedDaemon } from "./audited-daemon.ts";

describe("the findings of tocsind audit verify", () => {
  const world = auditedDaemon();

  it("ends with 2 where the organization has no log, unless a head says that it had one", () => {
    const { code, stdout, stderr } = world.verify("--organization", "shopp");
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(stderr).to.match(/There is no audit log of shopp in this database: .*--head HASH/);
    const headed = world.verify("--organization", "shopp", "--head", "a".repeat(64));
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
    copyFileSync(join(world.dataDir, "tocsin.db"), join(elsewhere, "tocsin.db"));
    copyFileSync(join(world.dataDir, "tocsin.db-wal"), join(elsewhere, "tocsin.db-wal"));
    const made = runDaemon(elsewhere, {}, { args: ["audit", "verify"] });
    expect({ code: made.code, stdout: made.stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(made.stderr).to.match(/There was no secret key.*Set TOCSIN_SECRET_KEY/);
    const settings = { TOCSIN_SECRET_KEY: "another-only-Mk7Ts2QxJ9vWd4BnRz0GyC6hLf3PuA8e" };
    const other = runDaemon(world.dataDir, settings, { args: ["audit", "verify", "--organization", "acme"] });
    const [first] = (await world.database.reader.query(
      "select id from remediation_audit where organization_id = 'acme' and seq = 1",
    )) as { id: string }[];
    expect(other.code).to.equal(1);
    expect(other.stdout).to.match(new RegExp(`BROKEN at ${first?.id}, after 0 entries.*another TOCSIN_SECRET_KEY`));
  });

  it("names what is broken, and ends with 1", async () => {
    await world.database.write((transaction) =>
      transaction.query("update remediation_action set performed_by = 'somebody' where organization_id = 'other'"),
    );
    const { code, stdout } = world.verify();
    expect(code).to.equal(1);
    expect(stdout).to.match(/^acme: valid.*\nother: BROKEN at [\w-]+, after 0 entries that fit\. The row of action/);
  });
});
