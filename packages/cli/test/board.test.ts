import { readFileSync } from "node:fs";
import { expect } from "chai";
import { selection, target } from "../src/board/board-state.ts";
import { commandForKey, extraCommands, keyBindings, keyGroups, keyLabel } from "../src/board/key-bindings.ts";
import { keyNames } from "../src/board/key-names.ts";
import { matchMember } from "../src/board/match-member.ts";
import { compileFilter } from "../src/board/row-filter.ts";
import { sectionRows } from "../src/board/sections.ts";
import { nextConnection } from "../src/board/stream-follower.ts";
import { action, afterEvents, boardWith, numbered, pressKeys, type } from "./board-states.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";
import { onTerminal } from "./terminal.ts";

const ada = {
  id: "m1",
  name: "Ada",
  email: "ada@example.com",
  role: null,
  avatarUrl: null,
  isOnCall: true,
  createdAt: "",
};
const alan = { ...ada, id: "m2", name: "Alan", email: "alan@example.com", isOnCall: false };
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.slice(0, 8));

describe("sections of a board", () => {
  const state = boardWith(
    [
      incident({ id: "low-open", severity: "LOW" }),
      incident({ id: "mine-hig", severity: "HIGH", status: "INVESTIGATING", assigneeId: "m1" }),
      incident({ id: "critical", status: "REMEDIATING" }),
      incident({ id: "resolved", status: "RESOLVED", assigneeId: "m1" }),
      incident({ id: "merged--", parentIncidentId: "critical" }),
    ],
    {},
    { type: "team", team: [ada], memberId: "m1" },
    { type: "pending", actions: [action()] },
  );

  it("contain active incidents by severity, without merged ones", () => {
    expect(ids(sectionRows("mine", state))).to.deep.equal(["mine-hig"]);
    expect(ids(sectionRows("unacknowledged", state))).to.deep.equal(["low-open"]);
    expect(ids(sectionRows("critical", state))).to.deep.equal(["critical"]);
    expect(ids(sectionRows("approvals", state))).to.deep.equal(["a0000001"]);
    expect(ids(sectionRows("all", state))).to.deep.equal(["resolved", "critical", "mine-hig", "low-open"]);
  });

  it("follow changes of incidents, and ignore older versions", () => {
    const moved = incident({
      id: "low-open",
      severity: "LOW",
      status: "INVESTIGATING",
      updatedAt: "2026-11-20T08:01:00.000Z",
    });
    const after = afterEvents(state, { type: "changed", incidents: [moved] });
    expect(sectionRows("unacknowledged", after)).to.deep.equal([]);
    const late = afterEvents(after, { type: "changed", incidents: [incident({ id: "low-open", severity: "LOW" })] });
    expect(sectionRows("unacknowledged", late)).to.deep.equal([]);
  });

  it("are computed once for many frames", () => {
    expect(sectionRows("critical", state)).to.equal(
      sectionRows("critical", afterEvents(state, { type: "done", text: "x" })),
    );
  });

  it("drop incidents that are gone after a complete read, but keep those that arrived meanwhile", () => {
    // However wrong the clock of either side is.
    const fresh = incident({ id: "new-one-", updatedAt: "1999-01-01T00:00:00.000Z" });
    const after = afterEvents(
      state,
      { type: "changed", incidents: [fresh] },
      { type: "settled", seen: new Set(["critical"]), before: state.incidents },
    );
    expect(ids(sectionRows("all", after))).to.have.members(["new-one-", "critical", "resolved"]);
  });

  it("find the user by name, email or id, but not if two members match", () => {
    expect(matchMember(["ADA"])([ada, alan])).to.equal("m1");
    expect(matchMember(["x", "alan@example.com"])([ada, alan])).to.equal("m2");
    expect(matchMember(["ada"])([ada, { ...alan, name: "ada" }])).to.equal(undefined);
  });
});

