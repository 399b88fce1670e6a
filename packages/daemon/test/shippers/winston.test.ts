import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import winston from "winston";
import { TocsinTransport } from "../../../../examples/winston/tocsin-transport.js";
import { waitFor } from "../support/wait.ts";
import { createDaemonProcess, type DaemonProcess } from "./daemon-process.ts";
import { allEvents, difference, eventWith, someEvents } from "./stored-events.ts";

interface Shipping {
  readonly logger: winston.Logger;
  readonly transport: TocsinTransport;
  /** What the transport complained of. */
  readonly warnings: string[];
}

function createLogger(url: string, organization: string, more: object = {}): Shipping {
  const transport = new TocsinTransport({
    url,
    organization,
    service: "checkout-api",
    flushMs: 20,
    metadata: { env: "production" },
    ...more,
  });
  const warnings: string[] = [];
  transport.on("warn", (error: Error) => warnings.push(error.message));
  const format = winston.format.combine(winston.format.errors({ stack: true }), winston.format.colorize());
  return { logger: winston.createLogger({ level: "silly", format, transports: [transport] }), transport, warnings };
}

/** Ends the logger, as a program does before it ends. */
const ended = (logger: winston.Logger): Promise<void> =>
  new Promise((resolve) => {
    logger.on("finish", () => resolve());
    logger.end();
  });

describe("The winston transport of examples/winston", function () {
  this.timeout(60_000);
  let daemon: DaemonProcess;

  before(async () => {
    daemon = await createDaemonProcess();
    await daemon.start();
  });
  after(() => daemon?.remove());

  it("delivers every level, also http, verbose and silly, entries without a message, errors and odd values", async () => {
    const { logger, warnings } = createLogger(daemon.ingest, "levels");
    for (const level of ["error", "warn", "info", "http", "verbose", "debug", "silly"])
      logger.log(level, `at ${level}`, { level2: level });
    logger.log({ level: "info", orderId: "A-1" } as unknown as winston.LogEntry);
    logger.error(new Error("payment refused"));
    const circular: Record<string, unknown> = { amount: 12n, at: new Date(0) };
    circular["self"] = circular;
    logger.warn("odd", { circular, traceId: "4bf92f3577b34da6" });
    logger.info("lastentry1");
    await ended(logger);
    await eventWith(daemon, "levels", "lastentry1");
    const events = await allEvents(daemon, "levels");
    expect(events.map(({ level, message }) => `${level} ${message}`)).to.have.members([
      "error at error",
      "warn at warn",
      "info at info",
      "debug at http",
      "debug at verbose",
      "debug at debug",
      "debug at silly",
      'info {"orderId":"A-1"}',
      "error payment refused",
      "warn odd",
      "info lastentry1",
    ]);
    const silly = events.find(({ message }) => message === "at silly");
    expect(silly?.metadata).to.deep.equal({ env: "production", level: "silly", level2: "silly" });
    const odd = events.find(({ message }) => message === "odd");
    expect(odd?.traceId).to.equal("4bf92f3577b34da6");
    expect(odd?.metadata?.["circular"]).to.deep.equal({
      amount: "12",
      at: "1970-01-01T00:00:00.000Z",
      self: "(circular)",
    });
    expect(warnings).to.deep.equal([]);
  });

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it(`delivers every entry once when the daemon is ended by ${signal} and started again in the middle`, async () => {
      const organization = `restart-${signal}`;
      const { logger, warnings } = createLogger(daemon.ingest, organization);
      const sent: string[] = [];
      const say = (count: number): void => {
        for (let index = 0; index < count; index++) {
          sent.push(`entry ${sent.length}`);
          logger.info(sent.at(-1) as string);
        }
      };
      say(3000);
      await someEvents(daemon, organization);
      const down = daemon.end(signal);
      say(3000);
      await down;
      say(500);
      await waitFor(() => warnings.length > 0, { what: "the transport to notice" });
      await daemon.start();
      sent.push("lastentry2");
      logger.info("lastentry2");
      await ended(logger);
      await eventWith(daemon, organization, "lastentry2");
      const there = (await allEvents(daemon, organization)).map(({ message }) => message);
      expect(difference(sent, there)).to.deep.equal({ missing: [], extra: [] });
    });
  }
});

describe("The winston transport, by the answer it gets", () => {
  let server: Server;
  const keys: string[] = [];

  const serve = async (listener: RequestListener): Promise<string> => {
    keys.length = 0;
    server = createServer((request, response) => {
      keys.push(String(request.headers["idempotency-key"]));
      request.resume().on("end", () => listener(request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it("sends the same batch again, with the same Idempotency-Key, after 503, 500 and 429 and when the answer is lost", async () => {
    const answers = [503, 500, 429, 0, 202];
    const url = await serve((request, response) => {
      const status = answers.shift() ?? 202;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end(status === 202 ? '{"accepted":1}' : "{}");
    });
    const { logger, transport } = createLogger(url, "again");
    logger.info("once");
    await transport.flush();
    expect(answers).to.deep.equal([]);
    expect(keys).to.have.lengthOf(5);
    expect(new Set(keys)).to.have.lengthOf(1);
    await ended(logger);
  }).timeout(20_000);

  it("gives a batch up after 400 and 413, says so and goes on", async () => {
    const answers = [400, 413, 202];
    const url = await serve((_request, response) => {
      response.writeHead(answers.shift() ?? 202).end('{"accepted":1}');
    });
    const { logger, transport, warnings } = createLogger(url, "given-up");
    for (const message of ["first", "second", "third"]) {
      logger.info(message);
      await transport.flush();
    }
    expect(warnings).to.have.lengthOf(2);
    expect(warnings[0]).to.match(/1 log entries given up: 400/);
    expect(new Set(keys)).to.have.lengthOf(3);
    await ended(logger);
  });

  it("keeps no more entries than it may, gives up the oldest and says how many", async () => {
    let open = false;
    const bodies: string[] = [];
    const url = await serve((_request, response) => {
      response.writeHead(open ? 202 : 503).end('{"accepted":1}');
    });
    server.prependListener("request", (request) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => bodies.push(body));
    });
    const { logger, transport, warnings } = createLogger(url, "full", { bufferedMax: 10, batchMax: 2 });
    for (let index = 0; index < 100; index++) logger.info(`entry ${index}`);
    expect(transport.pending).to.equal(10);
    open = true;
    await ended(logger);
    expect(warnings).to.deep.equal(["90 log entries given up: the buffer was full."]);
    expect(
      bodies.flatMap((body) => (JSON.parse(body) as { message: string }[]).map(({ message }) => message)),
    ).to.deep.equal(Array.from({ length: 10 }, (_, index) => `entry ${90 + index}`));
  });

  it("ends in time when nobody answers, and says what is lost", async () => {
    const url = await serve(() => undefined);
    const { logger, warnings } = createLogger(url, "nobody", { closeMs: 100 });
    logger.info("lost");
    await ended(logger);
    expect(warnings).to.deep.equal(["Tocsin wasn't reached in time; 1 log entries are lost."]);
  });
});
