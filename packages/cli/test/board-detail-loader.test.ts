import type { Tocsin } from "@tocsin/sdk";
import { expect } from "chai";
import { type BoardEvent, reduceBoard } from "../src/board/board-reducer.ts";
import { createDetailLoader } from "../src/board/detail-loader.ts";
import { boardWith, numbered, pressKeys } from "./board-states.ts";

/** Calls back until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("the details of a selected incident", () => {
  it("contain all permitted parts, and report a missing permission once", async () => {
    const denied = () =>
      Promise.reject(Object.assign(new Error("The token lacks remediation:view."), { name: "PermissionError" }));
    const client = {
      incidents: { timelineEvents: async () => [] },
      comments: { list: async () => ({ items: [] }) },
      remediation: { history: denied },
    } as unknown as Tocsin;
    const leave = new AbortController();
    let state = boardWith(numbered(2));
    const failures: string[] = [];
    const dispatch = (event: BoardEvent) => {
      if (event.type === "failed") failures.push(event.text);
      state = reduceBoard(state, event).state;
    };
    const look = createDetailLoader({ client, signal: leave.signal, dispatch, state: () => state });
    try {
      for (const id of ["00000000-id", "00000001-id"]) {
        look.update(state);
        await until(() => state.details.has(id));
        expect(state.details.get(id)).to.deep.equal({ timeline: [], comments: [] });
        state = pressKeys(state, "j").state;
      }
    } finally {
      leave.abort();
    }
    expect(failures).to.have.length(1);
    expect(failures[0]).to.contain("The token lacks remediation:view.");
  });
});
