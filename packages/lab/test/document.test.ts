import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";

const { fillIn, fillInSome, withRows } = await import(new URL("../eval/document.mjs", import.meta.url).href);

const section = (name: string, text: string) => `<!-- figures: ${name} -->\n\n${text}\n\n<!-- end -->\n`;
const page = `By hand.\n${section("date", "then")}${section("nab", "old")}`;

describe("A page of figures", () => {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-page-"));
  const path = join(folder, "page.md");
  beforeEach(() => writeFileSync(path, page));
  after(() => rmSync(folder, { recursive: true }));
  const text = () => readFileSync(path, "utf8");

  it("is filled in whole, or not at all", () => {
    expect(() => fillIn(path, { date: "now" })).to.throw("there are no figures for nab");
    expect(() => fillIn(path, { date: "now", nab: "new", other: "" })).to.throw("there is no place for other");
    expect(text()).to.equal(page);
    fillIn(path, { date: "now", nab: "new" });
    expect(text()).to.equal(page.replace("then", "now").replace("old", "new"));
  });

  it("keeps the sections of sets that didn't run", () => {
    fillInSome(path, (known: Record<string, string>) => ({ date: `${known["date"]}, now` }));
    expect(text()).to.equal(page.replace("then", "then, now"));
  });

  it("keeps their rows, in the order of the sets", () => {
    const rows = (...cells: string[]) => ["| set | value |", "| --- | --- |", ...cells].join("\n");
    const old = rows("| nab | 1 |", "| nab | 2 |", "| loghub | 3 |");
    expect(withRows(old, rows("| world | 9 |", "| nab | 4 |"), ["nab", "loghub", "world"])).to.equal(
      rows("| nab | 4 |", "| loghub | 3 |", "| world | 9 |"),
    );
  });
});
