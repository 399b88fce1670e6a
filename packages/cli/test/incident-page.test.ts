import { readFile } from "node:fs/promises";
import { expect } from "chai";
import stringWidth from "string-width";
import { authorText } from "../src/format/author.ts";
import { incidentDetails } from "../src/format/incident-details.ts";
import { plainPaint } from "../src/text/paint.ts";
import { wrap } from "../src/text/wrap.ts";
import { incident } from "./fake-tocsin.ts";

describe("authorText", () => {
  it("shows the subject of the token before the claimed author", () => {
    expect(authorText("Grace", "deploy-bot")).to.equal("deploy-bot as Grace");
    expect(authorText("Grace\u200b", "Grace")).to.equal("Grace");
    expect(authorText("Ada as Grace", "deploy-bot")).to.equal("deploy-bot as Ada as Grace");
    expect(authorText("Grace", null)).to.equal("Grace (unverified)");
    expect(authorText(null, "Grace")).to.equal("Grace");
    expect(authorText("Grace", undefined)).to.equal("Grace");
  });
});

describe("the status of a simulated action", () => {
  it("has the same text as in the daemon", async () => {
    const [own, daemons] = await Promise.all(
      ["../src/format/action-status.ts", "../../daemon/src/remediate/actions/describe-action.ts"].map(async (file) => {
        const text = await readFile(new URL(file, import.meta.url), "utf8");
        return /Readonly<Record<ActionStatus, string>> = \{\n( {2}PENDING_APPROVAL: "PENDING_APPROVAL \([^}]*)\}/.exec(
          text,
        )?.[1];
      }),
    );
    expect(own).to.be.a("string").and.equal(daemons);
  });
});

describe("a page about an incident", () => {
  const sentence = "payments-gateway-eu-central held more connections than its limit allows for 支払い requests";
  const entry = {
    id: "t",
    incidentId: "i",
    type: "incident_created" as const,
    title: `Incident opened: ${sentence}`,
    detail: sentence,
    metadata: {},
    createdAt: "2026-11-20T08:00:00.000Z",
    actor: "system",
  };
  const page = (width: number, more: object = {}) =>
    incidentDetails(
      incident({ title: sentence, description: sentence, ...more }),
      { timeline: [entry] },
      {
        width,
        now: Date.parse("2026-11-20T08:05:00Z"),
        paint: plainPaint,
      },
    );

  it("breaks lines between words at any width", () => {
    const services = Array.from({ length: 20 }, (_, index) => `service-${index}`);
    const known = new Set(page(1_000, { affectedServices: services }).split(/\s+/));
    for (const width of [50, 60, 80]) {
      const text = page(width, { affectedServices: services });
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
      for (const word of text.split(/\s+/)) expect(known, `a part of a word at ${width} cells`).to.include(word);
    }
  });

  it("prints a sentence once that is title, description and detail", () => {
    expect(page(200).split(sentence)).to.have.length(2);
    expect(page(200)).to.contain("Incident opened (system)");
    expect(page(200, { description: "Something else." })).to.contain("Something else.");
  });

  it("cuts only words that are longer than a line", () => {
    expect(wrap(`short ${"x".repeat(45)} end`, 20).split("\n")).to.deep.equal([
      `short ${"x".repeat(14)}`,
      "x".repeat(20),
      `${"x".repeat(11)} end`,
    ]);
  });
});
