import { join } from "node:path";
import { expect } from "chai";
import { actionRow, given } from "../store/audit-samples.ts";
import { onPostgres } from "../store/engines.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { runDaemon } from "../support/process.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { auditedDaemon } from "./audited-daemon.ts";

describe("tocsind audit verify", () => {
  const world = auditedDaemon();

  it("says of each organization that its log is valid", async () => {
    const { code, stdout, stderr } = world.verify();
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    expect(stdout).to.equal(
      `acme: valid, 2 entries, head ${await world.headOf("acme")}\nother: valid, 1 entry, head ${await world.headOf("other")}\n`,
    );
  });

  it("says it in JSON where it is asked to", async () => {
    const { code, stdout } = world.verify("--json", "--organization", "other");
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({
      organizationId: "other",
      valid: true,
      checked: 1,
      headHash: await world.headOf("other"),
      firstBroken: null,
      reason: null,
    });
  });

  it("looks for a hash that the log once had", async () => {
    const head = await world.headOf("acme");
    expect(world.verify("--organization", "acme", "--head", head, "--seq", "2").code).to.equal(0);
    expect(world.verify("--organization", "acme", "--head", head, "--seq", "1").stdout).to.match(
      /isn't in the log at place 1:/,
    );
    const { code, stdout } = world.verify("--organization", "acme", "--expect-head", await world.headOf("other"));
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
      const { code, stdout, stderr } = world.verify(...args);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
      expect(stderr).to.match(message);
    }
    const { code, stderr } = runDaemon(
      join(world.dataDir, "elsewhere"),
      { TOCSIN_SECRET_KEY: SECRET_KEY },
      { args: ["audit", "verify"] },
    );
    expect(code).to.equal(2);
    expect(stderr).to.match(/There is no database .*elsewhere/);
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
