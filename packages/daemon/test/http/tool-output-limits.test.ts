import { expect } from "chai";
import { core, startTestDaemon } from "../support/daemon.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { type Result, toolOutputRun } from "./tool-output-run.ts";

describe("The limits of outputs of diagnostic tools", function () {
  this.timeout(30_000);
  const world = toolOutputRun();

  it("is none where a tool takes too long; the run has failed and says so", async () => {
    world.answers = () => undefined;
    const answer = await world.checked();
    expect(answer).to.include({ status: "failed", rawRef: null });
    expect(answer.summary).to.match(/didn't answer in time: it was still answering/);
  });

  it("is not fetched where a host isn't allowed, and no run is recorded", async () => {
    for (const other of [
      "http://localhost:1/",
      "http://169.254.169.254/",
      world.url.replace("127.0.0.1", "2130706434"),
    ]) {
      const answer = await world.send("POST", world.tools("/run"), { type: "checkHttpHealth", url: other });
      expect(answer.status, `${other}: ${answer.text}`).to.equal(403);
    }
    expect((await world.send("GET", world.tools("/runs"))).json()).to.deep.equal([]);
  });

  it("comes no more often than an organization may run tools, and others aren't held up", async () => {
    world.answers = world.says("fine");
    for (let n = 0; n < 10; n++) await world.checked();
    const answer = await world.check();
    expect(answer.status, answer.text).to.equal(429);
    expect(Number(answer.headers.get("retry-after"))).to.be.within(1, 90);
    expect((await world.send("GET", world.tools("/runs"))).json<unknown[]>()).to.have.length(10);
    world.token = tokenOf(`outputs-${++world.last}`);
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    world.incident = (await world.send("POST", "/incidents", body)).json<{ id: string }>().id;
    await world.checked();
  });

  it("is given up when the daemon stops: the run failed, and says why", async () => {
    const other = await startTestDaemon({
      TOCSIN_PROBE_HOSTS: new URL(world.url).host,
      TOCSIN_PROBE_NETWORKS: "127.0.0.0/8",
      TOCSIN_PROBE_SECONDS: "60",
    });
    const asked = new Promise<void>((resolve) => {
      world.answers = () => resolve();
    });
    const opened = await core(other, "/incidents", {
      token: world.token,
      body: { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] },
    });
    const base = `/incidents/${opened.json<{ id: string }>().id}/diagnostic-tools`;
    const running = core(other, `${base}/run`, {
      token: world.token,
      body: { type: "checkHttpHealth", url: world.url },
    });
    await asked;
    const again = await other.restart();
    expect((await running).json<Result>()).to.include({ status: "failed" });
    const [run] = (await core(again, `${base}/runs`, { token: world.token })).json<{ error: string }[]>();
    expect(run?.error).to.match(/stopped/);
    await again.stop();
  });

  it("of several tools at once is waited for by each", async () => {
    const waiting: (() => void)[] = [];
    world.answers = (_request, response) => void waiting.push(() => response.end("fine"));
    const all = Array.from({ length: 9 }, () => world.check());
    await waitFor(() => waiting.length === 8, { what: "eight tools that wait" });
    for (const answer of waiting) answer();
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 200, 200, 200, 429]);
  });
});
