import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from "../support/browser.ts";
import { startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import { mintToken } from "../support/tokens.ts";

const why = hasChromium ? "" : " (pending: chromium is not installed; apt-get install chromium)";
const require = createRequire(import.meta.url);

/** The SDK as a bundler makes it for a page; it fails on anything that only Node has. */
function bundle(): string {
  const { buildSync } = createRequire(require.resolve("tsx"))("esbuild") as {
    buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
  };
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("../../../sdk/src/index.ts", import.meta.url))],
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2022",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** What the page does with the SDK; the page runs its text. */
const visit = `async ({ core, ingest, token, lastEventId }) => {
  const { Tocsin } = await import("/sdk.js");
  const tocsin = new Tocsin({ baseUrl: core, ingestUrl: ingest, token });
  const names = [];
  const sent = await tocsin.ingest.log({ service: "shop-page", level: "info", message: "loaded" });
  for (let n = 1; n <= 3; n += 1)
    await tocsin.incidents.create({ title: "From a page " + n, description: "Seen by a visitor.", severity: "LOW", affectedServices: ["shop-page"] });
  for await (const { title } of tocsin.incidents.listAll({ limit: 2 })) names.push(title);
  const { totalCount } = await tocsin.incidents.list({ limit: 1 }, { onResponse: ({ requestId }) => names.push(typeof requestId) });
  const streamed = [];
  for await (const message of tocsin.incidents.stream({ lastEventId })) {
    if (message.type === "incident") streamed.push(message.incident.title);
    if (streamed.length === 3) break;
  }
  const refused = await tocsin.incidents.get("00000000-0000-7000-8000-000000000000").catch(({ name, requestId }) => [name, typeof requestId]);
  return { sent: sent.id, names, totalCount, streamed, refused };
}`;

(hasChromium ? describe : describe.skip)(`the SDK in a browser${why}`, function () {
  this.timeout(60_000);
  let browser: Browser;
  let pages: Server;
  let daemon: TestDaemon;
  let page: Page;
  let site = "";
  before(async () => {
    const script = bundle();
    pages = createServer(({ url }, response) => {
      const isScript = url === "/sdk.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? script : "<!doctype html><title>a page</title>");
    }).listen(0, "127.0.0.1");
    await once(pages, "listening");
    site = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    daemon = await startTestDaemon({ TOCSIN_CORS_ORIGINS: site });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
    page = await browser.newPage();
  });
  after(async () => {
    await browser?.close();
    await daemon?.stop();
    pages.closeAllConnections();
    pages.close();
  });

  it("sends, lists page by page, follows the stream and gets errors by class, from another origin", async () => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(site);
    const given = { core: daemon.core, ingest: daemon.ingest, token: mintToken(), lastEventId: "0" };
    const seen = await page.evaluate<{ sent: string; [found: string]: unknown }>(
      `(${visit})(${JSON.stringify(given)})`,
    );
    expect(seen).to.deep.include({
      names: ["From a page 3", "From a page 2", "From a page 1", "string"],
      totalCount: 3,
      streamed: ["From a page 1", "From a page 2", "From a page 3"],
      refused: ["NotFoundError", "string"],
    });
    expect((await stored(daemon, seen.sent)).service).to.equal("shop-page");
    expect(complaints).to.deep.equal([]);
  });

  it("fails with a ConnectionError on a page whose origin is not named", async () => {
    await page.goto(site.replace("127.0.0.1", "localhost"));
    const failed = await page.evaluate(
      `import("/sdk.js").then(({ Tocsin }) => new Tocsin({ baseUrl: ${JSON.stringify(daemon.core)}, token: ${JSON.stringify(mintToken())}, retries: 0 }).incidents.list().then(() => "read", ({ name }) => name))`,
    );
    expect(failed).to.equal("ConnectionError");
  });
});
