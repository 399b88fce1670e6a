import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Finding } from "../src/doctor/finding.ts";
import { checkToken } from "../src/doctor/login-checks.ts";
import { checkTerminal } from "../src/doctor/machine-checks.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json, refusal } from "./fake-tocsin.ts";
import { tokenOf } from "./run.ts";

describe("doctor", () => {
  const fake = fakeSession();
  const ready = { "GET /health/ready": json({ status: "ready" }), "GET /health/live": json({ status: "ok" }) };
  const verdicts = (stdout: string): Record<string, string> =>
    Object.fromEntries((JSON.parse(stdout) as Finding[]).map(({ about, verdict }) => [about, verdict]));

  it("reports no problem for a working set-up", async () => {
    await fake.serve({ ...ready, "GET /incidents": json([incident()]) });
    const { code, stdout } = await fake.run("doctor --json");
    expect(code).to.equal(0);
    expect(new Set(Object.values(verdicts(stdout)))).to.deep.equal(new Set(["ok"]));
  });

  it("fails for an interface that is not ready", async () => {
    await fake.serve({ "GET /health/ready": refusal(503, "The database is away.") });
    const { code, stdout } = await fake.run("doctor");
    expect(code).to.equal(1);
    expect(stdout).to.match(/^FAIL +core interface: The database is away\.$/m);
  });

  it("distinguishes a refused token from a missing permission", async () => {
    await fake.serve({ ...ready, "GET /incidents": refusal(401, "The token is invalid.") });
    expect(verdicts((await fake.run("doctor --json")).stdout)).to.include({ access: "problem" });
    await fake.server.close();
    await fake.serve({ ...ready, "GET /incidents": refusal(403, "incidents:view is missing.") });
    expect(verdicts((await fake.run("doctor --json")).stdout)).to.include({ access: "warning" });
  });

  it("warns about clock skew", async () => {
    const live = json({ status: "ok" }, 200, { date: new Date(Date.now() - 3_600_000).toUTCString() });
    await fake.serve({ ...ready, "GET /health/live": live, "GET /incidents": json([]) });
    expect((await fake.run("doctor")).stdout).to.match(
      /^warn +clock: The clocks of the server and this machine differ by 36\d\d s/m,
    );
  });

  it("warns if other users can read the file with tokens", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "tocsin-doctor-"));
    mkdirSync(path.join(folder, "tocsin"));
    const file = path.join(folder, "tocsin/config.json");
    writeFileSync(file, "{}");
    chmodSync(file, 0o644);
    await fake.serve({ ...ready, "GET /incidents": json([]) });
    fake.env["XDG_CONFIG_HOME"] = folder;
    const { stdout } = await fake.run("doctor --json");
    expect(verdicts(stdout)).to.include({ "your file": "warning" });
    expect(stdout).to.contain("can be read by other users").and.contain("chmod 600");
  });

  it("shows the expiry of a token", () => {
    const now = Date.parse("2026-11-20T08:00:00Z");
    const token = (hours: number) => ({
      value: tokenOf({ sub: "ada", organizationId: "acme", exp: now / 1_000 + hours * 3_600 }),
      origin: "TOCSIN_TOKEN",
    });
    expect(checkToken(token(72), now)).to.include({
      verdict: "ok",
      text: "ada of acme, from TOCSIN_TOKEN, valid for 3d.",
    });
    expect(checkToken(token(12), now)).to.include({ verdict: "ok" });
    expect(checkToken(token(2), now)).to.include({ verdict: "warning" });
    expect(checkToken(token(-1), now)).to.include({ verdict: "problem" });
    expect(checkToken({ value: undefined, origin: "nothing" }, now)).to.include({ verdict: "problem" });
  });

  it("warns about a token of the default organization", () => {
    const now = Date.parse("2026-11-20T08:00:00Z");
    const value = tokenOf({ sub: "ada", organizationId: "default", exp: now / 1_000 + 72 * 3_600 });
    const found = checkToken({ value, origin: "TOCSIN_TOKEN" }, now);
    expect(found.verdict).to.equal("warning");
    expect(found.text).to.contain("five services");
    expect(found.advice).to.contain("--organization shop").and.contain("x-organization-id: shop");
  });

  it("warns about a limited terminal", () => {
    expect(checkTerminal({ TERM: "dumb" }, 80).verdict).to.equal("warning");
    expect(checkTerminal({ TERM: "xterm", LANG: "C" }, 80).verdict).to.equal("warning");
    expect(checkTerminal({ TERM: "xterm", LANG: "C.UTF-8" }, 30).verdict).to.equal("warning");
    expect(checkTerminal({ TERM: "xterm", LANG: "C.UTF-8" }, 80).verdict).to.equal("ok");
  });
});
