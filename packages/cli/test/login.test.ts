import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";
import { cleanEnv, tocsin } from "./run.ts";

describe("login and profiles", () => {
  const fake = fakeSession();

  it("accepts a profile before or behind the command, and opens the board without a command", async () => {
    await fake.serve();
    for (const words of [
      "incidents --profile other",
      "--profile=other incidents",
      "--profile other incidents",
      "--profile other",
    ]) {
      const { code, stderr } = await fake.run(words);
      expect(code, words).to.equal(2);
      expect(stderr, words).to.contain('Unknown profile "other"');
    }
  });

  it("prints help with a profile before the command, and reports a missing profile", async () => {
    for (const words of ["help", "help exit-codes", "help incidents"]) {
      const [named, plain] = await Promise.all([fake.run(`--profile x ${words}`), fake.run(words)]);
      expect(named, words).to.deep.equal(plain);
      expect(named.code, words).to.equal(0);
    }
    const { code, stderr } = await fake.run("--profile");
    expect(code).to.equal(2);
    expect(stderr).to.contain("--profile needs the name of a stored login").and.contain("tocsin config profiles");
    expect((await fake.run("--loud")).stderr).to.contain('Unknown command "--loud".');
  });

  describe("login", () => {
    it("tests the token from stdin, and stores it readable by its owner only", async () => {
      await fake.serve({ "GET /incidents": json([]) });
      const own = cleanEnv();
      const input = `${fake.env["TOCSIN_TOKEN"]}\nkey-1\n`;
      const { code, stdout } = await tocsin(
        ["login", "--core-url", fake.server.url, "--ingest-url", fake.server.url, "--profile", "test"],
        { env: own, input },
      );
      expect(code).to.equal(0);
      expect(stdout).to.equal(`Logged in to ${fake.server.url} as ada of acme.\n`);
      const file = path.join(own["XDG_CONFIG_HOME"] ?? "", "tocsin/config.json");
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      expect(JSON.parse(readFileSync(file, "utf8")).profiles.test).to.deep.equal({
        coreUrl: fake.server.url,
        ingestUrl: fake.server.url,
        token: fake.env["TOCSIN_TOKEN"],
        apiKey: "key-1",
      });
      const listed = await tocsin(["incidents", "--profile", "test", "--json"], { env: own });
      expect(listed).to.include({ code: 0, stdout: "[]\n" });
      expect(fake.server.requests.at(-1)?.headers.authorization).to.equal(`Bearer ${fake.env["TOCSIN_TOKEN"]}`);
    });

    it("stores nothing if the token is refused", async () => {
      await fake.serve({ "GET /incidents": refusal(401, "The token is expired.", { code: "token_expired" }) });
      const own = cleanEnv({ TOCSIN_URL: fake.server.url });
      expect(await tocsin(["login"], { env: own, input: "x.y.z" })).to.include({ code: 4, stdout: "" });
      expect(() => statSync(path.join(own["XDG_CONFIG_HOME"] ?? "", "tocsin/config.json"))).to.throw("ENOENT");
    });
  });
});
