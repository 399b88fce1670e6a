import type { IngestionRefusal } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { boardFrame } from "../src/board/board-frame.ts";
import type { BoardState } from "../src/board/board-state.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import { plainPaint } from "../src/text/paint.ts";
import { afterEvents, boardWith, now, numbered, pressKeys } from "./board-states.ts";
import { refusal, whole } from "./refusal-samples.ts";

describe("the board's warning of refused telemetry", () => {
  const warned = (columns: number, rows = 30, ...refusals: readonly IngestionRefusal[]): BoardState =>
    afterEvents(boardWith(numbered(50), { size: { columns, rows } }), {
      type: "refusals",
      refusals: refusals.length > 0 ? refusals : [refusal()],
    });

  for (const columns of [40, 60, 80, 120, 250])
    it(`shows the advice without a key, at ${columns} columns`, () => {
      for (const rows of [12, 30]) {
        const lines = boardFrame(warned(columns, rows), now, plainPaint);
        expect(lines).to.have.length(rows - 1);
        for (const line of lines) expect(stringWidth(line), line).to.be.at.most(columns);
        expect(lines.some((line) => line.includes("x-organization-id: shop."))).to.equal(true);
        expect(whole(lines))
          .to.match(/! Telemetry without the header x-organization-id was refused 12 times, last at \d\d:03\./)
          .and.contain("Send the header x-organization-id: shop.")
          .and.contain("[2 un");
      }
    });

  it("stays visible in every mode", () => {
    for (const keys of [["enter"], ["?"], ["c", "x"], ["r"], ["4"]])
      expect(whole(boardFrame(pressKeys(warned(80), ...keys).state, now, plainPaint))).to.contain(
        "x-organization-id: shop",
      );
  });

  it("is missing without refusals, and disappears with them", () => {
    const gone = afterEvents(warned(80), { type: "refusals", refusals: [] });
    expect(boardFrame(gone, now, plainPaint)).to.deep.equal(
      boardFrame(boardWith(numbered(50), { size: { columns: 80, rows: 30 } }), now, plainPaint),
    );
  });

  it("is dismissed by esc after everything else, until more is refused", () => {
    const filtered = pressKeys(warned(80), "/", "n", "enter").state;
    const once = pressKeys(filtered, "escape").state;
    expect(once.filter).to.equal("");
    expect(whole(boardFrame(once, now, plainPaint))).to.contain("was refused");
    const away = pressKeys(once, "escape").state;
    expect(whole(boardFrame(away, now, plainPaint))).not.to.contain("was refused");
    const same = afterEvents(away, { type: "refusals", refusals: [refusal()] });
    expect(whole(boardFrame(same, now, plainPaint))).not.to.contain("was refused");
    const again = afterEvents(away, {
      type: "refusals",
      refusals: [refusal({ count: 13, lastAt: "2026-11-20T08:04:00.000Z" })],
    });
    expect(whole(boardFrame(again, now, plainPaint))).to.contain("was refused 13 times");
  });

  it("shows a reason and the count of others", () => {
    const full = refusal({ reason: "service_limit", organizationId: "shop", advice: "Raise TOCSIN_SERVICES_MAX" });
    expect(whole(boardFrame(warned(120, 30, full, refusal()), now, plainPaint)))
      .to.contain("Telemetry of services beyond the organization's limit was refused 12 times")
      .and.contain("Raise TOCSIN_SERVICES_MAX. 1 more: tocsin doctor");
  });

  it("is a constant sentence for a screen reader", () => {
    const before = screenReaderLines(warned(80), now);
    expect(before).to.include(
      "Warning: Telemetry without the header x-organization-id was refused. Send the header x-organization-id: shop.",
    );
    expect(
      screenReaderLines(warned(80, 30, refusal({ count: 99, lastAt: "2026-11-20T08:04:00.000Z" })), now),
    ).to.deep.equal(before);
  });

  it("has no control sequences of a server", () => {
    const hostile = "bad\u001b]0;pwned\u0007\u001b[2J\u202e\nnext";
    const bad = refusal({ advice: hostile, services: [hostile], reason: hostile as IngestionRefusal["reason"] });
    for (const line of [
      ...boardFrame(warned(80, 30, bad), now, plainPaint),
      ...screenReaderLines(warned(80, 30, bad), now),
    ])
      expect(line).not.to.match(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});
