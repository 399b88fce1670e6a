import { createServer } from "node:net";
import { expect } from "chai";
import { podToolTypes } from "../../src/model/diagnostic-tool.ts";
import { certificateFor } from "../support/certificates.ts";
import { waitFor } from "../support/wait.ts";
import { failureOf, probe } from "./probe.ts";
import { troubledCluster } from "./troubled-cluster.ts";

const LEAKS = /fake-bearer|PRIVATE KEY|127\.0\.0\.1|localhost|10\.0\.0\.5|Bearer| {4}at /;

describe("the connections to a cluster in trouble", () => {
  const world = troubledCluster();

  it("that can't be reached or isn't the one that was meant is told by its kind", async () => {
    const stranger = certificateFor("localhost", new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000));
    const closed = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => closed.once("listening", resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const refused = await failureOf(
      probe(world.withServer(`https://127.0.0.1:${port}`, stranger.cert, "t"), world.tool),
    );
    expect(refused.message).to.equal("The cluster can't be reached: it refuses the connection.");
    const unknown = await failureOf(probe(world.withServer("https://cluster.invalid", stranger.cert, "t"), world.tool));
    expect(unknown.message).to.match(/^The cluster can't be reached: its name /);
    const { server } = world.configuration().clusters[0].cluster;
    const untrusted = await failureOf(probe(world.withServer(server, stranger.cert, world.cluster.token), world.tool));
    expect(untrusted.message).to.equal(
      "The cluster's certificate isn't trusted: check certificate-authority in KUBECONFIG.",
    );
    for (const error of [refused, unknown, untrusted]) {
      expect(error.cause).to.equal(undefined);
      expect(error.message).to.not.match(LEAKS);
    }
  });

  for (const type of podToolTypes) {
    it(`that is silent ends ${type} with the time limit, and leaves no connection behind`, async () => {
      world.cluster.instead.set("checkout-1", () => undefined);
      const { message } = await failureOf(
        probe(world.prober, { ...world.tool, type }, { signal: AbortSignal.timeout(100) }),
      );
      expect(message).to.equal("The cluster didn't answer within the time limit.");
      await waitFor(() => world.cluster.openSockets() === 0, { what: "the connection to be closed" });
    });
  }

  it("that stalls in the middle of an answer is left when the daemon stops", async () => {
    const stopping = new AbortController();
    world.cluster.instead.set("log", (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).write("first line\n");
      setImmediate(() => stopping.abort());
    });
    const error = await failureOf(
      probe(world.prober, { ...world.tool, type: "getPodLogs" }, { signal: stopping.signal }),
    );
    expect([error.name, error.message]).to.deep.equal(["ProbeFailed", "The probe was stopped."]);
    await waitFor(() => world.cluster.openSockets() === 0, { what: "the connection to be closed" });
  });

  it("is asked by connections that end with their answers", async () => {
    await Promise.all(podToolTypes.map((type) => probe(world.prober, { ...world.tool, type }).catch(() => undefined)));
    await waitFor(() => world.cluster.openSockets() === 0, { what: "all connections to be closed" });
  });

  it("isn't followed to where it redirects", async () => {
    world.cluster.instead.set("checkout-1", (_request, response) => {
      response.writeHead(302, { location: "/api/v1/namespaces/shop/secrets/other" }).end();
    });
    expect((await failureOf(probe(world.prober, world.tool))).message).to.equal(
      "The cluster refuses the request (302).",
    );
    expect(world.cluster.requests.filter((request) => request.includes("secrets"))).to.deep.equal([]);
  });
});
