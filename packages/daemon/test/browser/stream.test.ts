import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type Browser, chromium } from "playwright-core";
import { frameOf, openingFrame, readyFrame } from "../../src/stream/frame.ts";
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from "../support/browser.ts";
import { waitFor } from "../support/wait.ts";

const why = hasChromium ? "" : " (pending: chromium is not installed; apt-get install chromium)";

(hasChromium ? describe : describe.skip)(`the stream in the EventSource of a browser${why}`, function () {
  this.timeout(60_000);
  let browser: Browser;
  let server: Server;
  /** Headers of each connection to the stream. */
  const opened: IncomingHttpHeaders[] = [];
  before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
    server = createServer(({ url, headers }, response) => {
      if (url !== "/stream") return void response.setHeader("content-type", "text/html").end("<title>reader</title>");
      opened.push(headers);
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (opened.length === 1) return void response.end(openingFrame(1) + readyFrame(7));
      response.write(openingFrame(1) + frameOf({ seq: 8, event: null, data: "{}" }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  it("goes on from where it began, and hands its reader no message but those of incidents", async () => {
    const page = await browser.newPage();
    const ids: unknown[] = [];
    await page.exposeFunction("take", (id: string) => void ids.push(id));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate('new EventSource("/stream").onmessage = ({ lastEventId }) => take(lastEventId)');
    await waitFor(() => ids.length > 0, { within: 30_000, what: "a message" });
    expect(ids).to.deep.equal(["8"]);
    expect(opened.map((headers) => headers["last-event-id"])).to.deep.equal([undefined, "7"]);
  });
});
