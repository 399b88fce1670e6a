// C daemons over syslog (RFC 5424).

const SEVERITIES = { debug: 15, info: 14, warn: 12, error: 11, fatal: 10 };

export const syslog = {
  name: "syslog",
  verbs: "delivered queued accepted relayed flushed checkpointed spooled compacted scanned closed".split(" "),
  nouns: "mailbox,spool file,segment,lease,zone,table,peer,journal,socket,channel".split(","),
  info: [
    "NOUN {id} VERB",
    "VERB NOUN {hex}, size={bytes}, nrcpt={n}",
    "session for user {user} from {ip} port {port}: NOUN VERB",
    "NOUN: {many} entries VERB in {ms} ms",
    "checkpoint complete: wrote {many} buffers of NOUN ({pct}%)",
  ],
  warn: ["NOUN {hex}: delayed by {ms} ms", "NOUN table is {pct}% full", "clock of peer {ip} is off by {ms} ms"],
  error: [
    "NOUN {hex}: I/O error (errno 5), skipped",
    "malformed packet from {ip}:{port} on NOUN",
    "authentication failure; logname= uid=0 user={user} rhost={ip}",
    "lost NOUN {id}: status=deferred",
    "assertion failed in NOUN.c line {many}, recovered",
  ],
  debug: ["poll NOUN fd={n}"],
  failures: {
    refused: "connect to PEER[{ip}]:25: Connection refused",
    timeout: "conversation with PEER[{ip}] timed out after {took} ms",
    status: "PEER[{ip}] said: 451 temporary local problem (in reply to {hex})",
    tls: "certificate verification failed for PEER[{ip}]: certificate has expired",
    pool: "no free connection slot, {n} clients are waiting",
    regression: "NOUN {hex}: unexpected null header, request dropped",
  },
  start: ["daemon started, version 3.{n}", "listening on 0.0.0.0:8080", "reading configuration /etc/daemon.conf"],
  stop: ["terminating on signal 15", "all children exited"],
  fatal: ["segfault at {hex} ip {hex} error 4", "out of memory, aborting"],
  heartbeat: "-- MARK -- {n} children",
  request: "{ip} {method} PATH status={status} delay={tookMs}",
  hasRequestErrors: false,
  trace: () => "",
  line: ({ level, text, fields, service }) =>
    `<${SEVERITIES[level]}>1 {iso} {pod} ${service} {pid} - - ${text}${fields.map(([key, value]) => `, ${key}=${value}`).join("")}`,
};
