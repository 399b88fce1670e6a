import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { type Profile, writeProfile } from "../src/session/profile.ts";
import { renewedToken } from "../src/session/renewed-token.ts";
import { openSession } from "../src/session/session.ts";

const tokenOf = (organization: string, subject: string) =>
  ["{}", JSON.stringify({ organizationId: organization, sub: subject }), "x"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

describe("the token of a session that outlives its login", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tocsin-renewed-"));
  const file = path.join(folder, "tocsin", "config.json");
  const open = (env = {}) => openSession(undefined, { env: { XDG_CONFIG_HOME: folder, ...env }, directory: folder });
  const before: Profile = { coreUrl: "http://a.test", token: tokenOf("acme", "before") };
  after(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => writeProfile(file, "default", before));

  it("is that of a later login", async () => {
    const session = await open();
    const later = tokenOf("acme", "later");
    await writeProfile(file, "default", { ...before, token: later });
    expect(await renewedToken(session, open)).to.equal(later);
  });

  it("is kept if the login is for another server or organization, or can't be read", async () => {
    const session = await open();
    await writeProfile(file, "default", { coreUrl: "http://b.test", token: tokenOf("acme", "later") });
    expect(await renewedToken(session, open)).to.equal(before.token);
    await writeProfile(file, "default", { ...before, token: tokenOf("other", "later") });
    expect(await renewedToken(session, open)).to.equal(before.token);
    expect(await renewedToken(session, () => Promise.reject(new Error("unreadable")))).to.equal(before.token);
    expect(await renewedToken(session, () => open({ TOCSIN_PROFILE: "default", TOCSIN_TOKEN: "" }))).to.equal(
      before.token,
    );
  });
});
