import { readFileSync } from "node:fs";
import { expect } from "chai";
import { extraCommands, keyBindings, keyGroups, keyLabel } from "../src/board/key-bindings.ts";
import { nextConnection } from "../src/board/stream-follower.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";
import { onTerminal } from "./terminal.ts";

describe("the connection of a board", () => {
  it("keeps the start of an outage, and counts a silence from its start", () => {
    const silence = Object.assign(new Error("silent"), { name: "TimeoutError" }) as never;
    const lost = nextConnection({ kind: "live" }, { connected: false, error: silence, retryInMs: 4_000 }, 60_000);
    expect(lost).to.deep.equal({ kind: "lost", since: 40_000, retryAt: 64_000, reason: "silent" });
    const still = nextConnection(lost, { connected: false, error: undefined, retryInMs: 1_000 }, 70_000);
    expect(still).to.deep.include({ since: 40_000, retryAt: 71_000 });
    expect(nextConnection(still, { connected: true, resumed: true }, 80_000)).to.deep.equal({ kind: "live" });
  });
});

describe("docs/board.md", () => {
  const file = new URL("../../../docs/board.md", import.meta.url);
  const between = (name: string, text: string) => text.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0];
  const cell = (text: string) => text.replaceAll("|", "\\|");

  it("lists all key bindings and commands", () => {
    const text = readFileSync(file, "utf8");
    const keyRows = keyGroups.flatMap((group) =>
      keyBindings
        .filter((key) => key.group === group)
        .map((key) => `| ${key.keys.map((name) => `\`${keyLabel(name)}\``).join(" ")} | ${cell(key.description)} |`),
    );
    expect(between("keys", text)).to.equal(`\n| key | does |\n|---|---|\n${keyRows.join("\n")}\n\n`);
    const commandRows = extraCommands.map(({ name, description }) => `| \`:${name}\` | ${cell(description)} |`);
    expect(between("commands", text)).to.equal(`\n| command | does |\n|---|---|\n${commandRows.join("\n")}\n\n`);
  });
});

describe("the board without a terminal", () => {
  const fake = fakeSession();

  it("prints the open incidents to a pipe, without escape codes", async () => {
    await fake.serve({ "GET /incidents": json([incident({ title: "bad\u001b[2J title" })]) });
    for (const args of [[], ["board"]]) {
      const { code, stdout } = await tocsin(args, { env: { ...fake.env, FORCE_COLOR: "0" } });
      expect(code).to.equal(0);
      expect(stdout).to.contain("019353e1-0000-7000-8000-000000000001\tCRITICAL\tOPEN").and.not.contain("\u001b");
    }
    expect(fake.server.requests[0]?.url).to.contain("status=OPEN");
  });

  it("prints a table and a hint on a dumb terminal and in CI", async () => {
    await fake.serve({ "GET /incidents": json([incident()]) });
    for (const env of [{ TERM: "dumb" }, { CI: "true" }]) {
      const shown = await onTerminal(["board"], { columns: 80, env: { ...fake.env, NO_COLOR: "1", ...env } });
      expect(shown).to.contain("SEVERITY").and.contain("All commands: tocsin help").and.not.contain("\u001b");
    }
  });

  it("explains how to log in if there is no login", async () => {
    const { code, stderr } = await tocsin([], { env: {} });
    expect(code).to.equal(4);
    expect(stderr).to.contain("You are not logged in.");
  });
});
