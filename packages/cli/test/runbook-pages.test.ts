import type { Runbook } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { listTable } from "../src/format/listing.ts";
import { incidentRunbookListing, incidentRunbooksText, runbookListing, runbookPage } from "../src/format/runbook.ts";
import { nextVersion, parseRunbook, slugOf } from "../src/input/runbook-file.ts";
import { plainPaint } from "../src/text/paint.ts";
import { incident } from "./fake-tocsin.ts";

const runbook = (fields: Partial<Runbook> = {}): Runbook => ({
  id: "0198b000-0003-7000-8000-000000000003",
  slug: "roll-back-payment-api",
  title: "Roll payment-api back",
  latestVersion: "1.0.0",
  status: "draft",
  actionTags: ["rollback-deployment"],
  ownerTeam: "payments",
  contentMd: "# Roll payment-api back\n\n1. Check the revision.\n2. Roll **back**.\n",
  createdBy: "ada",
  changeSummary: "First \u001b[2Jversion",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  ...fields,
});
const other = runbook({ id: "0198b000-0003-7000-8000-000000000004", slug: "restart-it", title: "Restart it" });

describe("the source of a runbook", () => {
  it("can begin with front matter", async () => {
    const source =
      "\ufeff---\r\nslug: a-b\r\ntitle: A\r\ntags: [restart-service]\r\nversion: 1.2\r\n---\r\n\r\n# B\r\n";
    expect(await parseRunbook(source, "it")).to.deep.equal({
      contentMd: "# B\n",
      slug: "a-b",
      title: "A",
      tags: ["restart-service"],
      version: "1.2",
    });
  });

  it("can begin with a horizontal rule", async () => {
    const source = "---\nSome text.\n\n---\nMore.\n";
    expect(await parseRunbook(source, "it")).to.deep.equal({ contentMd: source });
    expect(await parseRunbook("---\n---\nText\n", "it")).to.deep.equal({ contentMd: "Text\n" });
  });

  for (const [source, says] of [
    ["---\nowner: ada\n---\n", '"owner"'],
    ["---\ntags: restart\n---\n", "tags must be a list"],
    ["---\ntitle: [a]\n---\n", "title must be a string"],
    ["---\ntitle: [a\n---\n", "not YAML"],
  ] as const)
    it(`is rejected with ${JSON.stringify(source)}`, async () => {
      const error = await parseRunbook(source, "a.md").then(
        () => expect.fail(),
        (reason: Error) => reason,
      );
      expect(error.message).to.contain(says).and.to.contain("a.md");
    });

  it("gives slugs from titles, and the next version", () => {
    expect(slugOf("  Roll Zürich's API back (v2)! ")).to.equal("roll-zurich-s-api-back-v2");
    expect(slugOf("支払い")).to.equal("");
    expect(slugOf(`${"word ".repeat(20)}`)).to.equal("word-word-word-word-word-word-word-word");
    expect(slugOf("a".repeat(99))).to.equal("a".repeat(40));
    expect(nextVersion("1.9.3")).to.equal("1.10.0");
  });
});

describe("pages about runbooks", () => {
  const now = Date.parse("2026-11-20T08:05:00Z");
  const link = { incidentId: incident().id, runbookId: runbook().id, source: "manual", createdAt: runbook().createdAt };
  const ranking = { runbookId: runbook().id, score: 1.82, reasons: ["It applies to rollback-deployment, and so on."] };
  const long = runbook({
    title: "A title that is quite a bit longer than titles of runbooks mostly are, or should be",
  });

  for (const width of [40, 80, 200])
    it(`fit ${width} cells`, () => {
      const layout = { width, now, paint: plainPaint };
      const items = [
        { runbook: long, link, ranking },
        { runbook: other, link, ranking: null },
      ];
      const text = [
        runbookPage(long, { ...long, version: "0.9.0", contentMd: "word ".repeat(60) }, layout),
        incidentRunbooksText(items, layout),
        listTable(runbookListing([long, runbook()]), layout),
        listTable(incidentRunbookListing(items), layout),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });

  it("show the title once if the text begins with it", () => {
    const layout = { width: 80, now, paint: plainPaint };
    const shown = { ...runbook(), version: "1.0.0", contentMd: runbook().contentMd ?? "" };
    expect(runbookPage(runbook(), shown, layout).match(/Roll payment-api back/g)).to.have.length(1);
    expect(runbookPage(runbook(), { ...shown, contentMd: "# Else" }, layout)).to.match(/^Roll payment-api back\n/);
  });
});
