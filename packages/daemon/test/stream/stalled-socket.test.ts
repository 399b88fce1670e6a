import { connect } from "node:net";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { openStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe("a socket that doesn't read the stream", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  it("is closed, and another reader gets every change in order", async () => {
    const token = tokenOf("shop");
    const { hostname, port } = new URL(daemon.core);
    const socket = connect(Number(port), hostname);
    socket
      .on("error", () => undefined)
      .write(
        `GET /incidents/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokenOf("shop", { sub: "stalled" })}\r\n\r\n`,
      );
    socket.pause();
    const reader = await openStream(daemon.core, token);
    const clients = async (): Promise<number> =>
      Number(/^tocsin_stream_clients (\d+)/m.exec(await (await fetch(`${daemon.core}/metrics`)).text())?.[1]);
    await waitFor(async () => (await clients()) === 2, { what: "two readers" });
    // Kernels keep some megabytes for a socket that isn't read.
    const description = "x".repeat(9_000);
    let created = 0;
    while ((await clients()) === 2 && created < 1_500) {
      const body = { title: String(created), description, severity: "LOW", affectedServices: [] };
      const answers = await Promise.all(Array.from({ length: 20 }, () => core(daemon, "/incidents", { token, body })));
      created += answers.filter(({ status }) => status === 201).length;
    }
    await waitFor(async () => (await clients()) === 1, { within: 10_000, what: "the end of the reader that stalls" });
    await waitFor(() => reader.messages.length === created, { what: "every change at the other reader" });
    expect(reader.messages.map(({ id }) => Number(id))).to.deep.equal(upTo(created));
    reader.close();
    socket.destroy();
  });
});
