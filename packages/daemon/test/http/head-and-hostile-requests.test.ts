import http from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { request } from "../support/request.ts";
import { openStream } from "../support/stream.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { coreRequests } from "./core-requests.ts";

describe("Odd requests to the core interface", function () {
  this.timeout(30_000);
  const world = coreRequests();

  it("have a code also where a page is asked for by another spelling", async () => {
    for (const path of ["/health/live/", "/HEALTH/LIVE", "/metrics/"]) {
      const answer = await core(world.daemon, path, { token: mintToken() });
      expect(answer.status, path).to.equal(404);
      expect(answer.json<{ code: string }>().code, path).to.equal("path_not_found");
    }
  });

  it("survive deep, odd and hostile bodies without a 5xx", async () => {
    const bodies = [
      "[".repeat(100_000),
      `{"a":`.repeat(50_000),
      "null",
      "true",
      "1e400",
      '"x"',
      "[]",
      '{"title":{"$gt":""}}',
      "\uFEFF{}",
      "\u0000",
      '{"title":"\\ud800","description":"\\u0000","severity":"LOW","affectedServices":["\\ud800","\\u0000"]}',
      `{"title":"t","description":"d","severity":"LOW","affectedServices":${JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `s${index}`))}}`,
    ];
    for (const body of bodies) {
      const answer = await core(world.daemon, "/incidents", { body });
      expect(answer.status, `${body.slice(0, 60)}: ${answer.text.slice(0, 200)}`).to.be.below(500);
    }
    expect((await core(world.daemon, "/incidents")).status).to.equal(200);
  });

  it("to HEAD are those to GET without the body", async () => {
    for (const path of [
      "/incidents",
      "/events/search",
      "/detection/rules",
      "/health/ready",
      "/health/live",
      "/incidents/01900000-0000-7000-8000-000000000000",
    ]) {
      const [get, head] = [await core(world.daemon, path), await core(world.daemon, path, { method: "HEAD" })];
      expect(head.status, path).to.equal(get.status);
      expect(head.text, path).to.equal("");
      expect(head.headers.get("content-type"), path).to.equal(get.headers.get("content-type"));
    }
    expect((await request(`${world.daemon.core}/incidents`, { method: "HEAD" })).status).to.equal(401);
    for (const path of ["/health/ready", "/health/live"])
      expect((await request(`${world.daemon.ingest}${path}`, { method: "HEAD" })).status, path).to.equal(200);
  });

  it("to HEAD of the stream end: the connection answers the next request, and no reader is left", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${mintToken()}` };
        const call = http.request(`${world.daemon.core}${path}`, { method, agent, headers, timeout: 2_000 });
        call.on("timeout", () => call.destroy(new Error(`${method} ${path} was not answered within 2 s.`)));
        call.on("error", reject).on("response", (response) => text(response).then(resolve, reject));
        call.end();
      });
    try {
      expect(await send("HEAD", "/incidents/stream")).to.equal("");
      expect(await send("GET", "/metrics")).to.match(/^tocsin_stream_clients 0$/m);
    } finally {
      agent.destroy();
    }
  });

  it("of the stream say that nothing in between may keep or buffer it", async () => {
    const stream = await openStream(world.daemon.core, mintToken());
    expect(stream.headers).to.include({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    await waitFor(() => stream.text().startsWith("retry: 2000\n\n"));
    stream.close();
  });
});
