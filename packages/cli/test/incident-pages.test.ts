import { expect } from "chai";
import stringWidth from "string-width";
import { commentsText } from "../src/format/comment.ts";
import { incidentDetails } from "../src/format/incident-details.ts";
import { similarText } from "../src/format/similar-incidents.ts";
import { timelineEntry } from "../src/format/timeline.ts";
import { plainPaint } from "../src/text/paint.ts";
import { incident } from "./fake-tocsin.ts";
import { around, comment, entry, first, similar } from "./incident-samples.ts";

const now = Date.parse("2026-11-20T08:05:00Z");
const page = (width: number): string => incidentDetails(first, around, { width, now, paint: plainPaint });

describe("pages about incidents", () => {
  for (const width of [40, 80, 200])
    it(`fit ${width} cells, without control sequences`, () => {
      const text = [
        page(width),
        commentsText(around.comments ?? [], { width, now, paint: plainPaint }),
        similarText([similar], { width, now, paint: plainPaint }),
        timelineEntry(entry(1), [], { width, paint: plainPaint }),
      ].join("\n");
      expect(text).not.to.match(/[\u0000-\u0008\u000b-\u001f\u202e]/);
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });

  it("show facts and pending actions first, and the timeline last", () => {
    const places = ["CRITICAL", "Ada Lovelace", "pending approval", "Runbooks", "Related", "Comments", "Timeline"];
    const found = places.map((words) => page(80).indexOf(words));
    expect(found).not.to.include(-1);
    expect(found).to.deep.equal(found.toSorted((one, other) => one - other));
  });

  it("show pending actions first, with the command to approve them", () => {
    const lines = page(120).split("\n");
    const waiting = lines.findIndex((line) => line.includes("pending approval: restart-service of checkout in prod"));
    expect(lines[waiting]).to.contain("requested by grace, expires in 10m");
    expect(lines[waiting + 1]).to.match(/remediation approve 3f2a9c1e$/);
    expect(lines[waiting + 2]).to.contain("delete-pod of checkout in prod: EXECUTING 5m ago");
    expect(lines[waiting + 3]).to.contain("scale-service of checkout in prod: FAILED 5m ago, made up");
  });

  it("show the newest items of long parts, with the command for the rest", () => {
    const text = page(100);
    expect(text).to.contain("… 4 earlier: tocsin incident timeline 019353e1");
    expect(text).not.to.contain("Entry 4 ").and.not.contain("Comment 1");
    expect(text).to.contain("Entry 5 ").and.contain("Entry 14 ").and.contain("Comment 4");
    expect(text).to.contain("… 2 more: tocsin incident related 019353e1");
    expect(text).to.contain("… earlier ones: tocsin incident comment list 019353e1");
  });

  it("show a comment once that the timeline quotes", () => {
    const said = { ...comment(1), body: "The pool." };
    const quoted = entry(1, { type: "comment_added", detail: "The pool." });
    const text = incidentDetails(
      first,
      { comments: [said], timeline: [quoted] },
      { width: 80, now, paint: plainPaint },
    );
    expect(text.split("The pool.")).to.have.length(2);
  });

  it("show how to acknowledge an active incident without an assignee", () => {
    const text = (status: "OPEN" | "CLOSED") =>
      incidentDetails(incident({ status }), {}, { width: 80, now, paint: plainPaint });
    expect(text("OPEN")).to.contain("nobody; to acknowledge: tocsin incident ack 019353e1");
    expect(text("CLOSED")).not.to.contain("to take it");
  });
});