describe("the selection of a board", () => {
  it("follows its incident when others are inserted before it", () => {
    const { state } = pressKeys(boardWith(numbered(5)), "j", "j");
    const after = afterEvents(state, {
      type: "changed",
      incidents: [incident({ id: "newest", createdAt: "2026-11-21T00:00:00.000Z" })],
    });
    expect(selection(after)).to.deep.include({ index: 3 });
    expect(selection(after).row?.id).to.equal(selection(state).row?.id);
  });

  it("moves to the neighbour when its incident leaves the section, but not while the incident is open", () => {
    const { state } = pressKeys(boardWith(numbered(3)), "j");
    const gone = { ...numbered(3)[1], status: "RESOLVED", updatedAt: "2026-12-01T00:00:00.000Z" };
    const event = { type: "changed", incidents: [incident(gone as Parameters<typeof incident>[0])] } as const;
    expect(selection(afterEvents(state, event)).row?.id).to.equal("00000002-id");
    expect(target(afterEvents(pressKeys(state, "enter").state, event))?.id).to.equal("00000001-id");
  });

  it("moves by rows and pages within the list", () => {
    const state = boardWith(numbered(100));
    const at = (...keys: string[]) => selection(pressKeys(state, ...keys).state).index;
    expect([at("k"), at("down", "down", "up"), at("G"), at("G", "j"), at("G", "g")]).to.deep.equal([0, 1, 99, 99, 0]);
    expect(at("pagedown")).to.equal(24);
  });
});

describe("the filter of a board", () => {
  const passes = (filter: string) => compileFilter(filter)?.("checkout is down critical") ?? true;

  it("matches all words, excludes words after !, and is fuzzy after -f", () => {
    expect(["down CHECK", "down up", "!up", "!down", "-f ckdw", "-f wdkc", "", "!", "-f"].map(passes)).to.deep.equal([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      true,
      true,
    ]);
  });

  it("is cancelled by esc, applied by enter, and cleared by another esc", () => {
    const board = boardWith(numbered(30));
    const typing = pressKeys(board, "/", ...type("number 2"));
    expect(typing.state.filter).to.equal("number 2");
    expect(pressKeys(typing.state, "escape").state.filter).to.equal("");
    const kept = pressKeys(typing.state, "enter").state;
    expect(kept).to.deep.include({ filter: "number 2", mode: { kind: "browse" } });
    expect(pressKeys(kept, "escape").state.filter).to.equal("");
  });
});

describe("changes on a board", () => {
  const board = boardWith(numbered(4), {}, { type: "team", team: [ada, alan], memberId: "m1" });

  it("acknowledge at once and assign the incident to the user; u undoes it", () => {
    const { effects } = pressKeys(board, "a");
    const move = { id: "00000000-id", from: "OPEN", to: "INVESTIGATING" } as const;
    expect(effects).to.deep.equal([{ do: "status", moves: [move], takenBy: "m1" }]);
    const after = afterEvents(board, { type: "done", text: "moved", undo: [move] });
    expect(pressKeys(after, "u").effects).to.deep.equal([
      { do: "status", moves: [{ ...move, from: "INVESTIGATING", to: "OPEN" }] },
    ]);
  });

  it("resolve only after y and Enter, and not after Enter, n or esc", () => {
    expect(pressKeys(board, "r", "enter").effects).to.deep.equal([]);
    expect(pressKeys(board, "r", "n", "enter").effects).to.deep.equal([]);
    expect(pressKeys(board, "r", "y", "escape").effects).to.deep.equal([]);
    expect(pressKeys(board, "r", "y", "enter").effects).to.deep.equal([
      { do: "status", moves: [{ id: "00000000-id", from: "OPEN", to: "RESOLVED" }] },
    ]);
  });

  it("apply to all marked incidents", () => {
    const { effects } = pressKeys(board, " ", " ", "d");
    expect(effects).to.deep.equal([{ do: "diagnose", ids: ["00000000-id", "00000001-id"] }]);
    expect(pressKeys(board, " ", " ", "a").state.mode).to.have.nested.property("question.ids.length", 2);
  });

  it("assign to the chosen or named member, with the user first in the list", () => {
    expect(pressKeys(board, "A").state.mode).to.have.nested.property("choices[0].label", "Ada (on call)");
    const toAlan = [{ do: "assign", ids: ["00000000-id"], memberId: "m2", name: "Alan" }];
    expect(pressKeys(board, "A", "j", "enter").effects).to.deep.equal(toAlan);
    expect(pressKeys(board, ":", ...type("assign al"), "enter").effects).to.deep.equal(toAlan);
    expect(pressKeys(board, ":", ...type("assign a"), "enter").state.failures[0]).to.equal('"a" matches Ada, Alan.');
  });

  it("add the typed comment", () => {
    expect(pressKeys(board, "c", ...type("on it q"), "enter").effects).to.deep.equal([
      { do: "comment", ids: ["00000000-id"], body: "on it q" },
    ]);
  });

  it("give feedback at once, by key or command", () => {
    const one = { do: "feedback", ids: ["00000000-id"] };
    expect(pressKeys(board, "U").effects).to.deep.equal([{ ...one, verdict: "useful" }]);
    expect(pressKeys(board, ":", ...type("noise"), "enter").effects).to.deep.equal([{ ...one, verdict: "noise" }]);
    const { state, effects } = pressKeys(board, " ", " ", "N");
    expect(effects).to.deep.equal([{ do: "feedback", ids: ["00000000-id", "00000001-id"], verdict: "noise" }]);
    expect(state.marks.size).to.equal(0);
  });

  it("are refused for every key and command on a read-only board", () => {
    const readOnly = afterEvents({ ...board, readOnly: true }, { type: "pending", actions: [action()] });
    const changing = keyBindings.filter(({ group }) => group === "Change").flatMap((key) => key.keys);
    expect(changing).to.have.length.above(8);
    for (const key of changing)
      for (const before of [readOnly, pressKeys(readOnly, "4").state]) {
        const { state, effects } = pressKeys(before, key, "y", "enter");
        expect(effects, key).to.deep.equal([]);
        expect(state.failures[0], key).to.contain("read-only");
      }
    for (const line of ["assign ada", "comment x", "status closed", "resolve", "diagnose"]) {
      const { state, effects } = pressKeys(readOnly, ":", ...type(line), "enter");
      expect(effects, line).to.deep.equal([]);
      expect(state.failures[0], line).to.contain("read-only");
    }
    expect(pressKeys(board, ":", ...type("readonly"), "enter").state.readOnly).to.equal(true);
  });

  it("show failures until each is dismissed", () => {
    const failing = afterEvents(
      board,
      { type: "failed", text: "one" },
      { type: "failed", text: "two" },
      { type: "failed", text: "one" },
    );
    expect(pressKeys(failing, "j", "a").state.failures).to.deep.equal(["two", "one"]);
    expect(pressKeys(failing, "escape").state.failures).to.deep.equal(["one"]);
  });
});

