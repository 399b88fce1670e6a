import type { RemediationAction } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { boardFrame } from "../src/board/board-frame.ts";
import { reduceBoard } from "../src/board/board-reducer.ts";
import { detailLines } from "../src/board/detail-pane.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import { actionStatuses, statusCell, statusText } from "../src/format/action-status.ts";
import { listTable } from "../src/format/listing.ts";
import { actionListing, pendingListing } from "../src/format/remediation-action.ts";
import { plainPaint } from "../src/text/paint.ts";
import { action, boardWith, now, numbered, pressKeys } from "./board-states.ts";

describe("a simulated action in lists and on the board", () => {
  const withStatus = (status: RemediationAction["status"], mode: RemediationAction["mode"] = "simulate") =>
    action({ id: `a${actionStatuses.indexOf(status)}`, status, mode });
  const all = actionStatuses.map((status) => withStatus(status));

  it("has a simulated text in every status", () => {
    for (const status of actionStatuses) {
      expect(statusText({ status, mode: "simulate" })).to.match(/simulated/i);
      expect(statusCell({ status, mode: "simulate" }).text).to.contain("SIMULATED");
      expect(statusText({ status, mode: "live" })).to.equal(status);
      expect(statusCell({ status, mode: "live" }).text).to.equal(status);
    }
    expect(statusText({ status: "COMPLETED", mode: "simulate" })).to.equal("SIMULATED");
  });

  for (const width of [40, 80, 200]) {
    it(`says so in each row at ${width} cells`, () => {
      for (const listing of [actionListing(all), pendingListing(all)]) {
        const [, ...rows] = listTable(listing, { width, now, paint: plainPaint }).split("\n");
        expect(rows).to.have.length(all.length);
        for (const row of rows) {
          expect(row).to.contain("SIMULATED");
          expect(stringWidth(row)).to.be.at.most(width);
        }
      }
    });

    it(`says so on a board of ${width} columns, among approvals and in the incident's actions`, () => {
      const start = { size: { columns: width, rows: 60 } };
      const approvals = pressKeys(boardWith(numbered(2), start, { type: "pending", actions: [action()] }), "4").state;
      expect(boardFrame(approvals, now, plainPaint).join("\n")).to.contain("simulated restart");
      expect(screenReaderLines(approvals, now).join(" ")).to.contain("simulated restart-service");
      const id = "00000000-id";
      const details = { type: "details", id, details: { actions: [withStatus("COMPLETED")] } } as const;
      const opened = [{ type: "pending", actions: [] } as const, details].reduce(
        (state, event) => reduceBoard(state, event).state,
        pressKeys(boardWith(numbered(1), start), "enter").state,
      );
      for (const tab of ["overview", "actions"] as const) {
        const text = detailLines({ ...opened, tab }, now, plainPaint)
          .join(" ")
          .replace(/\s+/g, " ");
        expect(text, tab).to.contain("SIMULATED");
        expect(text, tab).not.to.contain("COMPLETED");
      }
    });
  }
});
