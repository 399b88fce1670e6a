import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const OUTPUT_BYTES = 8_000;

describe("the output of diagnostic tools", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  /** What the tools look at: a server that answers as a test says. */
  let service: Server;
  let answers: RequestListener = () => undefined;
  let url = "";
  let token = "";
  let incident = "";
  let last = 0;
  before(async () => {
    service = createServer((request, response) => answers(request, response));
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
    url = `http://${host}/health`;
    daemon = await startTestDaemon({
      TOCSIN_PROBE_HOSTS: host,
      TOCSIN_PROBE_NETWORKS: "127.0.0.0/8",
      TOCSIN_PROBE_OUTPUT_BYTES: String(OUTPUT_BYTES),
      TOCSIN_PROBE_SECONDS: "1",
      TOCSIN_PROBES_PER_MINUTE: "10",
    });
  });
  beforeEach(async () => {
    token = tokenOf(`outputs-${++last}`, { name: "Grace" });
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    incident = (await send("POST", "/incidents", body)).json<{ id: string }>().id;
  });
  after(async () => {
    await daemon.stop();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const tools = (path: string): string => `/incidents/${incident}/diagnostic-tools${path}`;
  const check = (): Promise<Answer> => send("POST", tools("/run"), { type: "checkHttpHealth", url });
  const says =
    (body: string): RequestListener =>
    (_request, response) =>
      void response.setHeader("content-type", "text/plain").end(body);
  interface Result {
    readonly toolRunId: string;
    readonly rawRef: string;
    readonly summary: string;
    readonly keyPatterns: readonly string[];
    readonly status: string;
  }
  const checked = async (): Promise<Result> => {
    const answer = await check();
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Result>();
  };
  const outputOf = ({ toolRunId }: Result): Promise<Answer> => send("GET", tools(`/runs/${toolRunId}/output`));
  const fileOf = (ref: string): string => join(daemon.dataDir, "probe-output", ref.slice(0, 2), ref);

  it("is kept by the hash of its content, for the daemon's user alone, and read back as an attachment", async () => {
    answers = says("all is well\n");
    const result = await checked();
    expect(result).to.include({ status: "success" });
    const output = await outputOf(result);
    expect(output.text).to.include("all is well");
    expect(createHash("sha256").update(output.text).digest("hex")).to.equal(result.rawRef);
    expect(output.headers.get("content-type")).to.equal("text/plain; charset=utf-8");
    expect(output.headers.get("x-content-type-options")).to.equal("nosniff");
    expect(output.headers.get("content-disposition")).to.equal(`attachment; filename="${result.toolRunId}.txt"`);
    expect(statSync(fileOf(result.rawRef)).mode & 0o777).to.equal(0o600);
    expect(readdirSync(join(daemon.dataDir, "probe-output", result.rawRef.slice(0, 2)))).to.deep.equal([result.rawRef]);
    const detail = (await send("GET", tools(`/runs/${result.toolRunId}`))).json();
    expect(detail).to.include({ rawOutputPreview: output.text, hasRawOutput: true, outputRef: result.rawRef });
    const [, event] = (await send("GET", `/incidents/${incident}/events`)).json<Record<string, unknown>[]>();
    expect(event).to.deep.include({
      type: "diagnosis_completed",
      actor: "Grace",
      metadata: {
        eventKind: "diagnostic_tool_run",
        toolRunId: result.toolRunId,
        toolType: "checkHttpHealth",
        provider: "http",
      },
    });
  });

  it("holds no secret and no control character, wherever it is shown", async () => {
    answers = says(
      "password=hunter2swordfish\n\u001b[31mERROR pass\u0001word: hunter2swordfish\u001b[0m\u202e\u0007\n",
    );
    const result = await checked();
    const shown = [
      JSON.stringify(result),
      (await outputOf(result)).text,
      (await send("GET", tools(`/runs/${result.toolRunId}`))).json<{ rawOutputPreview: string }>().rawOutputPreview,
      (await send("GET", tools("/runs"))).text,
      (await send("GET", `/incidents/${incident}/events`)).text,
    ];
    for (const text of shown) {
      expect(text).to.not.include("hunter2");
      expect(text).to.not.match(/[\u0000\u0007\u001b\u202e]/);
    }
    expect(shown[1]).to.include("[redacted]").and.include("ERROR");
    expect(result.keyPatterns.join("\n")).to.include("ERROR");
  });

  it("is cut at the limit, which the metrics count", async () => {
    answers = says("🦋 line\n".repeat(OUTPUT_BYTES));
    const result = await checked();
    expect(result.summary).to.include("cut");
    const { text } = await outputOf(result);
    expect(Buffer.byteLength(text)).to.be.within(OUTPUT_BYTES / 2, OUTPUT_BYTES);
    const { rawOutputPreview } = (await send("GET", tools(`/runs/${result.toolRunId}`))).json<{
      rawOutputPreview: string;
    }>();
    expect(Buffer.byteLength(rawOutputPreview)).to.be.within(4_000, 4_096);
    expect(text.startsWith(rawOutputPreview)).to.equal(true);
    expect((await send("GET", tools("/metrics"))).json()).to.deep.include({ total: 1, success: 1, truncated: 1 });
  });

  it("is not found any more where its file is gone, while the run stays", async () => {
    answers = says("soon gone");
    const result = await checked();
    rmSync(fileOf(result.rawRef));
    const output = await outputOf(result);
    expect(output.status).to.equal(404);
    expect(output.json<ErrorBody>().message).to.match(/another process|lost/);
    expect((await send("GET", tools(`/runs/${result.toolRunId}`))).status).to.equal(200);
  });

  it("is none where a tool takes too long; the run has failed and says so", async () => {
    answers = () => undefined;
    const answer = await checked();
    expect(answer).to.include({ status: "failed", rawRef: null });
    expect(answer.summary).to.match(/didn't answer in time: it was still answering/);
  });

  it("is not fetched where a host isn't allowed, and no run is recorded", async () => {
    for (const other of ["http://localhost:1/", "http://169.254.169.254/", url.replace("127.0.0.1", "2130706434")]) {
      const answer = await send("POST", tools("/run"), { type: "checkHttpHealth", url: other });
      expect(answer.status, `${other}: ${answer.text}`).to.equal(403);
    }
    expect((await send("GET", tools("/runs"))).json()).to.deep.equal([]);
  });

  it("comes no more often than an organization may run tools, and others aren't held up", async () => {
    answers = says("fine");
    for (let n = 0; n < 10; n++) await checked();
    const answer = await check();
    expect(answer.status, answer.text).to.equal(429);
    expect(Number(answer.headers.get("retry-after"))).to.be.within(1, 90);
    expect((await send("GET", tools("/runs"))).json<unknown[]>()).to.have.length(10);
    token = tokenOf(`outputs-${++last}`);
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    incident = (await send("POST", "/incidents", body)).json<{ id: string }>().id;
    await checked();
  });

  it("is given up when the daemon stops: the run failed, and says why", async () => {
    const other = await startTestDaemon({
      TOCSIN_PROBE_HOSTS: new URL(url).host,
      TOCSIN_PROBE_NETWORKS: "127.0.0.0/8",
      TOCSIN_PROBE_SECONDS: "60",
    });
    const asked = new Promise<void>((resolve) => {
      answers = () => resolve();
    });
    const opened = await core(other, "/incidents", {
      token,
      body: { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] },
    });
    const base = `/incidents/${opened.json<{ id: string }>().id}/diagnostic-tools`;
    const running = core(other, `${base}/run`, { token, body: { type: "checkHttpHealth", url } });
    await asked;
    const again = await other.restart();
    expect((await running).json<Result>()).to.include({ status: "failed" });
    const [run] = (await core(again, `${base}/runs`, { token })).json<{ error: string }[]>();
    expect(run?.error).to.match(/stopped/);
    await again.stop();
  });

  it("of several tools at once is waited for by each", async () => {
    const waiting: (() => void)[] = [];
    answers = (_request, response) => void waiting.push(() => response.end("fine"));
    const all = Array.from({ length: 9 }, () => check());
    await waitFor(() => waiting.length === 8, { what: "eight tools that wait" });
    for (const answer of waiting) answer();
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 200, 200, 200, 429]);
  });
});
