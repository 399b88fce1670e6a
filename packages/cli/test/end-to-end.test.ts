import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { daemonWords, type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { cleanEnv, root, tocsin } from "./run.ts";

const fixture = new URL("fixtures/outage.ndjson", import.meta.url).pathname;

describe("end to end, with a real daemon", function () {
  this.timeout(90_000);
  const home = mkdtempSync(path.join(tmpdir(), "tocsin-e2e-home-"));
  let daemon: RealDaemon;
  let env: Record<string, string>;

  const token = (organization: string) => daemon.token(organization);
  const run = (args: string[], input?: string, more: Record<string, string> = {}) =>
    tocsin(args, { env: { ...env, ...more }, ...(input !== undefined && { input }) });
  /** What a command answers with --json, once it is what is waited for. */
  async function until<Answer>(args: string[], isThere: (answer: Answer) => boolean): Promise<Answer> {
    for (const deadline = Date.now() + 30_000; ; ) {
      const answer = JSON.parse((await run([...args, "--json"])).stdout) as Answer;
      if (isThere(answer)) return answer;
      if (Date.now() > deadline) throw new Error(`It never came: tocsin ${args.join(" ")}: ${JSON.stringify(answer)}`);
    }
  }

  before(async () => {
    daemon = await startRealDaemon();
    env = { XDG_CONFIG_HOME: home, TOCSIN_URL: daemon.core, TOCSIN_INGEST_URL: daemon.ingest };
  });
  after(async () => {
    await daemon.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it("goes from piped logs over an incident to its end", async () => {
    expect(await run(["login"], token("default"))).to.have.property("code", 0);
    const lines = Array.from({ length: 200 }, (_, index) =>
      JSON.stringify({ service: "checkout", level: "error", message: `payment ${index} failed: connection refused` }),
    ).join("\n");
    expect(await run(["ingest"], lines)).to.include({ code: 0, stdout: "200 accepted, 0 rejected.\n" });

    const [incident] = await until<{ id: string; primaryService: string }[]>(
      ["incidents", "--status", "OPEN"],
      (found) => found.length > 0,
    );
    if (!incident) throw new Error("There is an incident, says the line above.");
    expect(incident.primaryService).to.equal("checkout");
    const short = incident.id.slice(0, 8);
    expect((await run(["incident", "show", short])).stdout)
      .to.contain(incident.id)
      .and.contain("Timeline");
    expect(await run(["logs", "search", "payment", "7", "--service", "checkout"]))
      .to.have.property("stdout")
      .that.contains("payment 7 failed");

    const waiting = run(["incident", "wait", incident.id, "--for", "RESOLVED", "--timeout", "60s"]);
    expect(await run(["incident", "status", short, "resolved"])).to.include({
      code: 0,
      stdout: `${short} OPEN → RESOLVED\n`,
    });
    expect(await waiting).to.include({ code: 0, stdout: `${short} is RESOLVED.\n` });
  });

  it("shows nothing of another organization", async () => {
    expect(
      JSON.parse((await run(["incidents", "--json"], undefined, { TOCSIN_TOKEN: token("other") })).stdout),
    ).to.deep.equal([]);
  });

  it("plays a recording into its own organization and summarizes the incidents", async () => {
    const { code, stdout, stderr } = await run(["demo", "--file", fixture, "--speed", "20", "--json"], undefined, {
      TOCSIN_TOKEN: token("demo"),
    });
    expect(code, stderr).to.equal(0);
    const summary = JSON.parse(stdout);
    expect(summary).to.deep.include({ organization: "demo", sent: { logs: 300, metrics: 10, deployments: 1 } });
    expect(summary.incidents).to.not.have.length(0);
    expect(summary.counts.opened).to.equal(summary.incidents.length);
    expect(summary.incidents[0]).to.include({ organizationId: "demo", primaryService: "shop-checkout" });
  });

  it("replays the changes that came before", async () => {
    const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
      const reader = spawn(process.execPath, [path.join(root, "packages/cli/bin/tocsin.js"), "tail", "--replay", "0"], {
        cwd: root,
        env: cleanEnv(env),
      });
      let out = "";
      reader.stdout.on("data", (chunk) => {
        out += chunk;
        if (out.includes("RESOLVED")) reader.kill("SIGINT");
      });
      reader.on("close", () => resolve({ stdout: out }));
    });
    const messages = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages[0]).to.have.property("type", "incident");
    expect(messages.at(-1).incident.status).to.equal("RESOLVED");
  });

  it("runs every line of the README", async () => {
    const readme = readFileSync(path.join(root, "README.md"), "utf8");
    const sections = ["Run", "The command line"].map(
      (name) => readme.split(`## ${name}\n`)[1]?.split("\n## ")[0] ?? "",
    );
    const blocks = sections.flatMap((section) =>
      [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines]) => lines),
    );
    const script = blocks
      .join("")
      // What never ends, takes a minute, or is running already; and where that runs.
      .replace(/^npm install && npm start$|^npx tocsin$|^npx tocsin demo .*$/gm, "")
      .replaceAll("http://127.0.0.1:7071", env["TOCSIN_INGEST_URL"] ?? "")
      .replaceAll("npx tocsind", [process.execPath, ...daemonWords].join(" "));
    expect(script).to.contain("tocsin login").and.contain("tocsin incident show").and.contain("completion");
    const own = { ...cleanEnv(), ...env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: path.join(home, "readme") };
    const child = spawn("bash", ["-eo", "pipefail", "-c", script], {
      cwd: root,
      env: { ...own, TOCSIN_DATA_DIR: daemon.dataDir, npm_config_update_notifier: "false" },
    });
    const [out, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.on("close", resolve)),
    ]);
    expect(code, `${out}\n${stderr}`).to.equal(0);
    expect(out).to.contain("Logged in to").and.contain("1 accepted, 0 rejected.");
    expect(stderr).to.not.contain("not logged in").and.not.contain("npm run");
  });
});
