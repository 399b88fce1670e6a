// HAProxy: HTTP access lines and messages of the process.

export const haproxy = {
  name: "haproxy",
  isAccess: true,
  verbs: ["reloaded", "drained"],
  nouns: "fe_public,fe_api,be_web,be_static".split(","),
  info: [
    "Proxy NOUN VERB (FE: {many} conns, BE: {many} conns).",
    "Health check for server NOUN/srv{n} succeeded, reason: Layer7 check passed, code: 200, check duration: {n}ms",
  ],
  warn: [
    "Health check for server NOUN/srv{n} failed, reason: Layer4 timeout, check duration: {many}ms, status: 2/3 UP.",
    "Server NOUN/srv{n} is going DOWN for maintenance.",
    "Proxy NOUN is at {pct}% of its session limit",
  ],
  error: [
    "{ip}:{port} NOUN/srv{n}: SSL handshake failure",
    "backend NOUN has invalid header from srv{n}, request {hex}",
    "{ip}:{port} NOUN: request too large, dropped",
  ],
  debug: ["accept {ip}:{port} on NOUN"],
  failures: {
    refused:
      'Server PEER/srv{n} is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms.',
    timeout: "Server PEER/srv{n}: sH-- response header timeout after {took}ms, session {hex}",
    status: "Server PEER/srv{n}: SH-- aborted response, session {hex}",
    dns: "Server PEER/srv{n} is going DOWN: DNS refused status ({num})",
    config: "backend NOUN has no server available! session {hex}",
    disk: "sendmsg()/writev() failed in logger #1: No space left on device (errno=28)",
  },
  start: ["New worker ({pid}) forked", "Loading success."],
  stop: ["Stopping frontend GLOBAL in 0 ms.", "Exiting Master process..."],
  fatal: ["[ALERT] worker ({pid}) exited with code 139 (Segmentation fault)", "[ALERT] could not resolve address PEER"],
  heartbeat: "stats socket: {n} commands",
  request:
    '{ip}:{port} [{iso}] fe_public be_web/srv{n} 0/0/{n}/{took}/{took} {status} {bytes} - - ---- {many}/{n}/0/0/0 0/0 "{method} PATH HTTP/1.1"',
  hasRequestErrors: false,
  trace: () => "",
  line: ({ level, text, fields, isRequest, service }) =>
    isRequest
      ? `${service}[{pid}]: ${text}`
      : `${service}[{pid}]: [${level.toUpperCase()}] ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}`,
};
