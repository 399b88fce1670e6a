// Envoy: access lines of the default format, and its own messages.

export const envoy = {
  name: "envoy",
  isAccess: true,
  verbs: ["add/update", "warming"],
  nouns: "outbound,inbound,listener,cluster".split(","),
  info: [
    "cds: VERB {n} cluster(s), removed 0",
    "lds: VERB listener 'NOUN_8080'",
    "all clusters initialized. initializing init manager",
  ],
  warn: [
    "NOUN config stream to xds-grpc closed: 14, connection reset ({n})",
    "gRPC config for NOUN is stale by {many} s",
    "NOUN is at {pct}% of max_connections",
  ],
  error: [
    "TLS error: NOUN 268435703:SSL routines:WRONG_VERSION_NUMBER peer {ip}:{port}",
    "NOUN codec error: http/1.1 protocol error: INVALID_HEADER [C{num}]",
    "NOUN ext_authz denied without body [C{num}]",
  ],
  debug: ["[C{num}] new stream NOUN"],
  failures: {
    refused: "[C{num}] upstream PEER connect error or disconnect/reset before headers: connection refused",
    timeout: "[C{num}] upstream request to PEER timed out after {took} ms",
    status: "[C{num}] upstream PEER reset: remote reset",
    payment: "[C{num}] upstream PEER responded 402",
    reset: "[C{num}] upstream PEER reset reason: connection termination",
    limited: "[C{num}] upstream PEER responded 429, ratelimited",
    lock: "[C{num}] upstream PEER stalled in lock wait",
    newError: "[C{num}] NOUN filter state has an unknown object",
  },
  start: ["starting main dispatch loop", "initializing epoch 0"],
  stop: ["shutting down server instance", "main dispatch loop exited"],
  fatal: ["Caught Segmentation fault, suspect faulting address {hex}", "error initializing configuration"],
  heartbeat: "hot restart: parent stats merged ({n})",
  request: '[{iso}] "{method} PATH HTTP/2" {status} - 0 {bytes} {took} {took} "{ip}" "-" "{uuid}" "api" "{ip}:8080"',
  hasRequestErrors: false,
  trace: () => "",
  line: ({ level, text, fields, isRequest }) =>
    isRequest
      ? text
      : `[{day} {clock}][{pid}][${level}][main] ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}`,
};
