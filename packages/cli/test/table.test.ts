import { expect } from "chai";
import stringWidth from "string-width";
import { incidentTable } from "../src/format/incident.ts";
import { plainPaint } from "../src/text/paint.ts";
import { truncate } from "../src/text/truncate.ts";
import { incident } from "./fake-tocsin.ts";

/** All control characters except tab and line feed, direction marks and invisible characters. */
const dangerous =
  /\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{e0000}-\u{e0fff}]/u;

describe("table", () => {
  const incidents = [
    incident({
      title: "Error rate of payments above 34 % since the deployment of 8f3a2c1",
      affectedServices: ["payments-gateway-eu-central"],
      primaryService: "payments-gateway-eu-central",
    }),
    incident({
      id: "019353e2-0000-7000-8000-000000000001",
      title: "支払いサービスが応答しない 👩‍👩‍👧‍👦 ünïcödé",
      severity: "LOW",
      primaryService: "注文",
    }),
  ];
  const now = Date.parse("2026-11-20T08:05:00Z");

  for (const width of [40, 60, 80, 200]) {
    it(`fits ${width} cells, wide characters included, and keeps its columns aligned`, () => {
      const lines = incidentTable(incidents, width, now, plainPaint).split("\n");
      for (const line of lines) expect(stringWidth(line), line).to.be.at.most(width);
      const before = lines.map((line) => line.slice(0, line.search(/(?:TITLE|Er|支).*$/)));
      expect(new Set(before.map((text) => stringWidth(text)))).to.have.property("size", 1);
    });
  }

  it("looks like this at 80 cells", () => {
    expect(incidentTable(incidents, 80, now, plainPaint).split("\n")).to.deep.equal([
      "ID        SEVERITY  STATUS  SERVICE       TITLE                              AGE",
      "019353e1  CRITICAL  OPEN    payments-ga…  Error rate of payments above 34 …  5m",
      "019353e2  LOW       OPEN    注文          支払いサービスが応答しない 👩‍👩‍👧‍👦 ün…  5m",
    ]);
  });

  it("drops the service first when it is narrow, and keeps the count", () => {
    const title = "Fatal error in checkout-api: out of memory in worker 7";
    const [seen, once] = [incident({ title, duplicateCount: 1234 }), incident({ id: "bbb353e1", title })];
    const at = (width: number) => incidentTable([seen, once], width, now, plainPaint).split("\n");
    expect(at(60)).to.deep.equal([
      "ID        SEVERITY  STATUS  TITLE                 AGE",
      "019353e1  CRITICAL  OPEN    Fatal error in chec…  5m   ×1235",
      "bbb353e1  CRITICAL  OPEN    Fatal error in chec…  5m",
    ]);
    expect(at(50)[1]).to.equal("019353e1  CRITICAL  OPEN    Fatal error in…  ×1235");
    expect(at(140)[1]).to.contain("checkout  Fatal").and.contain(title);
  });

  it("cuts between graphemes", () => {
    expect(truncate("日本語", 4)).to.equal("日…");
    expect(truncate("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3)).to.equal("👩‍👩‍👧‍👦…");
    expect(truncate("abc", 3)).to.equal("abc");
  });

  it("has no control characters of a title", () => {
    const hostile = incident({ title: "x\u001b]0;pwned\u0007\ny", primaryService: "\u202eevil" });
    const text = incidentTable([hostile], 80, now, plainPaint);
    expect(text.split("\n")).to.have.length(2);
    expect(text.replaceAll("\n", "")).not.to.match(dangerous);
  });
});
