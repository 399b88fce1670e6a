import type { ToolRun, ToolRunDetail } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { listTable } from "../src/format/listing.ts";
import { probeDetails, probeListing } from "../src/format/probe.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json, refusal } from "./fake-tocsin.ts";

const run: ToolRun = {
  id: "0198c1d7-0000-7000-8000-000000000001",
  toolType: "getPodLogs",
  status: "success",
  summary: "200 lines, 12 of them errors.",
  keyPatterns: ["connection to *\u001b[2J refused"],
  outputRef: "sha256",
  startedAt: "2026-11-20T08:00:00.000Z",
  completedAt: "2026-11-20T08:00:02.000Z",
  error: null,
};
const { outputRef: _ref, ...common } = run;
const detail: ToolRunDetail = {
  ...common,
  outputRef: "sha256",
  incidentId: incident().id,
  parameters: { type: "getPodLogs", namespace: "shop", pod: "checkout-1" },
  rawOutputPreview: "08:00 refused\u001b]0;title\u0007\n08:01 refused",
  hasRawOutput: true,
};

describe("commands about probes", () => {
  const fake = fakeSession();
  const { id } = incident();
  const found = { [`GET /incidents/${id}`]: json(incident()) };
  const runs = `/incidents/${id}/diagnostic-tools/runs`;

  it("probe run sends the tool, and shows findings", async () => {
    const result = {
      toolRunId: run.id,
      summary: run.summary,
      keyPatterns: run.keyPatterns,
      rawRef: "r",
      status: "success",
    };
    await fake.serve({ ...found, [`POST /incidents/${id}/diagnostic-tools/run`]: json(result) });
    const { stdout, code } = await fake.run(`probe run ${id} pod-logs namespace=shop pod=checkout-1`);
    expect(code).to.equal(0);
    expect(stdout).to.contain("connection to * refused").and.not.to.contain("\u001b[2J");
    expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "")).to.deep.equal({
      type: "getPodLogs",
      namespace: "shop",
      pod: "checkout-1",
    });
  });

  it("probe run fails if the tool fails, and without permission", async () => {
    const path = `POST /incidents/${id}/diagnostic-tools/run`;
    const failed = { toolRunId: run.id, summary: "No cluster.", keyPatterns: [], rawRef: null, status: "failed" };
    await fake.serve({ ...found, [path]: json(failed) });
    expect((await fake.run(`probe run ${id} check-http-health url=http://a.example`)).code).to.equal(1);
    await fake.server.close();
    await fake.serve({ ...found, [path]: refusal(403, "The host is not listed.") });
    expect((await fake.run(`probe run ${id} check-http-health url=http://a.example`)).code).to.equal(4);
  });

  it("probe run sends nothing after a usage error", async () => {
    await fake.serve(found);
    expect((await fake.run(`probe run ${id} rm-rf pod=a`)).code).to.equal(2);
    expect(fake.server.requests).to.deep.equal([]);
  });

  it("probe runs lists runs, and probe show takes a short id", async () => {
    await fake.serve({ ...found, [`GET ${runs}`]: json([run]), [`GET ${runs}/${run.id}`]: json(detail) });
    expect((await fake.run(`probe runs ${id}`)).stdout).to.equal(
      `${run.id}\tsuccess\tgetPodLogs\t200 lines, 12 of them errors.\t${run.startedAt}\n`,
    );
    const { stdout } = await fake.run(`probe show ${id} 0198c1d7`);
    expect(stdout).to.contain("namespace shop, pod checkout-1").and.to.contain("08:00 refused\n08:01 refused");
  });

  it("probe show --raw prints only the cleaned output", async () => {
    await fake.serve({
      ...found,
      [`GET ${runs}/${run.id}`]: json(detail),
      [`GET ${runs}/${run.id}/output`]: (response) => {
        response.writeHead(200, { "content-type": "text/plain" }).end("  one\u001b[2J\n\ttwo\u202e\n");
      },
    });
    expect((await fake.run(`probe show ${id} ${run.id} --raw`)).stdout).to.equal("  one\n\ttwo\n");
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const now = Date.parse("2026-11-20T08:05:00Z");
      const text = [
        listTable(probeListing([run, { ...run, toolType: "getContainerServiceHealth" }]), {
          width,
          now,
          paint: plainPaint,
        }),
        probeDetails(
          { ...detail, rawOutputPreview: `${"x".repeat(300)} ${"word ".repeat(60)}` },
          { width, paint: plainPaint },
        ),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
