import { readFile } from "node:fs/promises";
import { expect } from "chai";
import stringWidth from "string-width";
import { incidentListing, incidentTable } from "../src/format/incident.ts";
import { type ListForm, listText } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { shortIds } from "../src/text/short-ids.ts";
import { truncate } from "../src/text/truncate.ts";
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
