// Node.js services with pino: one JSON object a line, levels as numbers.
import { capitalize, framesOf, jsonFields, jsonText } from "./encoding.mjs";

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };

export const pino = {
  name: "pino",
  verbs: "loaded stored refreshed validated merged rendered priced reserved released published".split(" "),
  nouns: "basket,voucher,product,wishlist,price list,shipment,session,offer,address,review".split(","),
  info: [
    "NOUN VERB | nounId={id} durationMs={ms}",
    "VERB NOUN {id}",
    "NOUN {id} VERB for user {user}",
    "VERB {n} NOUN entries from cache | hits={n}",
    "incoming message on channel NOUN.VERB | messageId={uuid}",
    "feature flag evaluated for NOUN | flag=new-NOUN-view userId={num}",
    "NOUN sync finished in {ms} ms, {many} rows VERB",
  ],
  warn: [
    "slow query on NOUN: {ms} ms | rows={many}",
    "retrying NOUN request, attempt {n} | nounId={id}",
    "deprecated field in NOUN payload ignored | clientIp={ip}",
    "event loop delay is high | delayMs={ms}",
  ],
  error: [
    "could not price NOUN {id}: currency missing",
    "TypeError: Cannot read properties of undefined (reading 'total') | nounId={id}",
    "NOUN {id} failed schema validation: /amount must be >= 0",
    "unhandled rejection while NOUN was VERB | nounId={id}",
    "socket hang up after {ms} ms for NOUN {id}",
    "write after end in NOUN stream {hex}",
  ],
  debug: ["cache miss NOUN:{id}", "sql SELECT NOUN took {ms} ms", "enter VERB NOUN handler | reqId={hex}"],
  failures: {
    refused: "connect ECONNREFUSED {ip}:8080 while calling PEER | peer=PEER code=ECONNREFUSED",
    timeout: "timeout of {took}ms exceeded calling PEER | peer=PEER code=ECONNABORTED",
    status: "upstream PEER: 503 | peer=PEER status=503 reqId={hex}",
    tls: "certificate has expired calling https://PEER | peer=PEER code=CERT_HAS_EXPIRED",
    pool: "timeout exceeded when trying to connect to pool, {n} waiting",
    regression: "TypeError: order.items.flatMap is not a function | nounId={id}",
  },
  start: ["server listening at http://0.0.0.0:8080", "connected to PEER in {ms} ms", "loaded {n} plugins"],
  stop: ["SIGTERM received, draining {n} connections", "server closed"],
  fatal: ["uncaught exception, exiting", "could not bind NOUN store, exiting with code 1"],
  heartbeat: "scheduler tick: {n} jobs due",
  request: "request completed | method={method} url=PATH statusCode={status} responseTime={took}",
  hasRequestErrors: true,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 5),
      (nth) =>
        `\n    at ${capitalize(noun)}Service.step${nth} (/app/dist/${noun.length + nth}.js:${chance.integer(10, 400)}:${chance.integer(3, 40)})`,
    ),
  line: ({ level, text, fields, trace, service }) =>
    `{"level":${LEVELS[level]},"time":{epochMs},"pid":{pid},"hostname":"{pod}","name":"${service}"${jsonFields(fields)}${trace === "" ? "" : `,"err":{"type":"Error","stack":${jsonText(text + trace)}}`},"msg":${jsonText(text)}}`,
};
