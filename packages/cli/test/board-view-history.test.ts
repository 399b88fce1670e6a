import { expect } from "chai";
import type { BoardState } from "../src/board/board-state.ts";
import { boardWith, numbered, pressKeys } from "./board-states.ts";

describe("the view history of a board", () => {
  const board = boardWith(numbered(3));
  const view = ({ section, openedId, tab }: BoardState) => [section, openedId, ...(openedId ? [tab] : [])];
  const at = (...keys: readonly string[]) => view(pressKeys(board, ...keys).state);
  const timeline = ["unacknowledged", "00000000-id", "timeline"];

  it("goes back and forward step by step", () => {
    expect(at("t", "3", "[")).to.deep.equal(timeline);
    expect(at("t", "3", "[", "[")).to.deep.equal(["unacknowledged", undefined]);
    expect(at("t", "3", "[", "[", "]", "]")).to.deep.equal(["critical", undefined]);
    expect(at("[")).to.deep.equal(["unacknowledged", undefined]);
    expect(at("3", "]")).to.deep.equal(["critical", undefined]);
  });

  it("drops later views when a new view is opened from the middle", () => {
    expect(at("t", "3", "[", "5", "]")).to.deep.equal(["all", undefined]);
    expect(at("t", "3", "[", "5", "[")).to.deep.equal(timeline);
  });

  it("switches between the last two views", () => {
    expect(at("t", "3", "-")).to.deep.equal(timeline);
    expect(at("t", "3", "-", "-")).to.deep.equal(["critical", undefined]);
    expect(at("t", "3", "[", "-")).to.deep.equal(["critical", undefined]);
    expect(at("-")).to.deep.equal(["unacknowledged", undefined]);
  });

  it("ignores selection and scrolling", () => {
    expect(at("t", "j", "j", "3", "j", "[")).to.deep.equal(timeline);
  });
});

describe("scrolling on a board", () => {
  it("stops at the end", () => {
    const top = (...keys: readonly string[]) => {
      const { mode } = pressKeys(boardWith([], { size: { columns: 80, rows: 20 } }), "?", ...keys).state;
      return mode.kind === "help" ? mode.top : undefined;
    };
    const end = top("G") ?? 0;
    expect(end).to.be.greaterThan(0);
    expect(top("G", "j", "j", "pagedown")).to.equal(end);
    expect(top("G", "j", "j", "k")).to.equal(end - 1);
  });
});
