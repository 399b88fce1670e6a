/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { EventEmitter } from "node:events";
import { expect } from "chai";
import { render } from "ink";
import { cleanup, render as renderAt100 } from "ink-testing-library";
import stringWidth from "string-width";
import { boardFrame } from "../src/board/board-frame.ts";
import { type BoardEvent, reduceBoard } from "../src/board/board-reducer.ts";
import type { BoardState } from "../src/board/board-state.ts";
import type { BoardStore } from "../src/board/board-store.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import { plainPaint } from "../src/text/paint.ts";
import { BoardView } from "../src/views/board-view.tsx";
import { action, afterEvents, boardWith, now, numbered, pressKeys } from "./board-states.ts";
import { incident } from "./fake-tocsin.ts";

const hostile = "bad\u001b]0;pwned\u0007 \u001b[2J\u202e\u009b31mtitle\nnext\ttab";

const details = {
  timeline: [
    {
      id: "t",
      incidentId: "00000000-id",
      type: "note",
      title: "Looked at it",
      detail: "nothing",
      metadata: {},
      createdAt: "2026-11-20T08:00:00Z",
      actor: "ada",
    },
  ],
  comments: [],
  actions: [action()],
  runbooks: { runbooks: [], linkedRunbookIds: [], sources: {}, ranking: [] },
} as unknown as Extract<BoardEvent, { type: "details" }>["details"];

const full = (columns: number, rows = 30): BoardState =>
  boardWith(
    numbered(50),
    { size: { columns, rows } },
    { type: "pending", actions: [action()] },
    { type: "details", id: "00000000-id", details },
    { type: "hours", hours: Array.from({ length: 24 }, (_, hour) => hour) },
  );

/** The board in each of its modes. */
const modes: Readonly<Record<string, readonly string[]>> = {
  list: [],
  overview: ["enter"],
  timeline: ["t"],
  evidence: ["e"],
  actions: ["p"],
  runbooks: ["b"],
  approvals: ["4"],
  "approvals, read": ["4", "enter"],
  help: ["?"],
  command: [":", "a"],
  filter: ["/", "n"],
  comment: ["c", ..."a long comment that goes on and on and on, beyond what a line of a narrow terminal holds"],
  assign: ["A"],
  "to resolve": ["r"],
  "to approve": ["4", "y"],
  "to reject": ["4", "n"],
};

