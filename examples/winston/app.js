// A program that logs to the terminal and to Tocsin: node app.js
import winston from "winston";
import { TocsinTransport } from "./tocsin-transport.js";

const tocsin = new TocsinTransport({
  url: process.env.TOCSIN_INGEST_URL ?? "http://127.0.0.1:7071",
  organization: process.env.TOCSIN_ORGANIZATION,
  apiKey: process.env.TOCSIN_INGEST_API_KEY,
  service: "checkout-api",
  metadata: { env: "production", region: "eu-1" },
});
// The transport's complaints: Tocsin away, entries given up. They must not go to the logger itself.
tocsin.on("warn", (error) => console.error(`tocsin: ${error.message}`));

const logger = winston.createLogger({
  level: "silly",
  // With errors(), logger.error(new Error("…")) keeps its stack.
  format: winston.format.errors({ stack: true }),
  transports: [new winston.transports.Console({ format: winston.format.simple() }), tocsin],
});

logger.info("order placed", { orderId: "A-1001", traceId: "4bf92f3577b34da6a3ce929d0e0e4736" });
logger.http("POST /orders 201 48 ms");
logger.verbose("cart recalculated");
logger.silly("pool has 3 idle connections");
logger.warn("payment took 2,400 ms");
logger.error(new Error("payment-api answered 503"));
logger.log({ level: "info", orderId: "A-1002" });

// Sends what waits (for at most closeMs) before the program ends.
logger.end();
