import { expect } from "chai";
import type { LogLine } from "../support/daemon.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type RawConnection, rawConnection } from "../support/raw-connection.ts";
import { waitFor } from "../support/wait.ts";

const MOST = 16;
const HEAD_OF_POST =
  "POST /events/logs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n";

describe("the connections of an interface", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await startTestDaemon({
      TOCSIN_CORE_CONNECTIONS_MAX: String(MOST),
      TOCSIN_INGEST_CONNECTIONS_MAX: String(MOST),
    });
  });
  afterEach(() => daemon.stop());

  const ask = (connection: RawConnection, path: string): void =>
    connection.send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  /** Connections in the midst of a request, which nobody may close for others. */
  async function occupied(base: string): Promise<RawConnection[]> {
    const connections = Array.from({ length: MOST }, () => rawConnection(base));
    for (const each of connections) {
      each.send(`${HEAD_OF_POST}{`);
    }
    return connections;
  }
  const served = async (base: string, path: string): Promise<number> => {
    const connection = rawConnection(base);
    ask(connection, path);
    const { status } = await connection.answer();
    connection.socket.destroy();
    return status;
  };
  /** A connection within the limit. Asks for a document, since health is answered beyond the limit, too. */
  const admitted = (base: string, what: string): Promise<RawConnection> =>
    waitFor(
      async () => {
        const newcomer = rawConnection(base);
        ask(newcomer, "/openapi.json");
        if ((await newcomer.answer()).status === 200) return newcomer;
        newcomer.socket.destroy();
        return undefined;
      },
      { what },
    );
  const end = (connections: readonly RawConnection[]): void => {
    for (const { socket } of connections) socket.destroy();
  };

  it("are so many at most: one more is answered 503 with Retry-After, which names the setting, and closed", async () => {
    const connections = await occupied(daemon.ingest);
    await waitFor(async () => (await served(daemon.ingest, "/openapi.json")) === 503);
    const one = rawConnection(daemon.ingest);
    ask(one, "/openapi.json");
    const { status, head, body } = await one.answer();
    expect(status).to.equal(503);
    expect(head)
      .to.match(/\r\nretry-after: \d+/)
      .and.contain("\r\nconnection: close");
    expect(body).to.contain("TOCSIN_INGEST_CONNECTIONS_MAX");
    await one.closed();
    const warning = daemon.log.filter((line: LogLine) => line.fields["setting"] === "TOCSIN_INGEST_CONNECTIONS_MAX");
    expect(warning).to.have.lengthOf(1);
    end(connections);
    await waitFor(async () => (await served(daemon.ingest, "/openapi.json")) === 200, { what: "room for another" });
  });

  it("leave room for health and metrics, and for the other interface", async () => {
    const connections = await occupied(daemon.ingest);
    await waitFor(async () => (await served(daemon.ingest, "/openapi.json")) === 503);
    for (const path of ["/health/live", "/health/ready", "/metrics"]) {
      expect(await served(daemon.ingest, path), path).to.equal(200);
    }
    expect(await served(daemon.core, "/openapi.json")).to.equal(200);
    end(connections);
  });

  it("give way where they are idle: those without a request first", async () => {
    const unused = Array.from({ length: MOST }, () => rawConnection(daemon.core));
    const used = await admitted(daemon.core, "an unused connection to give way");
    const more: RawConnection[] = [];
    for (let index = 0; index < 3; index += 1) {
      more.push(await admitted(daemon.core, "another unused connection to give way"));
    }
    expect(used.isClosed()).to.equal(false);
    expect(unused.filter((each) => each.isClosed())).to.not.have.lengthOf(0);
    expect(unused.filter((each) => !each.isClosed())).to.not.have.lengthOf(0);
    end([used, ...unused, ...more]);
  });

  it("give way before all others where they have a request whose body doesn't begin", async () => {
    const sending = rawConnection(daemon.ingest);
    sending.send(`${HEAD_OF_POST}{`);
    const withoutBody = Array.from({ length: MOST - 1 }, () => rawConnection(daemon.ingest));
    for (const each of withoutBody) each.send(HEAD_OF_POST);
    await waitFor(() => withoutBody.every(({ socket }) => socket.bytesWritten > 0));
    const used = await admitted(daemon.ingest, "the first connection without a body to give way");
    for (let index = 0; index < 3; index += 1) {
      await waitFor(async () => (await served(daemon.ingest, "/openapi.json")) === 200, {
        what: "a connection without a body to give way",
      });
    }
    expect(withoutBody.filter((each) => each.isClosed())).to.not.have.lengthOf(0);
    expect(used.isClosed()).to.equal(false);
    expect(sending.isClosed()).to.equal(false);
    end([used, sending, ...withoutBody]);
  });

  it("beyond the limit end by themselves where they ask for nothing", async () => {
    const connections = await occupied(daemon.ingest);
    await waitFor(async () => (await served(daemon.ingest, "/openapi.json")) === 503);
    const silent = rawConnection(daemon.ingest);
    await silent.closed(20_000);
    end(connections);
  });
});
