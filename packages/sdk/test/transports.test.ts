import { once } from "node:events";
import { expect } from "chai";
import winston from "winston";
import { levelOf, timestampOf } from "../src/ingest/log-entry.ts";
import { TocsinTransport, type WinstonTransportOptions } from "../src/winston.ts";
import { type Act, deadAddress, refuses, resets, type ScriptedServer, scriptedServer } from "./scripted-server.ts";
import { eventsOf, takes } from "./transport-events.ts";

describe("entries of loggers", () => {
  it("are mapped to one of five levels", () => {
    expect([10, 20, 30, 35, 40, 50, 60, 70, Number.NaN].map(levelOf)).to.deep.equal([
      "debug",
      "debug",
      "info",
      "info",
      "warn",
      "error",
      "fatal",
      "fatal",
      "info",
    ]);
    expect(["silly", "HTTP", "notice", "warning", "crit", "made up", undefined].map(levelOf)).to.deep.equal([
      "debug",
      "debug",
      "info",
      "warn",
      "fatal",
      "info",
      "info",
    ]);
  });

  it("have a time in any unit", () => {
    const at = "2026-03-02T09:00:00.000Z";
    const seconds = Date.parse(at) / 1000;
    const written = [seconds, seconds * 1e3, seconds * 1e6, `${seconds}000000000`, new Date(at), at].map(timestampOf);
    expect(new Set(written)).to.deep.equal(new Set([at]));
    expect(["yesterday", "2026-99-99T00:00:00Z", -1, Number.NaN, {}, undefined].map(timestampOf)).to.deep.equal(
      Array(6).fill(undefined),
    );
  });
});

describe("the winston transport", () => {
  let server: ScriptedServer;
  const warnings: string[] = [];
  async function open(acts: readonly Act[], options: WinstonTransportOptions = {}) {
    server = await scriptedServer(...acts);
    warnings.length = 0;
    const transport = new TocsinTransport({ ingestUrl: server.url, service: "checkout-api", ...options });
    transport.on("warn", (error: Error) => warnings.push(error.message));
    const format = winston.format.combine(winston.format.errors({ stack: true }), winston.format.colorize());
    return { transport, logger: winston.createLogger({ level: "silly", format, transports: [transport] }) };
  }
  const ended = async (logger: winston.Logger) => {
    const finished = once(logger, "finish");
    logger.end();
    await finished;
  };
  afterEach(() => server?.close());

  it("delivers every level, also http, verbose and silly, entries without a message, errors and odd values", async () => {
    const { logger } = await open([takes], { metadata: { env: "production" } });
    for (const level of ["error", "warn", "info", "http", "verbose", "debug", "silly"])
      logger.log(level, `at ${level}`);
    logger.log({ level: "info", orderId: "A-1" } as unknown as winston.LogEntry);
    logger.error(new Error("payment refused"));
    const circular: Record<string, unknown> = { amount: 12n, at: new Date(0) };
    circular["self"] = circular;
    logger.warn("odd", { circular, traceId: "4bf92f3577b34da6", service: "of the entry" });
    await ended(logger);
    const events = eventsOf(server);
    expect(events.map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
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
    ]);
    expect(new Set(events.map(({ service }) => service))).to.deep.equal(new Set(["checkout-api"]));
    expect(events[6]?.metadata).to.deep.equal({ env: "production", level: "silly" });
    expect(events[8]?.metadata?.["stack"]).to.match(/^Error: payment refused\n/);
    const { traceId, metadata } = events[9] ?? {};
    expect(traceId).to.equal("4bf92f3577b34da6");
    const odd = { amount: "12", at: "1970-01-01T00:00:00.000Z", self: "(circular)" };
    expect(metadata).to.deep.equal({ env: "production", circular: odd, service: "of the entry" });
    expect(warnings).to.deep.equal([]);
  });

  it("uses the service of an entry if it has none", async () => {
    const { logger } = await open([takes], { service: undefined });
    logger.info("one", { service: "billing" });
    logger.info("two");
    await ended(logger);
    expect(eventsOf(server).map(({ service }) => service)).to.deep.equal(["billing", "unknown-service"]);
  });

  it("survives entries that throw when read", async () => {
    const { logger } = await open([takes]);
    const throwing = Object.defineProperty({}, "secret", {
      enumerable: true,
      get: () => {
        throw new Error("not for you");
      },
    });
    logger.info("nested", { throwing });
    await ended(logger);
    expect(eventsOf(server)[0]?.metadata).to.deep.equal({ throwing: { secret: "(cannot be read)" } });
  });

  it("loses nothing during an outage, and ends in time if the outage lasts", async () => {
    const { logger, transport } = await open([refuses(503), resets, takes]);
    for (let index = 0; index < 3; index += 1) logger.info(`line ${index}`);
    await ended(logger);
    expect(eventsOf(server).map(({ message }) => message)).to.deep.equal(["line 0", "line 1", "line 2"]);
    expect(transport.stats()).to.include({ given: 3, accepted: 3 });
    await server.close();
    const away = await open([takes], { ingestUrl: await deadAddress(), closeTimeoutMs: 1 });
    away.logger.info("lost");
    await ended(away.logger);
    expect(warnings.at(-1)).to.match(/^1 event could not be sent in time and is lost\./);
  });
});
