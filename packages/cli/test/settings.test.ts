import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { readSettings } from "../src/session/settings.ts";
import { tocsin, tokenOf } from "./run.ts";

/** A home with a configuration file, and a project beside it. */
function home(config: object, project?: object) {
  const folder = mkdtempSync(path.join(tmpdir(), "tocsin-home-"));
  mkdirSync(path.join(folder, "tocsin"));
  const file = path.join(folder, "tocsin/config.json");
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const directory = path.join(folder, "project/deep/down");
  mkdirSync(directory, { recursive: true });
  const projectFile = path.join(folder, "project/.tocsin.json");
  if (project) writeFileSync(projectFile, JSON.stringify(project));
  return { folder, file, directory, projectFile };
}
const profiles = {
  default: { coreUrl: "http://default.test", token: "D" },
  prod: {
    coreUrl: "http://prod.test",
    token: tokenOf({ sub: "ada", organizationId: "acme", jti: "2f1c9a34-8f5e-4a53-9d2b-6a1f0c7e4b11" }),
  },
};

describe("settings", () => {
  it("come from flag, environment, project and user in this order, with their origin", async () => {
    const { folder, file, directory, projectFile } = home({ profile: "prod", profiles }, { profile: "default" });
    const read = async (flag: string | undefined, env: Record<string, string>, at: string) =>
      (await readSettings(flag, { env: { XDG_CONFIG_HOME: folder, ...env }, directory: at })).profile;
    const variable = { TOCSIN_PROFILE: "staging" };
    expect(await read("mine", variable, directory)).to.deep.equal({ value: "mine", origin: "--profile" });
    expect(await read(undefined, variable, directory)).to.deep.equal({ value: "staging", origin: "TOCSIN_PROFILE" });
    expect(await read(undefined, {}, directory)).to.deep.equal({ value: "default", origin: projectFile });
    expect(await read(undefined, {}, folder)).to.deep.equal({ value: "prod", origin: file });
  });

  it("take no address and no token from a project file", async () => {
    const { folder, directory } = home({ profiles }, { coreUrl: "http://evil.test", token: "E", profile: "prod" });
    const settings = await readSettings(undefined, { env: { XDG_CONFIG_HOME: folder }, directory });
    expect(settings.coreUrl.value).to.equal("http://prod.test");
    expect(settings.token.value).to.equal(profiles.prod.token);
    expect(settings.organization).to.deep.equal({ value: "acme", origin: "the token" });
  });

  it("are listed with their origin, and without secrets", async () => {
    const { folder, file } = home({ profiles });
    const { stdout } = await tocsin(["config", "--profile", "prod", "--json"], { env: { XDG_CONFIG_HOME: folder } });
    const rows = JSON.parse(stdout) as { name: string }[];
    expect(rows.find(({ name }) => name === "token")).to.deep.equal({
      name: "token",
      value: "(set, not shown)",
      origin: `${file}, profile prod`,
    });
    expect(rows.find(({ name }) => name === "ingestUrl")).to.deep.include({ origin: "default" });
    expect(stdout).not.to.contain(profiles.prod.token);
  });

  it("store the default login and delete logins, in a file of mode 600", async () => {
    const { folder, file } = home({ profiles });
    const env = { XDG_CONFIG_HOME: folder };
    chmodSync(file, 0o644);
    chmodSync(path.dirname(file), 0o755);
    expect((await tocsin(["config", "use", "prod"], { env })).stdout).to.equal("prod is now the default login.\n");
    const list = await tocsin(["config", "profiles"], { env });
    expect(list.stdout).to.contain("prod\ttrue\thttp://prod.test\tada\tacme").and.contain("default\tfalse");
    const logout = await tocsin(["logout"], { env });
    expect(logout.stdout).to.equal("Deleted the login prod.\n");
    expect(logout.stderr).to.contain("tocsind token revoke 2f1c9a34");
    expect(JSON.parse(readFileSync(file, "utf8"))).to.deep.equal({ profiles: { default: profiles.default } });
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777, "also where another tool made the folder").to.equal(0o700);
    expect(readdirSync(path.dirname(file))).to.deep.equal([path.basename(file)]);
  });

  it("reject an unknown login, and list the stored ones", async () => {
    const { folder } = home({ profiles });
    const { code, stderr } = await tocsin(["incidents"], { env: { XDG_CONFIG_HOME: folder, TOCSIN_PROFILE: "prd" } });
    expect(code).to.equal(2);
    expect(stderr).to.contain('Unknown profile "prd" in TOCSIN_PROFILE').and.contain("Known profiles: default, prod");
  });
});

describe("help", () => {
  it("has topics that all commands share", async () => {
    const [root, codes] = await Promise.all([tocsin(["help"]), tocsin(["help", "exit-codes"])]);
    expect(root.stdout).to.contain("MORE").and.contain("exit-codes").and.contain("environment");
    expect(codes.stdout).to.contain("130  interrupted");
  });

  it("prints examples before flags", async () => {
    const { stdout } = await tocsin(["incident", "resolve", "--help"]);
    const [usage, examples, flags] = ["USAGE", "EXAMPLES", "FLAGS"].map((header) => stdout.indexOf(header));
    expect([usage, examples, flags]).to.deep.equal([usage, examples, flags].toSorted((a = 0, b = 0) => a - b));
    expect(examples).to.be.above(0);
  });

  it("suggests the closest command, and doesn't run it", async () => {
    const { code, stderr } = await tocsin(["config", "profles"]);
    expect(code).to.not.equal(0);
    expect(stderr).to.contain("Did you mean: tocsin config profiles");
  });
});
