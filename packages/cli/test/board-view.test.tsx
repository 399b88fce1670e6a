/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { EventEmitter } from "node:events";
import { expect } from "chai";
import { render } from "ink";
import { cleanup, render as renderAt100 } from "ink-testing-library";
import stringWidth from "string-width";
import { reduceBoard } from "../src/board/board-reducer.ts";
import type { BoardState } from "../src/board/board-state.ts";
import type { BoardStore } from "../src/board/board-store.ts";
import { plainPaint } from "../src/text/paint.ts";
import { BoardView } from "../src/views/board-view.tsx";
import { full } from "./board-view-states.ts";

/** A board without a server. */
function boardOf(initial: BoardState): Pick<BoardStore, "state" | "subscribe" | "dispatch"> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch: (event) => {
      state = reduceBoard(state, event).state;
      for (const listener of listeners) listener();
    },
  };
}

/** Ink draws a little after a change. */
async function until(frame: () => string | undefined, isThere: (text: string) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 5_000 && !isThere(frame() ?? ""); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 2));
  expect(isThere(frame() ?? ""), frame()).to.equal(true);
}

describe("the view of a board", () => {
  afterEach(cleanup);

  it("draws the board, and handles keys", async () => {
    const board = boardOf(full(100));
    const { lastFrame, stdin } = renderAt100(
      <BoardView board={board} paint={plainPaint} isScreenReader={false} keys={true} />,
    );
    await until(lastFrame, (text) => text.includes("[2 unacknowledged 50]"));
    stdin.write("jj");
    await until(lastFrame, (text) => /> .*number 2 /.test(text));
    stdin.write("?");
    await until(lastFrame, (text) => text.includes("any key closes"));
    stdin.write("q");
    await until(lastFrame, (text) => text.includes("> ") && !text.includes("any key"));
  });

  it("ignores an answer typed before its question was visible", async () => {
    const board = boardOf(full(100));
    const { lastFrame, stdin } = renderAt100(
      <BoardView board={board} paint={plainPaint} isScreenReader={false} keys={true} />,
    );
    await until(lastFrame, (text) => text.includes("[2 unacknowledged 50]"));
    stdin.write("4yy\r");
    await until(lastFrame, (text) => text.includes("Approve simulated restart-service"));
    expect(board.state().mode).to.deep.include({ kind: "confirm", answer: "" });
    stdin.write("y");
    await until(
      () => JSON.stringify(board.state().mode),
      (text) => text.includes('"answer":"y"'),
    );
  });

  it("prints sentences for a screen reader", async () => {
    const { lastFrame } = renderAt100(
      <BoardView board={boardOf(full(100))} paint={plainPaint} isScreenReader={true} keys={false} />,
    );
    await until(lastFrame, (text) => text.includes("Row 1 of 50"));
  });

  it("follows a terminal from 250 columns to 40 and back", async () => {
    let frame = "";
    const stdout = Object.assign(new EventEmitter(), {
      columns: 250,
      rows: 30,
      isTTY: true,
      write: (text: string) => {
        frame = text;
        return true;
      },
    });
    const board = boardOf(full(250));
    const view = <BoardView board={board} paint={plainPaint} isScreenReader={false} keys={false} />;
    const { unmount } = render(view, {
      stdout: stdout as unknown as NodeJS.WriteStream,
      debug: true,
      patchConsole: false,
    });
    const widest = () => Math.max(...frame.split("\n").map((line) => stringWidth(line)));
    try {
      await until(
        () => frame,
        (text) => text.includes("│"),
      );
      for (const columns of [40, 120, 250, 80]) {
        stdout.columns = columns;
        stdout.emit("resize");
        await until(
          () => frame,
          (text) => text.includes("│") === columns >= 100 && widest() <= columns,
        );
        await until(
          () => String(board.state().size.columns),
          (text) => text === String(columns),
        );
      }
    } finally {
      unmount();
    }
  });
});
