// Go services that write logfmt.
import { logfmtFields, snake } from "./encoding.mjs";

export const logfmt = {
  name: "logfmt",
  verbs: "fetched persisted reconciled evicted applied synced enqueued acquired expired matched".split(" "),
  nouns: "order,stock level,coupon,parcel,seller,refund,invoice,delivery slot,campaign,barcode".split(","),
  info: [
    "VERB NOUN | NOUN_id={id} took={ms}ms",
    "NOUN VERB",
    "VERB batch | kind=NOUN count={many} took={ms}ms",
    "NOUN watcher VERB {n} changes | revision={num}",
    "leader renewed lease for NOUN shard {n}",
    "handled command | cmd=NOUN.VERB user={user} took={ms}ms",
  ],
  warn: [
    "slow NOUN lookup | took={ms}ms limit=250ms",
    "retry NOUN | attempt={n} backoff={ms}ms",
    "stale NOUN snapshot, using copy | age={many}s",
    "NOUN quota nearly reached | used={pct}%",
  ],
  error: [
    'failed to decode NOUN | err="unexpected end of JSON input" NOUN_id={id}',
    "NOUN not found in shard | shard={n} NOUN_id={id}",
    "optimistic lock lost | kind=NOUN NOUN_id={id} attempts=3",
    'reconcile NOUN failed | err="resource version {num} is too old"',
    "write: broken pipe | peer={ip}:{port} kind=NOUN",
    "invalid state transition | kind=NOUN from=VERB NOUN_id={id}",
  ],
  debug: ["gc cycle | pause={ms}ms", "NOUN cache lookup | key={hex} hit=false"],
  failures: {
    refused: 'call failed | peer=PEER err="dial tcp {ip}:8080: connect: connection refused"',
    timeout: "context deadline exceeded calling PEER | peer=PEER took={took}ms",
    status: "unexpected status from PEER | peer=PEER status=502",
    tls: 'call failed | peer=PEER err="x509: certificate has expired or is not yet valid"',
    pool: "sql: all connections busy | waiting={n} took={took}ms",
    regression: 'handler failed | err="assignment to entry in nil map" NOUN_id={id}',
  },
  start: ["starting server | addr=:8080", "connected | peer=PEER took={ms}ms", "migrations applied | count={n}"],
  stop: ["shutting down | signal=terminated", "bye"],
  fatal: ['cannot start | err="missing NOUN backend"', "fatal error, exiting | code=1"],
  heartbeat: "heartbeat | jobs={n} lag={ms}ms",
  request: "request | method={method} path=PATH status={status} dur={took}ms bytes={bytes}",
  hasRequestErrors: false,
  trace: () => "",
  line: ({ level, text, fields, noun }) =>
    `ts={iso} level=${level} component=${snake(noun)} msg=${JSON.stringify(text)}${logfmtFields(fields.map(([key, value]) => [snake(key), value]))}`,
};
