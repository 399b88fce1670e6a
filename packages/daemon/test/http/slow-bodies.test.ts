import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { expect } from "chai";
import { ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type RawConnection, rawConnection } from "../support/raw-connection.ts";
import { logs } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

describe("ingestion while others hold its memory", function () {
  this.timeout(120_000);
  let daemon: TestDaemon;
  /** The daemon's ends of all connections, by the port of the other end. */
  const served = new Map<number | undefined, Socket>();
  const serve = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    served.set(socket.remotePort, socket);
  };
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_ROLES: "ingest" });
    subscribe("net.server.socket", serve);
  });
  after(async () => {
    unsubscribe("net.server.socket", serve);
    await daemon.stop();
  });

  interface Attack {
    /** Bodies that were cut off and begun anew. */
    readonly begun: () => number;
    stop(): void;
  }

  /** Connections that together send the whole budget but 20 KiB, and then a byte now and then. */
  async function attack(connections: number, announced: number): Promise<Attack> {
    const share = Math.min(announced - 1, Math.floor((64 * MIB - 20 * KIB) / connections));
    const filling = Buffer.alloc(share, " ");
    const open = new Set<RawConnection>();
    let begun = 0;
    let stopped = false;
    const begin = (): void => {
      begun += 1;
      const connection = rawConnection(daemon.ingest);
      open.add(connection);
      connection.send(
        `POST /events/logs/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n`,
      );
      connection.send(filling);
      connection.socket.on("close", () => {
        open.delete(connection);
        if (!stopped && begun < connections * 4) begin();
      });
    };
    for (let index = 0; index < connections; index += 1) begin();
    const dribble = setInterval(() => {
      for (const { socket } of open) if (socket.writable) socket.write(" ");
    }, 200);
    // What was sent may still be in buffers of the system, where it takes no memory of the daemon's.
    const isRead = ({ socket }: RawConnection): boolean =>
      (served.get(socket.localPort)?.bytesRead ?? 0) > filling.length;
    await waitFor(() => [...open].every(isRead), { within: 30_000, what: "the attackers' shares to be read" });
    return {
      begun: () => begun,
      stop: () => {
        stopped = true;
        clearInterval(dribble);
        for (const { socket } of open) socket.destroy();
      },
    };
  }

  for (const [connections, announced, what] of [
    [5, 16 * MIB, "five connections that announce 16 MiB"],
    [50, 16 * MIB, "fifty connections that announce 16 MiB"],
    [80, MIB, "eighty connections that announce no more than a small body"],
  ] as const) {
    it(`refuses no batch of anybody else: ${what}`, async () => {
      const attackers = await attack(connections, announced);
      const body = JSON.stringify(logs(500));
      const times: number[] = [];
      for (let round = 0; round < 25; round += 1) {
        const batches = Array.from({ length: 4 }, async () => {
          const began = performance.now();
          const answer = await ingest(daemon, "/events/logs/batch", body);
          times.push(performance.now() - began);
          return answer;
        });
        for (const answer of await Promise.all(batches)) expect(answer.status, answer.text).to.equal(202);
      }
      attackers.stop();
      times.sort((one, other) => one - other);
      if (process.env["TOCSIN_TEST_FIGURES"]) {
        const at = (part: number): string => `${(times[Math.floor(times.length * part)] as number).toFixed(0)} ms`;
        console.log(`p50 ${at(0.5)}, p99 ${at(0.99)}; attackers began ${attackers.begun()} times`);
      }
      expect(times.at(-1)).to.be.below(15_000);
    });
  }

  it("takes a large batch while fifty connections dribble", async () => {
    const attackers = await attack(50, 16 * MIB);
    const padding = "x".repeat(2 * KIB);
    const body = logs(4_000, () => ({ metadata: { padding } }));
    await waitFor(async () => (await ingest(daemon, "/events/logs/batch", body)).status === 202, {
      within: 30_000,
      what: "a large batch to be taken",
    });
    attackers.stop();
  });

  it("takes no more memory for a body in pieces of one byte than for any other", async () => {
    const connection = rawConnection(daemon.ingest);
    connection.send(
      "POST /events/logs/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const pieces = Buffer.from("1\r\n \r\n".repeat(10_000));
    const before = process.memoryUsage().rss;
    for (let sent = 0; sent < 50; sent += 1) {
      await new Promise<void>((resolve) => connection.socket.write(pieces, () => resolve()));
    }
    connection.send("2\r\n[]\r\n0\r\n\r\n");
    expect((await connection.answer()).status).to.equal(202);
    expect((process.memoryUsage().rss - before) / MIB, "MiB more").to.be.below(60);
    connection.socket.destroy();
  });
});
