import type { BoardEvent } from "../src/board/board-reducer.ts";
import type { BoardState } from "../src/board/board-state.ts";
import { action, boardWith, numbered } from "./board-states.ts";

export const details = {
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

export const full = (columns: number, rows = 30): BoardState =>
  boardWith(
    numbered(50),
    { size: { columns, rows } },
    { type: "pending", actions: [action()] },
    { type: "details", id: "00000000-id", details },
    { type: "hours", hours: Array.from({ length: 24 }, (_, hour) => hour) },
  );

export const hostile = "bad\u001b]0;pwned\u0007 \u001b[2J\u202e\u009b31mtitle\nnext\ttab";

/** The board in each of its modes. */
export const modes: Readonly<Record<string, readonly string[]>> = {
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
