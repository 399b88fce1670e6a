import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { incidentListing, incidentTable } from "../src/format/incident.ts";
import { type ListForm, listText } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { shortIds } from "../src/text/short-ids.ts";
import { incident } from "./fake-tocsin.ts";

/** The packages don't depend on each other, so both have the same file, except the path of the other one. */
async function isDaemonsFile(name: string): Promise<void> {
  const [own, daemons] = await Promise.all(
    [`../src/text/${name}`, `../../daemon/src/kernel/${name}`].map(async (file) =>
      (await readFile(new URL(file, import.meta.url), "utf8")).replace(/`packages\/[^`]*`/, ""),
    ),
  );
  expect(own).to.equal(daemons);
}

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
