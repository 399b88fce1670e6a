import { expect } from "chai";
import { status } from "../support/kubernetes.ts";
import { podLogs } from "./pod-logs.ts";
import { failureOf, probe } from "./probe.ts";

describe("getPodLogs, of odd and missing logs", () => {
  const world = podLogs();

  it("bounds lines without end and bytes that are no text", async () => {
    world.cluster.instead.set("log", (_request, response) => {
      const body = Buffer.concat([Buffer.alloc(300_000, 0xff), Buffer.from("\nthe newest")]);
      response.writeHead(200, { "content-type": "text/plain" }).end(body);
    });
    for (const bytes of [100_000, 310_000]) {
      const output = await probe(world.prober, world.tool, { bytes });
      expect(output.truncated).to.equal(true);
      expect(Buffer.byteLength(output.text)).to.be.at.most(bytes);
      expect(output.text).to.match(/the newest$/);
    }
  });

  it("says that a container hasn't started, and which reason the cluster gives", async () => {
    world.cluster.instead.set("log", (_request, response) =>
      status(response, 400, "BadRequest", 'container "app" in pod "checkout-1" is waiting to start: ErrImageNeverPull'),
    );
    const { name, message } = await failureOf(probe(world.prober, world.tool));
    expect(name).to.equal("ProbeFailed");
    expect(message).to.equal("Container app has no log yet: its image can't be had (ErrImageNeverPull).");
  });

  it("says that there is no earlier run", async () => {
    world.cluster.instead.set("log", (_request, response) =>
      status(response, 400, "BadRequest", 'previous terminated container "app" in pod "checkout-1" not found'),
    );
    const { message } = await failureOf(probe(world.prober, { ...world.tool, previous: true }));
    expect(message).to.equal("Container app has not restarted: there is no log of an earlier run.");
  });

  it("takes the error that comes with status 200 for what it is", async () => {
    world.cluster.instead.set("log", (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end("unable to retrieve container logs for containerd://4be1c0ffee");
    });
    const { message } = await failureOf(probe(world.prober, { ...world.tool, previous: true }));
    expect(message).to.equal("The log of container app isn't kept any longer.");
  });

  it("names the containers that there are where the one asked for isn't", async () => {
    const { message } = await failureOf(probe(world.prober, { ...world.tool, container: "db" }));
    expect(message).to.equal("The pod has no container db; it has app.");
  });
});
