// A program that logs through pino and ends, as transports.test.ts asks for it: URL COUNT HOW
import pino from "pino";

const [, , ingestUrl, count = "0", how = ""] = process.argv;
const logger = pino({
  name: "checkout",
  level: "trace",
  transport: { target: "@tocsin/sdk/pino", options: { ingestUrl, closeTimeoutMs: 2_000, metadata: { env: "test" } } },
});
for (let index = 0; index < Number(count); index += 1) logger.info({ index }, `line ${index}`);
if (how === "levels") {
  logger.trace("at trace");
  logger.fatal({ trace_id: "4bf92f35", span_id: "00f067aa" }, "at fatal");
  logger.child({ requestId: "r-1" }).warn("from a child");
  logger.error(new TypeError("payment refused"));
  const circular: Record<string, unknown> = { amount: 12n };
  circular["self"] = circular;
  logger.warn({ circular }, "odd");
  logger.info({ orderId: "A-1" });
}
