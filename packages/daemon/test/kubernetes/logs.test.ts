import { expect } from "chai";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import type { PodLogsTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, runningStatus, status } from "../support/kubernetes.ts";
import { waitFor } from "../support/wait.ts";
import { failureOf, MEBIBYTE, probe } from "./probe.ts";

describe("getPodLogs", () => {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  const tool: PodLogsTool = { type: "getPodLogs", namespace: "default", pod: "checkout-1" };

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    cluster.instead.clear();
    cluster.requests.length = 0;
    cluster.pods.set("checkout-1", podOf("checkout-1"));
    cluster.logs.set("app", ["started", "ERROR payment refused", "request served"]);
  });

  const askedOfLog = (): URLSearchParams => {
    const line = cluster.requests.find((request) => request.includes("/log?")) ?? "";
    return new URL(line.replace("GET ", ""), "https://localhost").searchParams;
  };

  it("answers the lines as the program wrote them, and says how many, which look like errors and of when", async () => {
    const output = await probe(prober, tool);
    expect(output.text).to.equal("started\nERROR payment refused\nrequest served");
    expect(output.truncated).to.equal(false);
    expect(output.findings).to.deep.equal([
      "Lines that look like errors: 1 of 3.",
      "3 lines of container app, the newest of 2026-11-20T21:00:02.000Z.",
    ]);
  });

  it("asks for the last 200 lines of the first container when nothing else is said", async () => {
    await probe(prober, tool);
    expect(Object.fromEntries(askedOfLog())).to.deep.equal({
      container: "app",
      tailLines: "200",
      timestamps: "true",
      limitBytes: String(8 * MEBIBYTE),
    });
  });

  it("hands on lines, age, container and the run before", async () => {
    const twoContainers = [{ name: "app" }, { name: "proxy" }];
    const statuses = [{ ...runningStatus("proxy"), restartCount: 4 }];
    cluster.pods.set(
      "checkout-1",
      podOf("checkout-1", { spec: { containers: twoContainers }, status: { containerStatuses: statuses } }),
    );
    const given = { ...tool, container: "proxy", tailLines: 7, sinceSeconds: 60, previous: true };
    const { findings } = await probe(prober, given);
    const asked = askedOfLog();
    expect([asked.get("container"), asked.get("tailLines"), asked.get("sinceSeconds"), asked.get("previous")]).to.eql([
      "proxy",
      "7",
      "60",
      "true",
    ]);
    expect(findings).to.deep.equal([
      "No lines of container proxy before its last restart in this time.",
      "The container restarted 4 times.",
    ]);
  });

  it("never asks for more than 5,000 lines", async () => {
    await probe(prober, { ...tool, tailLines: 1_000_000 });
    expect(askedOfLog().get("tailLines")).to.equal("5000");
  });

  it("keeps the newest lines where they are more than the limit, and says that it cut", async () => {
    cluster.logs.set(
      "app",
      Array.from({ length: 5000 }, (_, index) => `line ${index} ${"x".repeat(50)}`),
    );
    const output = await probe(prober, { ...tool, tailLines: 5000 }, { bytes: 100_000 });
    expect(output.truncated).to.equal(true);
    expect(Buffer.byteLength(output.text)).to.be.at.most(100_000);
    const lines = output.text.split("\n");
    expect(lines[0]).to.match(/^line \d+ x{50}$/);
    expect(lines.at(-1)).to.match(/^line 4999 /);
  });

  it("stops reading a log of a gigabyte that a server sends in spite of the limit", async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, "error: all is lost\n");
    cluster.instead.set("log", (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = (): void => {
        while (!response.destroyed && sent < 2 ** 30) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const before = process.memoryUsage().arrayBuffers;
    const output = await probe(prober, tool);
    expect(output.truncated).to.equal(true);
    expect(output.text.length).to.be.at.most(MEBIBYTE);
    expect(sent).to.be.below(64 * MEBIBYTE);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(64 * MEBIBYTE);
    await waitFor(() => cluster.openSockets() === 0, { what: "the connection to be closed" });
  });

  it("bounds lines without end and bytes that are no text", async () => {
    cluster.instead.set("log", (_request, response) => {
      const body = Buffer.concat([Buffer.alloc(300_000, 0xff), Buffer.from("\nthe newest")]);
      response.writeHead(200, { "content-type": "text/plain" }).end(body);
    });
    for (const bytes of [100_000, 310_000]) {
      const output = await probe(prober, tool, { bytes });
      expect(output.truncated).to.equal(true);
      expect(Buffer.byteLength(output.text)).to.be.at.most(bytes);
      expect(output.text).to.match(/the newest$/);
    }
  });

  it("says that a container hasn't started, and which reason the cluster gives", async () => {
    cluster.instead.set("log", (_request, response) =>
      status(response, 400, "BadRequest", 'container "app" in pod "checkout-1" is waiting to start: ErrImageNeverPull'),
    );
    const { name, message } = await failureOf(probe(prober, tool));
    expect(name).to.equal("ProbeFailed");
    expect(message).to.equal("Container app has no log yet: its image can't be had (ErrImageNeverPull).");
  });

  it("says that there is no earlier run", async () => {
    cluster.instead.set("log", (_request, response) =>
      status(response, 400, "BadRequest", 'previous terminated container "app" in pod "checkout-1" not found'),
    );
    const { message } = await failureOf(probe(prober, { ...tool, previous: true }));
    expect(message).to.equal("Container app has not restarted: there is no log of an earlier run.");
  });

  it("takes the error that comes with status 200 for what it is", async () => {
    cluster.instead.set("log", (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end("unable to retrieve container logs for containerd://4be1c0ffee");
    });
    const { message } = await failureOf(probe(prober, { ...tool, previous: true }));
    expect(message).to.equal("The log of container app isn't kept any longer.");
  });

  it("names the containers that there are where the one asked for isn't", async () => {
    const { message } = await failureOf(probe(prober, { ...tool, container: "db" }));
    expect(message).to.equal("The pod has no container db; it has app.");
  });
});
