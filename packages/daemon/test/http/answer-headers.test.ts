import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ingestionDocumentPath } from "../../src/app/config/document-paths.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { operations } from "../support/operations.ts";
import { rawConnection } from "../support/raw-connection.ts";
import { mintToken } from "../support/tokens.ts";

describe("every answer of both interfaces", function () {
  this.timeout(120_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  /** The head is enough: a stream has no end. */
  async function expectGuarded(address: string, init: RequestInit, name: string): Promise<number> {
    const ended = new AbortController();
    const { status, headers } = await fetch(address, { redirect: "manual", ...init, signal: ended.signal });
    ended.abort();
    expect(headers.get("x-content-type-options"), name).to.equal("nosniff");
    expect(headers.get("cache-control"), name).to.equal("no-store");
    return status;
  }

  it("says nosniff and no-store: each operation of the core document, with a token and without", async () => {
    const authorization = `Bearer ${mintToken()}`;
    const statuses = new Set<number>();
    for (const { id, method, path, example } of operations()) {
      const body = example && JSON.stringify(example);
      const headers = { authorization, "content-type": "application/json" };
      statuses.add(await expectGuarded(`${daemon.core}${path}`, { method, headers, ...(body ? { body } : {}) }, id));
      statuses.add(await expectGuarded(`${daemon.core}${path}`, { method }, `${id} without a token`));
    }
    for (const status of [200, 201, 401, 404]) expect([...statuses]).to.include(status);
  });

  it("says so: each operation of the ingestion document, right and wrong", async () => {
    const { paths } = JSON.parse(readFileSync(ingestionDocumentPath, "utf8")) as { paths: Record<string, object> };
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of [...Object.keys(methods).filter((each) => each !== "parameters"), "delete"]) {
        const name = `${method} ${path}`;
        const body = method === "post" ? '{"service":"a","level":"info","message":"m"}' : undefined;
        await expectGuarded(
          `${daemon.ingest}${path}`,
          { method: method.toUpperCase(), ...(body ? { body } : {}) },
          name,
        );
      }
    }
  });

  it("says so: documentation, its assets, the stream, and what there isn't", async () => {
    const authorization = `Bearer ${mintToken()}`;
    expect(await expectGuarded(`${daemon.core}/incidents/stream`, { headers: { authorization } }, "stream")).to.equal(
      200,
    );
    for (const base of [daemon.core, daemon.ingest]) {
      for (const path of [
        "/",
        "/openapi.json",
        "/api",
        "/api/swagger-ui.css",
        "/api/swagger-ui-bundle.js",
        "/api/nothing.js",
        "/reference",
        "/reference/scalar.js",
        "/nowhere",
      ]) {
        await expectGuarded(`${base}${path}`, {}, path);
        await expectGuarded(`${base}${path}`, { method: "HEAD" }, path);
      }
    }
  });

  it("says so where the request is none, is misdirected, or expects what there isn't", async () => {
    for (const base of [daemon.core, daemon.ingest]) {
      for (const text of [
        "rubbish\r\n\r\n",
        "GET /metrics HTTP/1.1\r\n\r\n",
        "GET /metrics HTTP/1.1\r\nhost: evil.example\r\n\r\n",
        "GET /metrics HTTP/1.1\r\nhost: localhost\r\nexpect: wonders\r\nconnection: close\r\n\r\n",
      ]) {
        const connection = rawConnection(base);
        connection.send(text);
        const { head, status } = await connection.answer();
        expect(status, text).to.be.within(400, 421);
        expect(head, text).to.contain("\r\nx-content-type-options: nosniff").and.contain("\r\ncache-control: no-store");
        connection.socket.destroy();
      }
    }
  });
});
