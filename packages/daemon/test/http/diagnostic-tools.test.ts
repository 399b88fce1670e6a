import { expect } from "chai";
import { toolTypes } from "../../src/model/diagnostic-tool.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Run {
  readonly id: string;
  readonly toolType: string;
  readonly status: string;
  readonly summary: string;
  readonly outputRef: string | null;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly error: string | null;
}
interface Resource {
  readonly id: string;
  readonly resourceId: string | null;
  readonly createdAt: string;
}

describe("diagnostic tools over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let token = "";
  let incident = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_ALLOWED_NAMESPACES: "default,shop@somebody-else" });
  });
  beforeEach(async () => {
    token = tokenOf(`tools-${++last}`, { name: "Grace", sub: "grace" });
    incident = await open();
  });
  after(() => daemon.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const open = async (): Promise<string> => {
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    return (await send("POST", "/incidents", body)).json<{ id: string }>().id;
  };
  const tools = (path = ""): string => `/incidents/${incident}/diagnostic-tools${path}`;
  const run = (tool: unknown): Promise<Answer> => send("POST", tools("/run"), tool);
  const runs = async (query = ""): Promise<Run[]> => (await send("GET", tools(`/runs${query}`))).json<Run[]>();
  const logs = { type: "getPodLogs", namespace: "default", pod: "api-1" };
  const queue = { provider: "aws", region: "eu-west-1", resourceType: "queue", resourceId: "orders" };
  const put = (resources: unknown): Promise<Answer> => send("PUT", `/incidents/${incident}/resources`, { resources });

  describe("refuse, and record no run", () => {
    const cases: readonly (readonly [what: string, tool: unknown, path: string, words: RegExp])[] = [
      ["no object", null, "", /must be object/],
      ["a list", [], "", /must be object/],
      ["no type", { namespace: "default" }, "/type", /is required/],
      [
        "an unknown type",
        { type: "shell", command: "id" },
        "/type",
        /one of the allowed values: getPodLogs, describePod/,
      ],
      ["a type that is no text", { type: 7 }, "/type", /must be string/],
      ["a name that every object has", { type: "constructor" }, "/type", /one of .*getPodLogs/],
      ["another such name", { type: "__proto__" }, "/type", /one of .*getPodLogs/],
      ["no pod", { type: "describePod", namespace: "default" }, "/pod", /is required/],
      ["too many lines", { ...logs, tailLines: 5001 }, "/tailLines", /must be <= 5000/],
      ["a fraction of a line", { ...logs, tailLines: 1.5 }, "/tailLines", /must be integer/],
      ["too long ago", { ...logs, sinceSeconds: 86_401 }, "/sinceSeconds", /must be <= 86400/],
      ["a command", { ...logs, type: "getPodProcesses", command: "id" }, "/command", /not known/],
      ["another tool's parameter", { type: "checkHttpHealth", url: "http://a.example", pod: "a" }, "/pod", /not known/],
      ["a pod name that is none", { ...logs, pod: "api-1; id" }, "/pod", /lower-case letters/],
      ["no address", { type: "checkHttpHealth", url: "file:///etc/passwd" }, "/url", /http/],
      [
        "no name of a resource",
        { ...queue, type: "getQueueBacklog", resourceId: undefined },
        "/resourceArn",
        /required/,
      ],
    ];
    for (const [what, tool, path, words] of cases) {
      it(`${what}, naming the field`, async () => {
        const answer = await run(tool);
        expect(answer.status, answer.text).to.equal(400);
        const { details = [], message } = answer.json<ErrorBody>();
        expect([...new Set(details.map((each) => each.path))], answer.text).to.deep.equal([path]);
        expect(details[0]?.message).to.match(words);
        expect(message)
          .to.include(path || "the body")
          .and.not.include("oneOf");
        expect(await runs()).to.deep.equal([]);
      });
    }
  });

  for (const type of toolTypes) {
    it(`${type} takes nothing that it doesn't know`, async () => {
      const answer = await run({ ...logs, ...queue, type, url: "http://a.example", command: "id" });
      expect(answer.status).to.equal(400);
      expect(answer.json<ErrorBody>().details?.map(({ path }) => path)).to.include("/command");
    });
  }

  it("look into no namespace that isn't open to the organization", async () => {
    for (const namespace of ["kube-system", "shop"]) {
      const answer = await run({ ...logs, namespace });
      expect(answer.status, answer.text).to.equal(403);
      expect(answer.json<ErrorBody>().message).to.include(namespace);
    }
    expect(await runs()).to.deep.equal([]);
  });

  it("look at no pod of another service, and leave no run", async () => {
    const answer = await run({ ...logs, pod: "billing-1" });
    expect(answer.status, answer.text).to.equal(403);
    expect(await runs()).to.deep.equal([]);
  });

  it("look at no resource that isn't mapped exactly", async () => {
    await put([queue, { ...queue, provider: "gcp" }]);
    const cloud = { ...queue, type: "getQueueBacklog" };
    for (const other of [
      { region: "us-east-1" },
      { resourceType: "topic" },
      { resourceId: "Orders" },
      { provider: "azure" },
      { resourceArn: "arn:aws:sqs:eu-west-1:111122223333:orders" },
    ]) {
      const answer = await run({ ...cloud, ...other });
      expect(answer.status, JSON.stringify(other)).to.equal(403);
    }
    const unknown = await run({ ...cloud, provider: "gcp" });
    expect(unknown.status).to.equal(422);
    expect(unknown.json<ErrorBody>().message).to.include("aws");
    expect(await runs()).to.deep.equal([]);
  });

  it("fail where there is no cluster, say so, and tell the timeline", async () => {
    const submitted = { ...logs, tailLines: 17, previous: false };
    const answer = await run(submitted);
    expect(answer.status, answer.text).to.equal(200);
    const { toolRunId, ...rest } = answer.json<{ toolRunId: string; summary: string }>();
    expect(rest).to.deep.include({ keyPatterns: [], rawRef: null, status: "failed" });
    expect(rest.summary).to.match(/cluster/i);
    const detail = (await send("GET", tools(`/runs/${toolRunId}`))).json();
    expect(detail).to.deep.include({ id: toolRunId, incidentId: incident, parameters: submitted, status: "failed" });
    expect(detail).to.include({ error: rest.summary, rawOutputPreview: null, hasRawOutput: false });
    const events = (await send("GET", `/incidents/${incident}/events`)).json<{ type: string }[]>();
    expect(events.at(-1)).to.deep.include({
      type: "diagnosis_failed",
      actor: "Grace",
      detail: rest.summary,
      metadata: { eventKind: "diagnostic_tool_failed", toolRunId, toolType: "getPodLogs", provider: "kubernetes" },
    });
    const output = await send("GET", tools(`/runs/${toolRunId}/output`));
    expect(output.status).to.equal(404);
    expect(output.json<ErrorBody>().message).to.match(/has no output/);
    expect((await send("GET", tools("/metrics?hours=1"))).json()).to.deep.include({
      total: 1,
      failed: 1,
      topFailingTool: { toolType: "getPodLogs", failed: 1 },
      failurePatterns: [{ pattern: (await failurePatterns())[0], count: 1 }],
    });
  });
  const failurePatterns = async (): Promise<string[]> =>
    (await send("GET", tools("/metrics")))
      .json<{ failurePatterns: { pattern: string }[] }>()
      .failurePatterns.map(({ pattern }) => pattern);

  it("list their runs by when they began, the newest first", async () => {
    for (let n = 1; n <= 3; n++) await run({ ...logs, tailLines: n });
    const all = await runs();
    expect(all).to.have.length(3);
    expect(all.map(({ startedAt }) => startedAt)).to.deep.equal(
      all
        .map((each) => each.startedAt)
        .toSorted()
        .reverse(),
    );
    expect(await runs("?limit=2")).to.deep.equal(all.slice(0, 2));
    const [newest, , oldest] = all as [Run, Run, Run];
    const within = await runs(`?from=${oldest.startedAt}&to=${newest.startedAt}`);
    expect(within).to.deep.equal(all);
    expect(await runs(`?to=${new Date(Date.parse(oldest.startedAt) - 1).toISOString()}`)).to.deep.equal([]);
    for (const query of ["?limit=0", "?limit=101", "?from=yesterday", "?to=2026-02-30T00:00:00Z"]) {
      expect((await send("GET", tools(`/runs${query}`))).status, query).to.equal(400);
    }
  });

  it("are found under their own incident and organization alone", async () => {
    const { toolRunId } = (await run(logs)).json<{ toolRunId: string }>();
    const own = incident;
    incident = await open();
    for (const path of [`/runs/${toolRunId}`, `/runs/${toolRunId}/output`]) {
      expect((await send("GET", tools(path))).status, path).to.equal(404);
    }
    incident = own;
    token = tokenOf(`tools-${++last}`);
    for (const path of ["/runs", `/runs/${toolRunId}`, `/runs/${toolRunId}/output`, "/metrics"]) {
      expect((await send("GET", tools(path))).status, path).to.equal(404);
    }
    expect((await run(logs)).status).to.equal(404);
    expect((await put([])).status).to.equal(404);
  });

  it("map resources as they are given, the first of those that are the same", async () => {
    const arn = {
      provider: "aws",
      resourceType: "db",
      resourceArn: "arn:aws:rds:eu-west-1:1:db:x",
      region: "eu-west-1",
    };
    const first = (await put([queue, arn, queue, { ...queue, region: "us-east-1" }])).json<{ resources: Resource[] }>();
    expect(first.resources.map(({ resourceId }) => resourceId)).to.deep.equal(["orders", null, "orders"]);
    const second = (await put([arn, queue])).json<{ updated: boolean; resources: Resource[] }>();
    expect(second.updated).to.equal(true);
    expect(second.resources, "what stays keeps its id").to.deep.equal([first.resources[1], first.resources[0]]);
    const listed = (await send("GET", `/incidents/${incident}/resources`)).json<Resource[]>();
    expect(listed).to.deep.equal(second.resources);
    expect((await put(Array.from({ length: 201 }, (_, n) => ({ ...queue, resourceId: `${n}` })))).status).to.equal(400);
    expect((await put([{ ...queue, resourceId: undefined }])).json<ErrorBody>().details?.[0]?.path).to.equal(
      "/resources/0/resourceArn",
    );
    expect((await send("GET", `/incidents/${incident}/resources`)).json()).to.deep.equal(listed);
  });
});
