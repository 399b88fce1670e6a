import { expect } from "chai";
import { createGuardedServer } from "../../src/http/connections/guarded-server.ts";
import { LINGERING } from "../../src/http/connections/lingering-close.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { type RawConnection, rawConnection } from "../support/raw-connection.ts";
import { waitFor } from "../support/wait.ts";

describe("the reading of what follows an early answer", function () {
  this.timeout(30_000);

  async function refusing(limits: Partial<typeof LINGERING>) {
    const seen: string[] = [];
    const server = createGuardedServer(
      {
        checkHost: () => undefined,
        connectionsMax: 100,
        connectionsSetting: "",
        logger: silentLogger,
        lingering: { ...LINGERING, ...limits },
      },
      (request, response) => {
        seen.push(request.url ?? "");
        response.writeHead(403, { "content-length": 2 }).end("no");
      },
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    return {
      seen,
      open: (length = 1_000_000_000): RawConnection => {
        const connection = rawConnection(`http://127.0.0.1:${port}`, { stubborn: true });
        connection.send(`POST /first HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`);
        return connection;
      },
      stop: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  /** Writes until the connection ends; answers whether it ended. */
  function keepSending(connection: RawConnection, bytes: number, everyMs: number): () => void {
    const timer = setInterval(() => connection.socket.writable && connection.send(Buffer.alloc(bytes, " ")), everyMs);
    return () => clearInterval(timer);
  }

  it("ends after its time, though the sender goes on at a good rate", async () => {
    const server = await refusing({ timeMs: 300 });
    const connection = server.open();
    const stop = keepSending(connection, 10_000, 20);
    expect((await connection.answer()).status).to.equal(403);
    await connection.closed();
    stop();
    await server.stop();
  });

  it("ends after its number of bytes", async () => {
    const server = await refusing({ bytes: 100_000 });
    const connection = server.open();
    const stop = keepSending(connection, 60_000, 5);
    expect((await connection.answer()).status).to.equal(403);
    await connection.closed();
    stop();
    await server.stop();
  });

  it("ends where the sender falls silent or dribbles", async () => {
    const server = await refusing({ idleMs: 300 });
    const silent = server.open();
    const dribbling = server.open();
    const stop = keepSending(dribbling, 1, 20);
    await dribbling.closed();
    stop();
    await waitFor(() => {
      silent.send("x");
      return silent.isClosed();
    });
    await server.stop();
  });

  it("is for so many connections at one time: the oldest is cut off for one more", async () => {
    const server = await refusing({ connections: 2 });
    const first = server.open();
    expect((await first.answer()).status).to.equal(403);
    const others = [server.open(), server.open()];
    for (const each of others) expect((await each.answer()).status).to.equal(403);
    first.send("x");
    await waitFor(
      () => {
        first.send("x");
        return first.isClosed();
      },
      { what: "the oldest connection to be cut off" },
    );
    await server.stop();
  });

  it("goes on for a sender that is still sending where an idle one can be cut off instead", async () => {
    const server = await refusing({ connections: 2 });
    const sending = server.open();
    expect((await sending.answer()).status).to.equal(403);
    const idle = server.open();
    expect((await idle.answer()).status).to.equal(403);
    const stop = keepSending(sending, 10_000, 5);
    await waitFor(() => sending.socket.bytesWritten > 500_000);
    const third = server.open();
    expect((await third.answer()).status).to.equal(403);
    await waitFor(
      () => {
        idle.send("x");
        return idle.isClosed();
      },
      { what: "the idle connection to be cut off" },
    );
    expect(sending.isClosed()).to.equal(false);
    stop();
    await server.stop();
  });

  it("takes no further request out of what follows", async () => {
    const server = await refusing({});
    const connection = server.open(5);
    await connection.answer();
    connection.send("12345POST /second HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n");
    await waitFor(() => {
      connection.send("x");
      return connection.isClosed();
    });
    expect(server.seen).to.deep.equal(["/first"]);
    await server.stop();
  });
});
