import { expect } from "chai";
import type { BoardState } from "../src/board/board-state.ts";
import { boardWith, numbered, press } from "./board-states.ts";

describe("the way through a board", () => {
  const board = boardWith(numbered(3));
  const view = ({ section, openedId, tab }: BoardState) => [section, openedId, ...(openedId ? [tab] : [])];
  const at = (...keys: readonly string[]) => view(press(board, ...keys).state);
  const timeline = ["unacknowledged", "00000000-id", "timeline"];

  it("leads back step by step, and forth again", () => {
    expect(at("t", "3", "[")).to.deep.equal(timeline);
    expect(at("t", "3", "[", "[")).to.deep.equal(["unacknowledged", undefined]);
    expect(at("t", "3", "[", "[", "]", "]")).to.deep.equal(["critical", undefined]);
    expect(at("[")).to.deep.equal(["unacknowledged", undefined]);
    expect(at("3", "]")).to.deep.equal(["critical", undefined]);
  });

  it("begins anew where somebody goes elsewhere from the middle", () => {
    expect(at("t", "3", "[", "5", "]")).to.deep.equal(["all", undefined]);
    expect(at("t", "3", "[", "5", "[")).to.deep.equal(timeline);
  });

  it("leads to the view that was left last, and back to this one", () => {
    expect(at("t", "3", "-")).to.deep.equal(timeline);
    expect(at("t", "3", "-", "-")).to.deep.equal(["critical", undefined]);
    expect(at("t", "3", "[", "-")).to.deep.equal(["critical", undefined]);
    expect(at("-")).to.deep.equal(["unacknowledged", undefined]);
  });

  it("counts rows and scrolling as no step", () => {
    expect(at("t", "j", "j", "3", "j", "[")).to.deep.equal(timeline);
  });
});

describe("what is scrolled on a board", () => {
  it("goes no further than its end, so that the way back begins at once", () => {
    const top = (...keys: readonly string[]) => {
      const { mode } = press(boardWith([], { size: { columns: 80, rows: 20 } }), "?", ...keys).state;
      return mode.kind === "help" ? mode.top : undefined;
    };
    const end = top("G") ?? 0;
    expect(end).to.be.greaterThan(0);
    expect(top("G", "j", "j", "pagedown")).to.equal(end);
    expect(top("G", "j", "j", "k")).to.equal(end - 1);
  });
});
