// Traefik: access lines in its common format, and its own messages.

export const traefik = {
  name: "traefik",
  isAccess: true,
  verbs: ["updated", "skipped"],
  nouns: "router,middleware,entrypoint,certificate".split(","),
  info: [
    "Configuration VERB | providerName=kubernetes NOUN={n}",
    "NOUN VERB | providerName=kubernetes",
    "Starting provider aggregator | NOUN={n}",
  ],
  warn: [
    "Cannot create NOUN of ingress, using default | ingress=web-{n}",
    "Health check failed, retrying NOUN | serviceURL=http://{ip}:8080",
    "NOUN has {many} idle connections, limit is near",
  ],
  error: [
    "error while parsing NOUN rule of web-{n}: unexpected end",
    "NOUN: http2: stream {num} closed unexpectedly, client {ip}",
    "failed to find NOUN secret tls-{n}",
  ],
  debug: ["Filtering NOUN {hex}"],
  failures: {
    refused: "502 Bad Gateway | error=dial tcp {ip}:8080: connect: connection refused service=PEER",
    timeout: "504 Gateway Timeout | error=i/o timeout after {took} ms service=PEER",
    status: "500 from backend | error=unexpected EOF service=PEER request={hex}",
    payment: "402 from backend | service=PEER request={hex}",
    ports: "502 Bad Gateway | error=connect: cannot assign requested address service=PEER",
    limited: "429 from backend | service=PEER",
    keys: "forwardAuth rejected token of request {hex}, kid unknown",
    job: "ACME renewal for NOUN failed: order {num} is invalid",
    schema: "plugin NOUN can't parse header block {num}",
    zone: "no route to host from {pod}, request {hex} failed",
    io: "buffer file {hex} can't be written: device timeout",
  },
  start: ["Traefik version 3.{n} built on 2026-02-11", "Starting server on :8080"],
  stop: ["I have to go...", "Stopping server gracefully, {n} open"],
  fatal: ["panic: runtime error: invalid memory address, signal SIGSEGV", "error opening listener: address in use"],
  heartbeat: "provider poll done",
  request:
    '{ip} - - [{clfTime}] "{method} PATH HTTP/2.0" {status} {bytes} "-" "-" {num} "web@kubernetes" "http://{ip}:8080" {took}ms',
  hasRequestErrors: false,
  trace: () => "",
  line: ({ level, text, fields, isRequest }) =>
    isRequest
      ? text
      : `{iso} ${{ debug: "DBG", info: "INF", warn: "WRN", error: "ERR", fatal: "FTL" }[level]} ${text}${fields.map(([key, value]) => ` ${key}=${value.includes(" ") ? JSON.stringify(value) : value}`).join("")}`,
};
