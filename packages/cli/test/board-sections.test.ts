import { expect } from "chai";
import { selection, target } from "../src/board/board-state.ts";
import { matchMember } from "../src/board/match-member.ts";
import { compileFilter } from "../src/board/row-filter.ts";
import { sectionRows } from "../src/board/sections.ts";
import { action, afterEvents, boardWith, numbered, pressKeys, type } from "./board-states.ts";
import { incident } from "./fake-tocsin.ts";

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
