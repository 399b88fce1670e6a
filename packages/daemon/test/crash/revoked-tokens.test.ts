import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { type DaemonProcess, runDaemon, startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { openStream } from "../support/stream.ts";
import { inSeconds, mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

/** As operators do it: the daemon runs, and the command line of another process revokes. */
describe("tokens that are revoked", function () {
  this.timeout(90_000);
  let dataDir = "";
  let daemon: DaemonProcess;
  before(async () => {
    dataDir = temporaryFolder();
    daemon = await startDaemonProcess(dataDir);
  });
  after(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  const tocsind = (...args: string[]) => runDaemon(dataDir, {}, { args });
  const said = (...args: string[]): string => {
    const { code, stdout, stderr } = tocsind(...args);
    expect(code, stderr).to.equal(0);
    return stdout.trim();
  };
  const made = (subject: string): string => said("token", "--organization", "shop", "--subject", subject);
  const idOf = (token: string): string =>
    (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { jti: string }).jti;
  const answerTo = (token: string) => request(`${daemon.core}/incidents`, { token });
  const becomesRefused = (token: string) =>
    waitFor(
      async () => {
        const answer = await answerTo(token);
        return answer.status === 401 ? answer.json<{ message: string }>().message : undefined;
      },
      { within: 15_000, what: "the token to be refused" },
    );

  it("are refused within seconds with their open streams, by the id that the command line gave them", async () => {
    const [token, other] = [made("ada"), made("ada")];
    const [stream, kept] = [await openStream(daemon.core, token), await openStream(daemon.core, other)];
    let keptEnded = false;
    void kept.ended.then(() => (keptEnded = true));
    expect((await answerTo(token)).status).to.equal(200);
    expect(said("token", "revoke", idOf(token), "--reason", "laptop lost")).to.contain(idOf(token));
    expect(await becomesRefused(token)).to.contain("revoked");
    await stream.ended;
    expect((await answerTo(other)).status, "another token of the same person").to.equal(200);
    expect(keptEnded).to.equal(false);
    kept.close();
    expect(said("token", "revoke", idOf(token))).to.contain("already");
    const [listed] = said("token", "revoked", "--json").split("\n");
    expect(JSON.parse(listed ?? "")).to.include({ tokenId: idOf(token), reason: "laptop lost" });
    expect(said("token", "revoked")).to.contain(idOf(token)).and.contain("laptop lost");
  });

  it("are refused with all that were issued to their subject up to now, also those that say nothing of when", async () => {
    const old = mintToken({ sub: "bob", organizationId: "shop", iat: inSeconds(-10) });
    const undated = mintToken({ sub: "bob", organizationId: "shop", iat: undefined });
    const elsewhere = mintToken({ sub: "bob", organizationId: "bank", iat: inSeconds(-10) });
    const later = mintToken({ sub: "bob", organizationId: "shop", iat: inSeconds(30) });
    for (const token of [old, undated, elsewhere, later]) expect((await answerTo(token)).status).to.equal(200);
    said("token", "revoke", "--subject", "bob", "--organization", "shop");
    await becomesRefused(old);
    await becomesRefused(undated);
    for (const token of [elsewhere, later]) expect((await answerTo(token)).status).to.equal(200);
  });

  it("stay refused over a restart, from the first request on", async () => {
    const token = made("eve");
    said("token", "revoke", idOf(token));
    await daemon.end("SIGTERM");
    daemon = await startDaemonProcess(dataDir);
    expect((await answerTo(token)).status).to.equal(401);
  });

  it("can be given on standard input, so that whoever finds one needs no tool to read it", async () => {
    const token = made("mallory");
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--conditions=tocsin-source", "packages/daemon/bin/tocsind.js", "token", "revoke", "-"],
      {
        cwd: new URL("../../../../", import.meta.url),
        input: `${token}\n`,
        encoding: "utf8",
        env: { ...process.env, TOCSIN_DATA_DIR: dataDir },
      },
    );
    expect(status, stderr).to.equal(0);
    await becomesRefused(token);
  });

  it("are asked for in one line where the command says too little, too much or something else", () => {
    for (const args of [
      [],
      ["a-token-id", "--all"],
      ["a-token-id", "--organization", "shop"],
      ["two words"],
      ["--subject", "ada", "--organization", "a b"],
    ]) {
      const { code, stderr } = tocsind("token", "revoke", ...args);
      expect(code, args.join(" ")).to.equal(2);
      expect(stderr.trimEnd().split("\n"), stderr).to.have.lengthOf(1);
    }
  });
});
