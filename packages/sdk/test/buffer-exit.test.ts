import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { type Act, answers, deadAddress, hangs, type ScriptedServer, scriptedServer } from "./scripted-server.ts";

const program = fileURLToPath(new URL("./buffer-child.ts", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe("a program that buffers and ends", function () {
  this.timeout(30_000);
  let server: ScriptedServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  function run(url: string, count: number, how = ""): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn(process.execPath, ["--conditions=tocsin-source", program, url, String(count), how]);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    return { child, ended: once(child, "close").then(([code, signal]) => ({ code, signal, stdout, stderr }) as Ended) };
  }
  const play = async (act: Act) => {
    server = await scriptedServer(act);
    return server;
  };
  const takesAll = () => play(answers(202, { accepted: 1 }));
  const delivered = () => server?.seen.flatMap(({ body }) => JSON.parse(body) as unknown[]).length;

  it("has delivered everything, though it only fell off its end", async () => {
    const { url } = await takesAll();
    const { code, stderr } = await run(url, 2_500).ended;
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    expect(delivered()).to.equal(2_500);
  });

  for (const [what, address] of [
    ["nobody listens", deadAddress],
    ["the server hangs", async () => (await play(hangs)).url],
  ] as const) {
    it(`ends where ${what}, after few tries, and says how many are lost`, async () => {
      const { code, stderr } = await run(await address(), 5).ended;
      expect(code).to.equal(0);
      expect(stderr).to.include("tocsin: 5 events could not be sent in time and are lost.");
      expect(server?.seen.length ?? 0).to.be.below(10);
    });
  }

  it("says what is lost where it leaves without a moment to send", async () => {
    const { url } = await takesAll();
    const { stderr } = await run(url, 3, "exit").ended;
    expect(stderr).to.include("tocsin: 3 events could not be sent in time and are lost.");
  });

  it("sends what waits before a signal ends it, and ends as by that signal", async () => {
    const { url } = await takesAll();
    const { child, ended } = run(url, 5, "signal");
    await once(child.stdout as NodeJS.ReadableStream, "data");
    child.kill("SIGTERM");
    expect((await ended).signal).to.equal("SIGTERM");
    expect(delivered()).to.equal(5);
  });

  it("leaves the end to the program where that handles the signal itself", async () => {
    const { url } = await takesAll();
    const { child, ended } = run(url, 5, "signal-of-the-host");
    await once(child.stdout as NodeJS.ReadableStream, "data");
    child.kill("SIGTERM");
    const { code, stdout } = await ended;
    expect(code).to.equal(7);
    expect(stdout).to.include("the host was told");
    expect(delivered()).to.equal(5);
  });
});
