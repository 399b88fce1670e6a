import { expect } from "chai";
import { withoutInvisible } from "../../src/kernel/invisible-characters.ts";
import { createLogger } from "../../src/kernel/logger.ts";
import { toPrintable } from "../../src/kernel/printable-text.ts";
import { toSingleLine } from "../../src/kernel/single-line.ts";

const hidden =
  /\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{e0000}-\u{e0fff}]/u;
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

describe("Characters that nobody sees", () => {
  it("are taken out of lines and texts, each of them", () => {
    const codes = Array.from({ length: 0xe1000 }, (_, code) => code).filter((code) => code >> 11 !== 0x1b);
    const each = codes.map((code) => `a${String.fromCodePoint(code)}b`).join("");
    for (const clean of [(text: string) => toSingleLine(text, each.length), toPrintable]) {
      const text = clean(each);
      const left = hidden.exec(text) ?? control.exec(text.replace(/[\n\t]/g, ""));
      expect(left?.[0].codePointAt(0)?.toString(16)).to.equal(undefined);
    }
  });

  it("stay where emoji are made of them", () => {
    for (const emoji of ["👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️‍🔥", "👩🏽‍🚒", "☠️", "1️⃣", "🇩🇪"]) {
      expect([withoutInvisible(emoji), toSingleLine(emoji)]).to.deep.equal([emoji, emoji]);
    }
    expect(toSingleLine("🚨\u200d a\u200db 1\ufe0f 🏴\u{e0067}\u{e0062}\u{e007f}")).to.equal("🚨 ab 1 🏴");
  });

  it("never reach the log, in whatever depth of a field, nor do sequences of a terminal", () => {
    const written: string[] = [];
    const logger = createLogger("info", { write: (text: string) => void written.push(text) });
    const hostile = "x\u001b]0;pwned\u0007\u009b31m\u200b\u{e0041}\u202ey";
    const error = new Error(hostile);
    logger.warn(`refused ${hostile}`, { hostile, error, list: [{ [hostile]: hostile }], at: new Date(0), count: 3 });
    const entry = JSON.parse(written.join("")) as Record<string, unknown>;
    expect(JSON.stringify(entry))
      .to.not.match(hidden)
      .and.not.match(/\\u001b|[\u0080-\u009f]/);
    expect(entry).to.include({ message: "refused x]0;pwned31my", count: 3, at: "1970-01-01T00:00:00.000Z" });
    expect((entry["error"] as { stack: string }).stack).to.include("\n");
  });
});
