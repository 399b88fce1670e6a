import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RunbookVersion } from "@tocsin/sdk";
import { expect } from "chai";
import { listTable } from "../src/format/listing.ts";
import { runbookListing } from "../src/format/runbook.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";
import { other, runbook } from "./runbook-samples.ts";

const version: RunbookVersion = {
  id: "0198c1d6-0000-7000-8000-0000000000f1",
  runbookId: runbook().id,
  version: "0.9.0",
  contentMd: "An older text.",
  createdBy: "grace",
  changeSummary: null,
  createdAt: "2026-11-19T08:00:00.000Z",
};

describe("commands about runbooks", () => {
  const fake = fakeSession();
  const own = `/runbooks/${runbook().id}`;
  const list = "GET /runbooks";
  const routes = { [list]: json([other, runbook()]), [`GET ${own}`]: json(runbook()) };
  const bodyOf = (method: string, url: string): unknown =>
    JSON.parse(fake.server.requests.find((each) => each.method === method && each.url === url)?.body ?? "null");

  it("runbook list sends its filters, and prints slugs with -o name", async () => {
    await fake.serve({ [list]: json([runbook(), other]) });
    const { stdout } = await fake.run("runbook list --status published --action restart-service -o name");
    expect(stdout).to.equal("roll-back-payment-api\nrestart-it\n");
    expect(fake.server.requests[0]?.url).to.equal("/runbooks?status=published&actionType=restart-service&limit=1000");
  });

  it("runbook show takes a slug, formats the text, and prints its source with --raw", async () => {
    await fake.serve(routes);
    const { stdout } = await fake.run("runbook show Roll-back-payment-api");
    expect(stdout).to.contain("2. Roll back.").and.to.contain("First version");
    expect((await fake.run("runbook show roll-back-payment-api --raw")).stdout).to.equal(runbook().contentMd);
  });

  it("runbook show finds a version, and fails for an unknown one", async () => {
    await fake.serve({ ...routes, [`GET ${own}/versions`]: json([version]) });
    const { stdout } = await fake.run("runbook show roll-back-payment-api --version 0.9.0");
    expect(stdout).to.contain("An older text.").and.to.contain("0.9.0, the latest is 1.0.0");
    const { code, stderr } = await fake.run("runbook show roll-back-payment-api --version 3.0.0");
    expect(code).to.equal(5);
    expect(stderr).to.contain('no version "3.0.0"').and.to.contain("runbook versions");
  });

  it("runbook list never cuts the slug", () => {
    for (const width of [40, 60, 80])
      expect(listTable(runbookListing([runbook()]), { width, paint: plainPaint, now: 0 }), `${width}`).to.contain(
        "roll-back-payment-api ",
      );
  });

  it("runbook create takes the title from the heading, and flags override front matter", async () => {
    await fake.serve({ "POST /runbooks": json(runbook(), 201) });
    const source = "---\nslug: of-matter\nteam: a\nsummary: s\n---\n# Roll `it` back\n";
    const { stdout } = await fake.run("runbook create - --team b --tag restart-service --tag scale", source);
    expect(bodyOf("POST", "/runbooks")).to.deep.equal({
      slug: "of-matter",
      title: "Roll `it` back",
      contentMd: "# Roll `it` back\n",
      ownerTeam: "b",
      actionTags: ["restart-service", "scale"],
      changeSummary: "s",
    });
    expect(stdout).to.equal("roll-back-payment-api 1.0.0 is a draft.\n");
  });

  it("runbook create reports missing fields, and sends nothing with --dry-run", async () => {
    await fake.serve();
    expect(await fake.run("runbook create - ", "No heading.")).to.deep.include({ code: 2, stdout: "" });
    expect((await fake.run("runbook create -", " \n")).stderr).to.contain("empty");
    expect((await fake.run("runbook create /nowhere.md")).code).to.equal(2);
    const { stdout } = await fake.run("runbook create - --dry-run", "# A b\n");
    expect(stdout).to.equal('Would send POST /runbooks {"slug":"a-b","title":"A b","contentMd":"# A b\\n"}\n');
    expect(fake.server.requests).to.deep.equal([]);
  });

  it("runbook version adds the next version, and nothing for the same text", async () => {
    const added = { ...version, version: "1.1.0" };
    const latest = { ...version, version: "1.0.0" };
    await fake.serve({
      ...routes,
      [`GET ${own}/versions`]: json([latest]),
      [`POST ${own}/versions`]: json(added, 201),
    });
    const file = path.join(mkdtempSync(path.join(tmpdir(), "runbook-")), "a.md");
    writeFileSync(file, runbook().contentMd ?? "");
    expect((await fake.run(`runbook version roll-back-payment-api ${file}`)).stdout).to.contain(
      "already has this text",
    );
    const { stdout: same } = await fake.run(`runbook version roll-back-payment-api ${file} --json`);
    expect(JSON.parse(same)).to.have.property("version", "1.0.0");
    writeFileSync(file, "# New\n");
    const { stdout } = await fake.run(`runbook version roll-back-payment-api ${file} --summary newer`);
    expect(stdout).to.equal("roll-back-payment-api 1.0.0 → 1.1.0\n");
    expect(bodyOf("POST", `${own}/versions`)).to.deep.equal({
      version: "1.1.0",
      contentMd: "# New\n",
      changeSummary: "newer",
    });
  });

  it("runbook publish tries each, and fails if one is unknown", async () => {
    await fake.serve({ ...routes, [`POST ${own}/publish`]: json({ published: true }) });
    const { code, stdout, stderr } = await fake.run("runbook publish -", "no-such\nroll-back-payment-api\n");
    expect(code).to.equal(1);
    expect(stdout).to.equal("roll-back-payment-api draft → published\n");
    expect(stderr).to.contain('There is no runbook "no-such"');
  });
});
