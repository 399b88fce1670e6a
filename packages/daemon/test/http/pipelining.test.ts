import type { RequestListener, Server, ServerResponse } from "node:http";
import { expect } from "chai";
import { UNANSWERED_MAX } from "../../src/http/connections/connections.ts";
import { createGuardedServer } from "../../src/http/connections/guarded-server.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { type RawConnection, rawConnection } from "../support/raw-connection.ts";
import { waitFor } from "../support/wait.ts";

const MIB = 1024 * 1024;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

interface Guarded {
  readonly server: Server;
  readonly open: () => RawConnection;
}

describe("a guarded server", function () {
  this.timeout(60_000);
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function guarded(listener: RequestListener, stallMsMax?: number): Promise<Guarded> {
    const server = createGuardedServer(
      {
        checkHost: () => undefined,
        connectionsMax: 100,
        connectionsSetting: "",
        logger: silentLogger,
        ...(stallMsMax === undefined ? {} : { stallMsMax }),
      },
      listener,
    );
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    return { server, open: () => rawConnection(`http://127.0.0.1:${port}`) };
  }

  it("answers as many pipelined requests as may be unanswered, refuses the next with 503 and closes", async () => {
    const held: ServerResponse[] = [];
    const { open } = await guarded((_request, response) => held.push(response));
    const connection = open();
    connection.send(get("/").repeat(UNANSWERED_MAX + 20));
    await waitFor(() => held.length >= UNANSWERED_MAX);
    for (const response of held) response.end("taken");
    await connection.closed();
    expect(connection.error()).to.equal(undefined);
    const statuses = [...connection.received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).to.deep.equal([...Array.from({ length: UNANSWERED_MAX }, () => 200), 503]);
    expect(connection.received()).to.contain(`${UNANSWERED_MAX} unanswered requests`);
  });

  it("closes a connection that goes on pipelining though it was refused, and serves none of it", async () => {
    let served = 0;
    const { open } = await guarded(() => (served += 1));
    const connection = open();
    connection.send(get("/").repeat(1300));
    await connection.closed();
    expect(served).to.equal(UNANSWERED_MAX);
  });

  it("serves any number of requests of a connection that reads its answers", async () => {
    const { open } = await guarded((_request, response) => response.end("taken"));
    const connection = open();
    for (let times = 1; times <= 10 * UNANSWERED_MAX; times += 1) {
      connection.send(get("/"));
      await waitFor(() => connection.received().split("HTTP/1.1 200").length === times + 1);
    }
    expect(connection.isClosed()).to.equal(false);
    connection.socket.destroy();
  });

  it("closes a connection whose reader takes nothing of its answer", async () => {
    const closed: boolean[] = [];
    const { open } = await guarded((_request, response) => {
      response.on("close", () => closed.push(response.writableFinished));
      response.end(Buffer.alloc(64 * MIB));
    }, 200);
    const connection = open();
    connection.socket.pause();
    connection.send(get("/"));
    await waitFor(() => closed.length > 0, { within: 20_000, what: "the stalled answer to be given up" });
    expect(closed).to.deep.equal([false]);
    connection.socket.destroy();
  });

  it("keeps a connection whose request is worked on for longer than a reader may stall", async () => {
    const held: ServerResponse[] = [];
    const { server, open } = await guarded((_request, response) => held.push(response), 100);
    const timedOut = new Promise((resolve) => server.once("timeout", resolve));
    const connection = open();
    connection.send(get("/"));
    await timedOut;
    await waitFor(() => held.length === 1);
    held[0]?.end("late");
    expect((await connection.answer()).status).to.equal(200);
    connection.socket.destroy();
  });

  it("closes a connection that is kept alive and not used any more", async () => {
    const { server, open } = await guarded((_request, response) => response.end("taken"));
    server.keepAliveTimeout = 50;
    const connection = open();
    connection.send(get("/"));
    expect((await connection.answer()).status).to.equal(200);
    await connection.closed();
    expect(connection.error()).to.equal(undefined);
  });
});
