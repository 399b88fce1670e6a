// nginx: access lines in the combined format, and its error log.

export const nginx = {
  name: "nginx",
  isAccess: true,
  verbs: ["reopening", "rotating"],
  nouns: "assets,images,api,static".split(","),
  info: [
    "gracefully shutting down worker {pid}",
    "client {ip} closed keepalive connection",
    "cache manager process {pid} exited with code 0",
  ],
  warn: [
    "an upstream response is buffered to a temporary file /var/cache/nginx/{n}/{hex} while reading upstream, client: {ip}",
    "upstream server temporarily disabled while connecting to upstream, client: {ip}",
    "{n} worker_connections are close to the limit",
  ],
  error: [
    'open() "/usr/share/nginx/html/NOUN/{hex}.png" failed (2: No such file or directory), client: {ip}',
    "client intended to send too large body: {bytes} bytes, client: {ip}",
    "SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share), client: {ip}",
    'access forbidden by rule, client: {ip}, request: "GET /NOUN/.env HTTP/1.1"',
  ],
  debug: ["http keepalive handler {ip}"],
  failures: {
    refused:
      'connect() failed (111: Connection refused) while connecting to upstream, client: {ip}, upstream: "http://PEER:8080"',
    timeout:
      'upstream timed out (110: Connection timed out) while reading response header from upstream, client: {ip}, upstream: "http://PEER:8080"',
    status:
      'upstream prematurely closed connection while reading response header from upstream, client: {ip}, upstream: "http://PEER:8080"',
    tls: "upstream SSL certificate verify error: (10:certificate has expired) while SSL handshaking to upstream PEER, client: {ip}",
    pool: "no live upstreams while connecting to upstream, client: {ip}",
    regression: 'js exception: TypeError: cannot get property "headers" of undefined, client: {ip}',
  },
  start: ["start worker process {pid}", 'using the "epoll" event method'],
  stop: ["signal 15 (SIGTERM) received, exiting", "worker process {pid} exited with code 0"],
  fatal: ["worker process {pid} exited on signal 11", 'host not found in upstream "PEER"'],
  heartbeat: "log rotation done",
  request: '{ip} - - [{isoSeconds}] "{method} PATH HTTP/1.1" {status} {bytes} "-" "Mozilla/5.0" rt={tookSeconds}',
  hasRequestErrors: false,
  trace: () => "",
  line: ({ level, text, fields, isRequest }) =>
    isRequest
      ? text
      : `{day} {seconds} [${level}] {pid}#{pid}: *{num} ${text}${fields.map(([key, value]) => `, ${key}: ${value}`).join("")}`,
};
