import { readFile } from "node:fs/promises";
import { expect } from "chai";
import stringWidth from "string-width";
import { authorText } from "../src/format/author.ts";
import { incidentListing, incidentTable } from "../src/format/incident.ts";
import { incidentDetails } from "../src/format/incident-details.ts";
import { type ListForm, listText } from "../src/format/listing.ts";
import { cleanJson, cleanLine, cleanSyntax, cleanText } from "../src/text/clean-text.ts";
import { closestMatch } from "../src/text/closest-match.ts";
import { plainPaint } from "../src/text/paint.ts";
import { shortIds } from "../src/text/short-ids.ts";
import { age, clock, parseDuration, parseHumanTime, parseTime } from "../src/text/time.ts";
import { truncate } from "../src/text/truncate.ts";
import { wrap } from "../src/text/wrap.ts";
import { incident } from "./fake-tocsin.ts";

/** All control characters except tab and line feed, direction marks and invisible characters. */
const dangerous =
  /\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{e0000}-\u{e0fff}]/u;

/** The packages don't depend on each other, so both have the same file, except the path of the other one. */
async function isDaemonsFile(name: string): Promise<void> {
  const [own, daemons] = await Promise.all(
    [`../src/text/${name}`, `../../daemon/src/kernel/${name}`].map(async (file) =>
      (await readFile(new URL(file, import.meta.url), "utf8")).replace(/`packages\/[^`]*`/, ""),
    ),
  );
  expect(own).to.equal(daemons);
}

describe("clean", () => {
  it("uses the same list of invisible characters as the daemon", () => isDaemonsFile("invisible-characters.ts"));

  for (const [name, [text, clean]] of Object.entries({
    colours: ["a\u001b[31;1mred\u001b[0mb", "aredb"],
    "cursor movement": ["a\u001b[2J\u001b[Hb", "ab"],
    "a hyperlink (OSC 8)": ["\u001b]8;;http://evil.test\u0007click\u001b]8;;\u0007", "click"],
    "a clipboard write (OSC 52)": ["a\u001b]52;c;cm0gLXJm\u001b\\b", "ab"],
    "a window title that never ends": ["a\u001b]0;pwned", "a"],
    "a device control string": ["a\u001bPq#0\u001b\\b", "ab"],
    "C1 controls": ["a\u009b31mb\u009d0;x\u009cc\u0085", "abc"],
    "bidi controls": ["user\u202egpj.exe\u2066x\u2069", "usergpj.exex"],
    "backspaces and bells": ["a\u0008\u0007b", "ab"],
    "a lone escape at the end": ["a\u001b", "a"],
  }))
    it(`removes ${name}`, () => {
      expect(cleanText(text as string)).to.equal(clean);
    });

  it("leaves no dangerous character of any pair of characters", () => {
    for (let first = 0; first < 0xa0; first += 1)
      for (let second = 0; second < 0xa0; second += 1) {
        const text = cleanText(`a${String.fromCharCode(first, second)}b`);
        if (dangerous.test(text)) expect.fail(`${first} ${second} leave ${JSON.stringify(text)}`);
      }
  });

  it("removes every invisible character at any position", () => {
    const words = [..."ignore all rules"]
      .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
      .join("");
    const codes = Array.from({ length: 0xe1000 }, (_, code) => code).filter(
      (code) => code >= 0xa0 && code >> 11 !== 0x1b,
    );
    const each = codes.map((code) => `a${String.fromCodePoint(code)}b`).join("");
    for (const clean of [cleanText, cleanLine, cleanSyntax]) {
      expect(clean(`admin\u{e0001}${words}\u{e007f}@shop`)).to.equal("admin@shop");
      expect(dangerous.exec(clean(each))?.[0].codePointAt(0)?.toString(16)).to.equal(undefined);
    }
    expect(dangerous.exec(cleanJson(each))?.[0].codePointAt(0)?.toString(16)).to.equal(undefined);
    expect(JSON.parse(cleanJson(each))).to.equal(each);
  });

  it("keeps emoji intact, and removes joiners and selectors elsewhere", () => {
    for (const emoji of ["👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️‍🔥", "👩🏽‍🚒", "🚨", "☠️", "1️⃣", "🇩🇪", "⚠︎"])
      expect([cleanLine(`a ${emoji} b`), JSON.parse(cleanJson(emoji))]).to.deep.equal([`a ${emoji} b`, emoji]);
    expect(cleanLine("🚨\u200d\u200d🚨\ufe0f\ufe0fa\u200d1\ufe0f")).to.equal("🚨🚨\ufe0fa1");
    expect(cleanLine("🏴\u{e0067}\u{e0062}\u{e007f}")).to.equal("🏴");
  });

  it("keeps lines in a text, and joins them in a line", () => {
    expect(cleanText("a\r\nb\tc")).to.equal("a\nb\tc");
    expect(cleanLine(" a\r\nb\tc ")).to.equal("a b c");
  });

  it("writes equal JSON without control characters", () => {
    const value = { text: "a\u001b[31m\u009b1m\u202e\ufeffé\u200b\u{e0041}\u2028" };
    expect(JSON.parse(cleanJson(value))).to.deep.equal(value);
    expect(cleanJson(value)).not.to.match(dangerous);
  });
});

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

describe("forms of a list", () => {
  const items = [
    incident({ title: "=HYPERLINK(1)", assigneeId: "m" }),
    incident({ id: "029353e1-0000-7000-8000-000000000001", title: 'two\nlines, "quoted"', duplicateCount: 2 }),
  ];
  const as = (form: ListForm | undefined, width: number | undefined = undefined) =>
    listText(incidentListing(items), { form, width, now: Date.parse("2026-11-20T08:05:00Z"), paint: plainPaint });

  it("are full, tab-separated values in a pipe, without a heading", async () => {
    expect((await as(undefined)).split("\n")[1]?.split("\t")).to.deep.equal([
      "029353e1-0000-7000-8000-000000000001",
      "CRITICAL",
      "OPEN",
      "checkout",
      'two lines, "quoted"',
      "2026-11-20T08:00:00.000Z",
      "3",
    ]);
  });

  it("mark merged incidents on a terminal", () => {
    const parent = incident({ duplicateCount: 0 });
    const child = incident({
      id: "029353e1-0000-7000-8000-000000000001",
      parentIncidentId: parent.id,
      duplicateCount: 2,
    });
    const lines = incidentTable([parent, child], 80, Date.parse("2026-11-20T08:05:00Z"), plainPaint).split("\n");
    expect(lines.filter((line) => line.endsWith("×3 merged"))).to.have.length(1);
    expect(lines.filter((line) => line.includes("merged"))).to.have.length(1);
  });

  it("are only the full ids with name, on a terminal and in a pipe", async () => {
    const ids = items.map(({ id }) => id).join("\n");
    expect([await as("name"), await as("name", 40)]).to.deep.equal([ids, ids]);
  });

  it("are all columns with a heading in CSV, without formulas", async () => {
    expect((await as("csv", 40)).split("\n")).to.deep.equal([
      "id,severity,status,primaryService,title,environment,assigneeId,diagnosisStatus,createdAt,timesSeen",
      "019353e1-0000-7000-8000-000000000001,CRITICAL,OPEN,checkout,'=HYPERLINK(1),prod,m,PENDING,2026-11-20T08:00:00.000Z,1",
      '029353e1-0000-7000-8000-000000000001,CRITICAL,OPEN,checkout,"two lines, ""quoted""",prod,,PENDING,2026-11-20T08:00:00.000Z,3',
    ]);
  });

  it("escape formulas as the daemon's exports do", async () => {
    await isDaemonsFile("formula.ts");
    const listing = {
      items: [{ id: "1", name: "api;=cmd()" }],
      idOf: ({ id }: { id: string }) => id,
      columns: [{ name: "NAME", field: "name", cell: ({ name }: { name: string }) => ({ text: name }) }],
    };
    const text = await listText(listing, { form: "csv", width: undefined, now: 0, paint: plainPaint });
    expect(text).to.equal("id,name\n1,api;'=cmd()");
  });

  it("are all columns uncut with wide, at any width", async () => {
    const [heading = "", first = ""] = (await as("wide", 40)).split("\n");
    expect(heading).to.match(/^ID +SEVERITY +STATUS +SERVICE +TITLE +ENVIRONMENT +ASSIGNEE +DIAGNOSIS +AGE$/);
    expect(first).to.contain("019353e1-0000-7000-8000-000000000001").and.contain("=HYPERLINK(1)");
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

describe("short ids", () => {
  it("have eight characters if those are unique", () => {
    expect([...shortIds(["019353e1-0000", "029353e1-0000"]).values()]).to.deep.equal(["019353e1", "029353e1"]);
  });
  it("are as long as needed to be unique", () => {
    expect(shortIds(["019353e1-aaaa-1", "019353e1-aabb-2", "02000000-0000-3"])).to.deep.equal(
      new Map([
        ["019353e1-aaaa-1", "019353e1-aaa"],
        ["019353e1-aabb-2", "019353e1-aab"],
        ["02000000-0000-3", "02000000"],
      ]),
    );
  });
});

describe("time", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");
  it("parses durations, and rejects other texts", () => {
    expect([
      parseDuration("90s"),
      parseDuration("1h30m"),
      parseDuration("2d"),
      parseDuration("1.5h"),
      parseDuration("250ms"),
    ]).to.deep.equal([90_000, 5_400_000, 172_800_000, 5_400_000, 250]);
    for (const wrong of ["", "5", "m", "-5m", "5 m", "5x"]) expect(parseDuration(wrong), wrong).to.equal(undefined);
  });
  it("parses relative and absolute times", () => {
    expect([
      parseTime("1h", now),
      parseTime("now", now),
      parseTime("2026-11-20T09:00:00+02:00", now),
      parseTime("yesterday", now),
    ]).to.deep.equal(["2026-11-20T07:00:00.000Z", "2026-11-20T08:00:00.000Z", "2026-11-20T07:00:00.000Z", undefined]);
  });
  it("parses a time expression as the last or the next such time, and rejects one that it understands in part", async () => {
    const now = new Date(2026, 10, 22, 8);
    const said = async (text: string, ahead = false) => {
      const at = await parseHumanTime(text, now, ahead);
      return at && clock(at).slice(0, -3);
    };
    expect(await said("yesterday 9am")).to.equal("2026-11-21 09:00");
    expect(await said("last friday")).to.equal("2026-11-20 12:00");
    expect([await said("22:00"), await said("22:00", true)]).to.deep.equal(["2026-11-21 22:00", "2026-11-22 22:00"]);
    expect([await said("07:00"), await said("07:00", true)]).to.deep.equal(["2026-11-22 07:00", "2026-11-23 07:00"]);
    expect([await said("monday 9am"), await said("monday 9am", true)]).to.deep.equal([
      "2026-11-16 09:00",
      "2026-11-23 09:00",
    ]);
    expect(await said("tomorrow 22:00", true)).to.equal("2026-11-23 22:00");
    expect([await said("nonsense"), await said("wenesday 22:00"), parseTime("nov 20", now.getTime())]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });
  it("prints ages in one unit, never negative", () => {
    expect(
      [
        "2026-11-20T07:59:48Z",
        "2026-11-20T07:55:00Z",
        "2026-11-19T08:00:00Z",
        "2026-11-10T08:00:00Z",
        "2026-11-20T08:01:00Z",
        "x",
      ].map((at) => age(at, now)),
    ).to.deep.equal(["12s", "5m", "24h", "10d", "0s", "?"]);
  });
});

describe("closestMatch", () => {
  it("finds the closest word, and none if nothing is close", () => {
    expect(closestMatch("incidnts", ["incidents", "ingest"])).to.equal("incidents");
    expect(closestMatch("frobnicate", ["incidents", "ingest"])).to.equal(undefined);
  });
});
