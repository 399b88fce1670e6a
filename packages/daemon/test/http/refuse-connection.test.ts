import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";

describe("a request that is no HTTP", () => {
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  function answerTo(base: string, bytes: string): Promise<string> {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    socket.write(bytes);
    return text(socket);
  }

  for (const interfaceName of ["core", "ingest"] as const) {
    for (const [what, bytes] of Object.entries({
      "an address of 20 KiB": `GET /incidents?search=${"a".repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      "a header of 20 KiB": `GET /incidents HTTP/1.1\r\nhost: localhost\r\nx-a: ${"a".repeat(20_000)}\r\n\r\n`,
      "no protocol": "hello\r\n\r\n",
    })) {
      it(`is answered 400 with an error of the one shape: ${what}, ${interfaceName}`, async () => {
        const [head = "", body = ""] = (await answerTo(daemon[interfaceName], bytes)).split("\r\n\r\n");
        expect(head)
          .to.match(/^HTTP\/1\.1 400 /)
          .and.to.match(/^x-request-id: /m);
        const { statusCode, message } = JSON.parse(body) as ErrorBody;
        expect(statusCode).to.equal(400);
        expect(message).to.match(/\.$/);
      });
    }
  }
});