describe("the frame of a board", () => {
  for (const columns of [40, 80, 120, 250])
    for (const [mode, keys] of Object.entries(modes))
      it(`fits ${columns} columns: ${mode}`, () => {
        for (const rows of [10, 30]) {
          const lines = boardFrame(pressKeys(full(columns, rows), ...keys).state, now, plainPaint);
          expect(lines).to.have.length(rows - 1);
          for (const line of lines) expect(stringWidth(line), line).to.be.at.most(columns);
        }
      });

  it("has list and detail side by side on wide terminals, and one of them on narrow ones", () => {
    expect(boardFrame(full(120), now, plainPaint).join("\n"))
      .to.match(/> .*number 0.*│ .*number 0/)
      .and.contain("Looked at it");
    const narrow = boardFrame(full(40), now, plainPaint).join("\n");
    expect(narrow).to.contain("number 1").and.not.contain("Looked at it");
    expect(boardFrame(pressKeys(full(40), "t").state, now, plainPaint).join("\n"))
      .to.contain("Looked at it")
      .and.not.contain("number 1 ");
  });

  it("is complete without colours", () => {
    const frame = boardFrame(full(120), now, plainPaint).join("\n");
    expect(frame)
      .to.contain("● live  CRITICAL 50  HIGH 0")
      .and.contain("[2 unacknowledged 50]")
      .and.contain("> CRITICAL number 0");
  });

  it("shows every section on the narrowest terminal, also with 10,000 incidents", () => {
    const many = boardWith(numbered(10_000), { size: { columns: 40, rows: 20 } });
    expect(boardFrame(many, now, plainPaint)[1]).to.match(/^1 0 \[2 unacked 10000\] 3 10000 4 0/);
    const fewer = boardWith(numbered(5_000), { size: { columns: 40, rows: 20 } });
    expect(boardFrame(fewer, now, plainPaint)[1]).to.equal("1 0 [2 unacked 5000] 3 5000 4 0 5 5000");
  });

  it("shows no counts before the first read", () => {
    const connecting = afterEvents(boardWith([]), { type: "connection", connection: { kind: "connecting" } });
    expect(boardFrame(connecting, now, plainPaint)[0])
      .to.contain("○ connecting")
      .and.not.contain("CRITICAL");
  });

  it("draws a sparkline of the last day", () => {
    expect(boardFrame(full(120), now, plainPaint)[0]).to.match(/▁.*█ 24 h, max 23\/h/);
  });

  it("shows a lost connection with the age of the data and the next retry", () => {
    const lost = { kind: "lost", since: now - 12_000, retryAt: now + 4_000, reason: `${hostile} refused` } as const;
    for (const columns of [40, 120]) {
      const [head = ""] = boardFrame(
        afterEvents(full(columns), { type: "connection", connection: lost }),
        now,
        plainPaint,
      );
      expect(head).to.contain("STALE 12 s, retrying in 4 s").and.not.contain("live");
      expect(stringWidth(head)).to.be.at.most(columns);
    }
    const final = afterEvents(full(120), { type: "connection", connection: { ...lost, retryAt: undefined } });
    expect(boardFrame(final, now, plainPaint)[0]).to.contain("not connected, ctrl-r retries");
  });

  it("shows the progress of reading the list", () => {
    const partly = (done: boolean) =>
      afterEvents(full(250), { type: "loaded", loaded: { count: 10_000, total: 12_345, isComplete: done } });
    expect(boardFrame(partly(false), now, plainPaint)[0]).to.contain("loading 10000 of 12345");
    expect(boardFrame(partly(true), now, plainPaint)[0]).to.contain("first 10000 of 12345");
  });

  it("shows action, target, parameters, blast radius, policy and violations before an approval", () => {
    const violations = ["freeze: no changes today"];
    const blocked = afterEvents(full(120), {
      type: "blocked",
      action: action(),
      violations,
      detail: "It still waits.",
    });
    const frame = boardFrame(blocked, now, plainPaint).join("\n");
    for (const part of [
      "Approve simulated restart-service of checkout in production?",
      "deployment checkout, namespace shop",
      "replicas 3",
      "2 services may be affected",
      "production-by-hand says manual",
      "freeze: no changes today",
      "Reason: ",
    ])
      expect(frame).to.contain(part);
  });

  it("has no control sequences of a server in any mode", () => {
    const bad = incident({
      id: "00000000-id",
      title: hostile,
      description: hostile,
      affectedServices: [hostile],
      primaryService: hostile,
      environment: hostile,
    });
    const worse = action({
      actionType: hostile,
      performedBy: hostile,
      serviceName: hostile,
      parameters: { [hostile]: hostile },
      details: { policy: { rules: [{ rule: hostile, says: hostile, reason: hostile }] } },
    });
    const member = {
      id: "m1",
      name: hostile,
      email: hostile,
      role: null,
      avatarUrl: null,
      isOnCall: true,
      createdAt: "",
    };
    const entry = { ...details.timeline?.[0], title: hostile, detail: hostile, actor: hostile };
    const state = boardWith(
      [bad],
      { address: hostile },
      { type: "pending", actions: [worse] },
      { type: "team", team: [member], memberId: undefined },
      {
        type: "details",
        id: "00000000-id",
        details: { ...details, timeline: [entry], actions: [worse] } as typeof details,
      },
      { type: "progress", lines: new Map([["00000000-id", hostile]]) },
      { type: "failed", text: hostile },
      { type: "done", text: hostile },
    );
    for (const [mode, keys] of Object.entries(modes)) {
      const { state: shown } = pressKeys(state, ...keys);
      const lines = [...boardFrame(shown, now, plainPaint), ...screenReaderLines(shown, now)];
      for (const line of lines) expect(line, mode).not.to.match(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });

  it("has constant sentences for a screen reader", () => {
    const lines = screenReaderLines(afterEvents(full(80), { type: "failed", text: "no." }), now);
    expect(lines).to.include("Tocsin board. Live.").and.include("Section unacknowledged, 50 rows.");
    expect(lines.join("\n")).to.contain("Row 1 of 50: CRITICAL, OPEN, checkout: number 0").and.contain("Failed: no.");
    expect(lines.join("\n")).not.to.match(/[│▁█●]/);
  });
});

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
