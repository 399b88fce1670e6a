import { expect } from "chai";
import { ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { request } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { mintToken } from "../support/tokens.ts";

const PAGE = "https://status.example.com";
const corsHeaders = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));

describe("pages of other origins", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  const asks = (url: string, origin: string, headers = "authorization,idempotency-key"): Promise<Response> =>
    fetch(url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": headers,
      },
    });

  describe("that the settings name", () => {
    before(async () => {
      daemon = await startTestDaemon({ TOCSIN_CORS_ORIGINS: `${PAGE}, http://localhost:5173` });
    });
    after(() => daemon.stop());

    it("get an answer before they ask, without a token or key, from both interfaces", async () => {
      for (const url of [`${daemon.core}/incidents`, `${daemon.ingest}/events/logs`, `${daemon.ingest}/healthz`]) {
        const answer = await asks(url, PAGE);
        expect(answer.status, url).to.equal(204);
        expect(answer.headers.get("access-control-allow-origin")).to.equal(PAGE);
        expect(answer.headers.get("access-control-allow-methods")).to.contain("PATCH");
        expect(answer.headers.get("access-control-allow-headers")).to.equal("authorization,idempotency-key");
        expect(answer.headers.has("access-control-allow-credentials")).to.equal(false);
      }
    });

    it("may read the answers and the headers that matter, also where they are refused", async () => {
      for (const token of [mintToken(), "none"]) {
        const { status, headers } = await request(`${daemon.core}/incidents`, { token, headers: { origin: PAGE } });
        expect(status).to.equal(token === "none" ? 401 : 200);
        expect(headers.get("access-control-allow-origin")).to.equal(PAGE);
        expect(headers.get("vary")).to.contain("Origin");
        expect(headers.get("access-control-expose-headers")?.split(",")).to.include.members([
          "Link",
          "X-Total-Count",
          "Retry-After",
          "X-Request-Id",
        ]);
      }
    });

    it("may send telemetry, with and without a type", async () => {
      const headers = { origin: "http://localhost:5173", "sec-fetch-site": "cross-site" };
      const sent = await ingest(daemon, "/events/logs", log(), { headers });
      expect(sent.status).to.equal(202);
      expect(sent.headers.get("access-control-allow-origin")).to.equal("http://localhost:5173");
      const bytes = await fetch(`${daemon.ingest}/events/logs`, {
        method: "POST",
        headers,
        body: Buffer.from(JSON.stringify(log())),
      });
      expect(bytes.status).to.equal(202);
    });

    it("are the only ones: any other origin gets nothing", async () => {
      for (const origin of ["https://evil.example", "https://status.example.com.evil.example", "null"]) {
        for (const url of [`${daemon.core}/incidents`, `${daemon.ingest}/events/logs`])
          expect(corsHeaders((await asks(url, origin)).headers), `${url} ${origin}`).to.deep.equal([]);
        const read = await request(`${daemon.core}/incidents`, { token: mintToken(), headers: { origin } });
        expect(read.status).to.equal(200);
        expect(corsHeaders(read.headers)).to.deep.equal([]);
        expect(read.headers.get("vary")).to.contain("Origin");
        const sent = await ingest(daemon, "/events/logs", log(), {
          headers: { origin, "sec-fetch-site": "cross-site" },
        });
        expect(sent.status).to.equal(403);
      }
    });
  });

  it("get no header at all where the settings name none", async () => {
    daemon = await startTestDaemon();
    try {
      for (const url of [`${daemon.core}/incidents`, `${daemon.ingest}/events/logs`]) {
        const answer = await asks(url, PAGE);
        expect(answer.status, url).to.be.oneOf([401, 405]);
        expect(corsHeaders(answer.headers)).to.deep.equal([]);
        expect(answer.headers.has("vary")).to.equal(false);
      }
    } finally {
      await daemon.stop();
    }
  });
});
