import { readdirSync, readlinkSync } from "node:fs";
import { expect } from "chai";
import { UNANSWERED_MAX } from "../../src/http/connections/connections.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { rawConnection } from "../support/raw-connection.ts";
import { waitFor } from "../support/wait.ts";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

describe("the documentation", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const ASSETS = ["/api/swagger-ui.css", "/api/swagger-ui-bundle.js", "/api/favicon-32x32.png", "/reference/scalar.js"];

  /** Open files of the documentation's packages. */
  const openAssets = (): string[] =>
    readdirSync("/proc/self/fd")
      .map((descriptor) => {
        try {
          return readlinkSync(`/proc/self/fd/${descriptor}`);
        } catch {
          return "";
        }
      })
      .filter((path) => /swagger-ui-dist|@scalar/.test(path));

  it("keeps no file open after pipelined requests for its assets were abandoned", async function () {
    if (process.platform !== "linux") this.skip();
    for (const base of [daemon.core, daemon.ingest]) {
      for (const path of ASSETS) {
        const connection = rawConnection(base);
        connection.send(get(path).repeat(UNANSWERED_MAX));
        await waitFor(() => connection.received().length > 0);
        connection.socket.destroy();
        expect((await fetch(base + path)).status).to.equal(200);
      }
    }
    await waitFor(() => openAssets().length === 0, { what: "no open file of the documentation" });
  });

  it("answers its assets whole, whatever range or condition is asked for", async () => {
    const conditions = [
      { range: "bytes=9999999999-" },
      { range: "bytes=0-9" },
      { "if-match": '"x"' },
      { "if-unmodified-since": "Mon, 01 Jan 1990 00:00:00 GMT" },
    ] as Record<string, string>[];
    for (const base of [daemon.core, daemon.ingest]) {
      for (const path of ASSETS) {
        const whole = (await (await fetch(base + path)).arrayBuffer()).byteLength;
        expect(whole, path).to.be.greaterThan(100);
        for (const headers of conditions) {
          const answer = await fetch(base + path, { headers });
          expect(answer.status, `${path} ${JSON.stringify(headers)}`).to.equal(200);
          expect((await answer.arrayBuffer()).byteLength, path).to.equal(whole);
        }
      }
    }
  });
});
