import { expect } from "chai";
import { commandForKey, keyBindings } from "../src/board/key-bindings.ts";
import { keyNames } from "../src/board/key-names.ts";
import { action, afterEvents, boardWith, numbered, pressKeys, type } from "./board-states.ts";

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
