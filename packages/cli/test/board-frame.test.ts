import { expect } from "chai";
import stringWidth from "string-width";
import { boardFrame } from "../src/board/board-frame.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import { plainPaint } from "../src/text/paint.ts";
import { action, afterEvents, boardWith, now, numbered, pressKeys } from "./board-states.ts";
import { full, hostile, modes } from "./board-view-states.ts";

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

  it("has constant sentences for a screen reader", () => {
    const lines = screenReaderLines(afterEvents(full(80), { type: "failed", text: "no." }), now);
    expect(lines).to.include("Tocsin board. Live.").and.include("Section unacknowledged, 50 rows.");
    expect(lines.join("\n")).to.contain("Row 1 of 50: CRITICAL, OPEN, checkout: number 0").and.contain("Failed: no.");
    expect(lines.join("\n")).not.to.match(/[│▁█●]/);
  });
});
