import { expect } from "chai";
import type { ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";
import { diagnosticRequests, type Run } from "./diagnostic-requests.ts";

interface Resource {
  readonly id: string;
  readonly resourceId: string | null;
  readonly createdAt: string;
}

describe("Runs of diagnostic tools over HTTP", function () {
  this.timeout(30_000);
  const world = diagnosticRequests();

  it("fail where there is no cluster, say so, and tell the timeline", async () => {
    const submitted = { ...world.logs, tailLines: 17, previous: false };
    const answer = await world.run(submitted);
    expect(answer.status, answer.text).to.equal(200);
    const { toolRunId, ...rest } = answer.json<{ toolRunId: string; summary: string }>();
    expect(rest).to.deep.include({ keyPatterns: [], rawRef: null, status: "failed" });
    expect(rest.summary).to.match(/cluster/i);
    const detail = (await world.send("GET", world.tools(`/runs/${toolRunId}`))).json();
    expect(detail).to.deep.include({
      id: toolRunId,
      incidentId: world.incident,
      parameters: submitted,
      status: "failed",
    });
    expect(detail).to.include({ error: rest.summary, rawOutputPreview: null, hasRawOutput: false });
    const events = (await world.send("GET", `/incidents/${world.incident}/events`)).json<{ type: string }[]>();
    expect(events.at(-1)).to.deep.include({
      type: "diagnosis_failed",
      actor: "Grace",
      detail: rest.summary,
      metadata: { eventKind: "diagnostic_tool_failed", toolRunId, toolType: "getPodLogs", provider: "kubernetes" },
    });
    const output = await world.send("GET", world.tools(`/runs/${toolRunId}/output`));
    expect(output.status).to.equal(404);
    expect(output.json<ErrorBody>().message).to.match(/has no output/);
    expect((await world.send("GET", world.tools("/metrics?hours=1"))).json()).to.deep.include({
      total: 1,
      failed: 1,
      topFailingTool: { toolType: "getPodLogs", failed: 1 },
      failurePatterns: [{ pattern: (await world.failurePatterns())[0], count: 1 }],
    });
  });

  it("list their runs by when they began, the newest first", async () => {
    for (let n = 1; n <= 3; n++) await world.run({ ...world.logs, tailLines: n });
    const all = await world.runs();
    expect(all).to.have.length(3);
    expect(all.map(({ startedAt }) => startedAt)).to.deep.equal(
      all
        .map((each) => each.startedAt)
        .toSorted()
        .reverse(),
    );
    expect(await world.runs("?limit=2")).to.deep.equal(all.slice(0, 2));
    const [newest, , oldest] = all as [Run, Run, Run];
    const within = await world.runs(`?from=${oldest.startedAt}&to=${newest.startedAt}`);
    expect(within).to.deep.equal(all);
    expect(await world.runs(`?to=${new Date(Date.parse(oldest.startedAt) - 1).toISOString()}`)).to.deep.equal([]);
    for (const query of ["?limit=0", "?limit=101", "?from=yesterday", "?to=2026-02-30T00:00:00Z"]) {
      expect((await world.send("GET", world.tools(`/runs${query}`))).status, query).to.equal(400);
    }
  });

  it("are found under their own incident and organization alone", async () => {
    const { toolRunId } = (await world.run(world.logs)).json<{ toolRunId: string }>();
    const own = world.incident;
    world.incident = await world.open();
    for (const path of [`/runs/${toolRunId}`, `/runs/${toolRunId}/output`]) {
      expect((await world.send("GET", world.tools(path))).status, path).to.equal(404);
    }
    world.incident = own;
    world.token = tokenOf(`tools-${++world.last}`);
    for (const path of ["/runs", `/runs/${toolRunId}`, `/runs/${toolRunId}/output`, "/metrics"]) {
      expect((await world.send("GET", world.tools(path))).status, path).to.equal(404);
    }
    expect((await world.run(world.logs)).status).to.equal(404);
    expect((await world.put([])).status).to.equal(404);
  });

  it("map resources as they are given, the first of those that are the same", async () => {
    const arn = {
      provider: "aws",
      resourceType: "db",
      resourceArn: "arn:aws:rds:eu-west-1:1:db:x",
      region: "eu-west-1",
    };
    const first = (await world.put([world.queue, arn, world.queue, { ...world.queue, region: "us-east-1" }])).json<{
      resources: Resource[];
    }>();
    expect(first.resources.map(({ resourceId }) => resourceId)).to.deep.equal(["orders", null, "orders"]);
    const second = (await world.put([arn, world.queue])).json<{ updated: boolean; resources: Resource[] }>();
    expect(second.updated).to.equal(true);
    expect(second.resources, "what stays keeps its id").to.deep.equal([first.resources[1], first.resources[0]]);
    const listed = (await world.send("GET", `/incidents/${world.incident}/resources`)).json<Resource[]>();
    expect(listed).to.deep.equal(second.resources);
    expect(
      (await world.put(Array.from({ length: 201 }, (_, n) => ({ ...world.queue, resourceId: `${n}` })))).status,
    ).to.equal(400);
    expect(
      (await world.put([{ ...world.queue, resourceId: undefined }])).json<ErrorBody>().details?.[0]?.path,
    ).to.equal("/resources/0/resourceArn");
    expect((await world.send("GET", `/incidents/${world.incident}/resources`)).json()).to.deep.equal(listed);
  });
});
