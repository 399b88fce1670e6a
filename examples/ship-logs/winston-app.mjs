// A program that logs to the terminal and to Tocsin with winston: node winston-app.mjs [-]
// With - it logs the lines of its standard input, too.
import { createInterface } from "node:readline";
import { TocsinTransport } from "@tocsin/sdk/winston";
import winston from "winston";

// ingestUrl, organizationId and apiKey come from TOCSIN_INGEST_URL, TOCSIN_ORGANIZATION and TOCSIN_API_KEY.
const tocsin = new TocsinTransport({
  service: "checkout-api",
  metadata: { env: "production", region: "eu-1" },
  flushOnSignals: ["SIGTERM", "SIGINT"],
});
// The transport's complaints: Tocsin away, entries given up. They must not go to the logger itself.
tocsin.on("warn", (error) => console.error(`tocsin: ${error.message}`));

const logger = winston.createLogger({
  level: "silly",
  // With errors(), logger.error(new Error("…")) keeps its stack.
  format: winston.format.errors({ stack: true }),
  transports: [new winston.transports.Console({ level: "info", format: winston.format.simple() }), tocsin],
});

logger.info("order placed", { orderId: "A-1001", traceId: "4bf92f3577b34da6a3ce929d0e0e4736" });
logger.http("POST /orders 201 48 ms");
logger.silly("pool has 3 idle connections");
logger.warn("payment took 2,400 ms");
logger.error(new Error("payment-api answered 503"));
logger.log({ level: "info", orderId: "A-1002" });
if (process.argv[2] === "-") for await (const line of createInterface({ input: process.stdin })) logger.info(line);

// Sends what waits, for at most closeTimeoutMs. Without it the same happens when the program has nothing left to do.
logger.end();
