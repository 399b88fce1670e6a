// A program that logs to the terminal and to Tocsin with pino: node pino-app.mjs [-]
// With - it logs the lines of its standard input, too.
import { createInterface } from "node:readline";
import pino from "pino";

const logger = pino({
  name: "checkout-api",
  level: "trace",
  transport: {
    targets: [
      { target: "pino/file", level: "info", options: { destination: 1 } },
      {
        target: "@tocsin/sdk/pino",
        level: "trace",
        // ingestUrl, organizationId and apiKey come from TOCSIN_INGEST_URL, TOCSIN_ORGANIZATION and TOCSIN_API_KEY.
        options: { metadata: { env: "production", region: "eu-1" } },
      },
    ],
  },
});

logger.info({ orderId: "A-1001", traceId: "4bf92f3577b34da6a3ce929d0e0e4736" }, "order placed");
logger.trace("pool has 3 idle connections");
logger.child({ requestId: "r-17" }).warn({ ms: 2400 }, "payment took long");
logger.error(new Error("payment-api answered 503"));
if (process.argv[2] === "-") for await (const line of createInterface({ input: process.stdin })) logger.info(line);

// Nothing to do at the end: pino ends the transport, which sends what waits for at most closeTimeoutMs.
