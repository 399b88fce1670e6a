import { expect } from "chai";
import stringWidth from "string-width";
import { fakeSession } from "./fake-session.ts";
import { incident, json } from "./fake-tocsin.ts";
import { hostile } from "./operations/document-server.ts";
import { onTerminal } from "./terminal.ts";

const TEN_MB = 10 * 1024 * 1024;

describe("a line of 10 MB in every field", function () {
  this.timeout(60_000);
  const fake = fakeSession();
  const huge = {
    "without a space": "x".repeat(TEN_MB),
    "of words": "word ".repeat(TEN_MB / 5),
    "of control sequences": hostile.repeat(Math.ceil(TEN_MB / hostile.length)),
    "of sequences that never end": "\u001b]0;".repeat(TEN_MB / 4),
    "of wide characters": "警報".repeat(TEN_MB / 6),
  };

  for (const [name, text] of Object.entries(huge))
    it(`${name} is shown in bounded space, and doesn't change the terminal`, async () => {
      const big = incident({ title: text, description: text, affectedServices: [text], primaryService: text });
      const entry = {
        id: "t",
        incidentId: big.id,
        type: "comment_added",
        title: text,
        detail: text,
        metadata: {},
        actor: text,
        createdAt: big.createdAt,
      };
      await fake.serve({
        "GET /incidents": json([big]),
        [`GET /incidents/${big.id}`]: json(big),
        [`GET /incidents/${big.id}/events`]: json([entry]),
        "GET /events/search": json([
          {
            id: big.id,
            kind: "log",
            service: text,
            level: "error",
            message: text,
            metadata: {},
            timestamp: big.createdAt,
            receivedAt: big.createdAt,
          },
        ]),
      });
      for (const words of [["incidents"], ["incident", "show", big.id], ["logs", "search", "x"]]) {
        const screen = await onTerminal(words, { columns: 80, env: { ...fake.env, NO_COLOR: "1" } });
        expect(screen.length, words.join(" ")).to.be.at.most(300_000);
        expect(screen, words.join(" ")).not.to.contain("\u001b");
        if (words[0] === "incidents")
          for (const line of screen.split("\n")) expect(stringWidth(line)).to.be.at.most(80);
      }
    });
});
