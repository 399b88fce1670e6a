import { expect } from "chai";
import { boardFrame } from "../src/board/board-frame.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import { plainPaint } from "../src/text/paint.ts";
import { action, boardWith, now, pressKeys } from "./board-states.ts";
import { details, hostile, modes } from "./board-view-states.ts";
import { incident } from "./fake-tocsin.ts";

describe("hostile text on a board", () => {
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
});
