import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { incident, json } from "./fake-tocsin.ts";
import { other, runbook } from "./runbook-samples.ts";

describe("runbooks and postmortems of incidents", () => {
  const fake = fakeSession();
  const own = `/runbooks/${runbook().id}`;
  const list = "GET /runbooks";
  const routes = { [list]: json([other, runbook()]), [`GET ${own}`]: json(runbook()) };

  it("runbook link links to each incident", async () => {
    const at = `/incidents/${incident().id}`;
    const links = `${at}/runbooks/${runbook().id}/link`;
    await fake.serve({ ...routes, [`GET ${at}`]: json(incident()), [`POST ${links}`]: json({ linked: true }) });
    const { stdout } = await fake.run(`runbook link roll-back-payment-api ${incident().id}`);
    expect(stdout).to.equal("roll-back-payment-api is linked to 019353e1.\n");
    expect((await fake.run("runbook link roll-back-payment-api")).code).to.equal(2);
  });

  it("incident runbooks shows linked and recommended runbooks with reasons", async () => {
    const at = `/incidents/${incident().id}`;
    const ranking = [{ runbookId: runbook().id, score: 1.82, reasons: ["It applies to rollback-deployment."] }];
    const links = [{ incidentId: incident().id, runbookId: other.id, source: "manual", createdAt: other.createdAt }];
    await fake.serve({
      [`GET ${at}`]: json(incident()),
      [`GET ${at}/runbooks`]: json({ links, runbooks: [other] }),
      [`GET ${at}/runbooks/recommended`]: json({
        runbooks: [runbook()],
        linkedRunbookIds: [other.id],
        sources: { actionTypes: [], similarIncidentCount: 0 },
        ranking,
      }),
    });
    const { stdout } = await fake.run(`incident runbooks ${incident().id}`);
    expect(stdout).to.equal(
      "roll-back-payment-api\trecommended\t1.82\tRoll payment-api back\nrestart-it\tlinked\t-\tRestart it\n",
    );
  });

  it("incident postmortem formats the draft, and writes Markdown with --file", async () => {
    const at = `/incidents/${incident().id}`;
    const draft = "# Postmortem: Checkout\n\n> What **was**\u001b[2J\n";
    await fake.serve({
      [`GET ${at}`]: json(incident()),
      [`GET ${at}/postmortem`]: (response) => response.writeHead(200, { "content-type": "text/markdown" }).end(draft),
    });
    expect((await fake.run(`incident postmortem ${incident().id}`)).stdout).to.equal(
      "# Postmortem: Checkout\n\n> What was\n",
    );
    const file = path.join(mkdtempSync(path.join(tmpdir(), "postmortem-")), "a.md");
    const { stdout, stderr } = await fake.run(`incident postmortem ${incident().id} --file ${file}`);
    expect(stdout).to.equal("");
    expect(stderr).to.contain(`${file}: `);
    expect(readFileSync(file, "utf8")).to.equal(draft.replace("\u001b", ""));
  });
});
