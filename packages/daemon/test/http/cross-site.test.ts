import http from "node:http";
import { expect } from "chai";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from "../support/browser.ts";
import { drained, search, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";

describe("telemetry that a page in a browser sends", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  /** Sends exactly these headers: no type unless it is among them. */
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      http
        .request(`${daemon.ingest}${path}`, { method: "POST", headers })
        .on("error", reject)
        .on("response", (response) => response.resume().on("end", () => resolve(response.statusCode)))
        .end(JSON.stringify(body));
    });

  const JSON_TYPE = { "content-type": "application/json" };
  const paths = ["/events/logs", "/events/logs/batch", "/events/metrics", "/events/deployments"];

  it("is refused where the page is of another site, whatever it says about the body", async () => {
    for (const path of paths) {
      for (const site of ["cross-site", "same-site"]) {
        expect(await post(path, log(), { ...JSON_TYPE, "sec-fetch-site": site }), `${path} ${site}`).to.equal(403);
        expect(await post(path, log(), { "sec-fetch-site": site }), `${path} ${site}`).to.equal(403);
      }
    }
  });

  it("is refused without a type also where the browser tells only the page's origin", async () => {
    for (const path of paths) {
      expect(await post(path, log(), { origin: "http://evil.example" })).to.equal(403);
      expect(await post(path, log(), { origin: "null" })).to.equal(403);
    }
  });

  it("is taken from a page of this server, as the documentation is", async () => {
    const headers = { ...JSON_TYPE, origin: daemon.ingest, "sec-fetch-site": "same-origin" };
    expect(await post("/events/logs", log(), headers)).to.equal(202);
  });

  it("gets no leave to be sent from elsewhere when the browser asks beforehand", async () => {
    const answer = await fetch(`${daemon.ingest}/events/logs`, {
      method: "OPTIONS",
      headers: { origin: "http://evil.example", "access-control-request-method": "POST" },
    });
    expect(answer.status).to.equal(405);
    expect(answer.headers.get("access-control-allow-origin")).to.equal(null);
  });

  it("is no matter for shippers, which are taken without a type too", async () => {
    expect(await post("/events/logs", log(), {})).to.equal(202);
    expect(await post("/events/logs/batch", [log()], {})).to.equal(202);
  });

  const why = hasChromium ? "" : " (pending: chromium is not installed; apt-get install chromium)";
  (hasChromium ? it : it.skip)(`is kept out in a real one, however the page sends it${why}`, async () => {
    const page = http.createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>elsewhere</title>");
    });
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    const { port } = page.address() as { port: number };
    let browser: Browser | undefined;
    try {
      browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
      const tab = await browser.newPage();
      for (const host of ["127.0.0.1", "localhost"]) {
        await tab.goto(`http://${host}:${port}/`);
        await tab.evaluate(
          async ({ target, text }) => {
            const body = new TextEncoder().encode(text);
            await fetch(target, { method: "POST", mode: "no-cors", body }).catch(() => undefined);
            await fetch(target, { method: "POST", body: new Blob([body]) }).catch(() => undefined);
            await fetch(target, { method: "POST", body, headers: { "content-type": "application/json" } }).catch(
              () => undefined,
            );
          },
          { target: `${daemon.ingest}/events/logs`, text: JSON.stringify(log({ message: "elsewhere" })) },
        );
      }
      await drained(daemon);
      expect(await search(daemon, { q: "elsewhere" })).to.deep.equal([]);
    } finally {
      await browser?.close();
      page.closeAllConnections();
      await new Promise((resolve) => page.close(resolve));
    }
  });
});
