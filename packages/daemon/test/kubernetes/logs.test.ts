import { expect } from "chai";
import { podOf, runningStatus } from "../support/kubernetes.ts";
import { waitFor } from "../support/wait.ts";
import { podLogs } from "./pod-logs.ts";
import { MEBIBYTE, probe } from "./probe.ts";

describe("getPodLogs", () => {
  const world = podLogs();

  it("answers the lines as the program wrote them, and says how many, which look like errors and of when", async () => {
    const output = await probe(world.prober, world.tool);
    expect(output.text).to.equal("started\nERROR payment refused\nrequest served");
    expect(output.truncated).to.equal(false);
    expect(output.findings).to.deep.equal([
      "Lines that look like errors: 1 of 3.",
      "3 lines of container app, the newest of 2026-11-20T21:00:02.000Z.",
    ]);
  });

  it("asks for the last 200 lines of the first container when nothing else is said", async () => {
    await probe(world.prober, world.tool);
    expect(Object.fromEntries(world.askedOfLog())).to.deep.equal({
      container: "app",
      tailLines: "200",
      timestamps: "true",
      limitBytes: String(8 * MEBIBYTE),
    });
  });

  it("hands on lines, age, container and the run before", async () => {
    const twoContainers = [{ name: "app" }, { name: "proxy" }];
    const statuses = [{ ...runningStatus("proxy"), restartCount: 4 }];
    world.cluster.pods.set(
      "checkout-1",
      podOf("checkout-1", { spec: { containers: twoContainers }, status: { containerStatuses: statuses } }),
    );
    const given = { ...world.tool, container: "proxy", tailLines: 7, sinceSeconds: 60, previous: true };
    const { findings } = await probe(world.prober, given);
    const asked = world.askedOfLog();
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
    await probe(world.prober, { ...world.tool, tailLines: 1_000_000 });
    expect(world.askedOfLog().get("tailLines")).to.equal("5000");
  });

  it("keeps the newest lines where they are more than the limit, and says that it cut", async () => {
    world.cluster.logs.set(
      "app",
      Array.from({ length: 5000 }, (_, index) => `line ${index} ${"x".repeat(50)}`),
    );
    const output = await probe(world.prober, { ...world.tool, tailLines: 5000 }, { bytes: 100_000 });
    expect(output.truncated).to.equal(true);
    expect(Buffer.byteLength(output.text)).to.be.at.most(100_000);
    const lines = output.text.split("\n");
    expect(lines[0]).to.match(/^line \d+ x{50}$/);
    expect(lines.at(-1)).to.match(/^line 4999 /);
  });

  it("stops reading a log of a gigabyte that a server sends in spite of the limit", async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, "error: all is lost\n");
    world.cluster.instead.set("log", (_request, response) => {
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
    const output = await probe(world.prober, world.tool);
    expect(output.truncated).to.equal(true);
    expect(output.text.length).to.be.at.most(MEBIBYTE);
    expect(sent).to.be.below(64 * MEBIBYTE);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(64 * MEBIBYTE);
    await waitFor(() => world.cluster.openSockets() === 0, { what: "the connection to be closed" });
  });
});