describe("the command line of a board", () => {
  const board = boardWith(numbered(3), {}, { type: "team", team: [ada, alan], memberId: undefined });
  const run = (line: string) => pressKeys(board, ":", ...type(line), "enter");

  it("selects sections, opens incidents and quits", () => {
    expect(run("critical").state.section).to.equal("critical");
    expect(run("open 00000002").state.openedId).to.equal("00000002-id");
    expect(run("q").effects).to.deep.equal([{ do: "quit", interrupted: false }]);
    expect(run("filter number 1").state.filter).to.equal("number 1");
  });

  it("suggests the closest command", () => {
    expect(run("criticl").state.failures[0]).to.equal('Unknown command "criticl". Did you mean :critical?');
    for (const line of ["status gone", "status"])
      expect(run(line).state.failures[0]).to.contain("A status is one of OPEN");
    expect(run("open 0000000").state.failures[0]).to.contain("Several incident ids begin with");
  });

  it("completes commands and members, and has a history", () => {
    const text = (...pressed: string[]) => {
      const { mode } = pressKeys(board, ":", ...pressed).state;
      return mode.kind === "command" ? mode.text : undefined;
    };
    expect(text(...type("unack"), "tab")).to.equal("unacknowledged ");
    expect(text(...type("assign ad"), "tab")).to.equal("assign Ada");
    const later = pressKeys(run("critical").state, ":", "up").state.mode;
    expect(later).to.deep.include({ kind: "command", text: "critical" });
  });
});

describe("keys of a board", () => {
  const none = Object.fromEntries(
    "upArrow downArrow leftArrow rightArrow pageDown pageUp home end return escape ctrl shift tab backspace delete meta"
      .split(" ")
      .map((name) => [name, false]),
  ) as unknown as Parameters<typeof keyNames>[1];

  it("are counted one by one when many arrive at once, without control characters", () => {
    expect(keyNames("jj\r", none)).to.deep.equal(["j", "j", "enter"]);
    expect(keyNames("x\u0001\u001b", none)).to.deep.equal(["x"]);
    expect(keyNames("", { ...none, tab: true, shift: true })).to.deep.equal(["shift-tab"]);
    expect(keyNames("r", { ...none, ctrl: true })).to.deep.equal(["ctrl-r"]);
    expect(keyNames("y", { ...none, meta: true })).to.deep.equal([]);
  });

  it("have one command each", () => {
    const names = keyBindings.flatMap((key) => key.keys);
    expect(new Set(names).size).to.equal(names.length);
    expect(names.every((name) => commandForKey(name) !== undefined)).to.equal(true);
  });
});

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
