// Python services with the standard logging module and tracebacks over several lines.
import { framesOf, snake } from "./encoding.mjs";

export const pythonLogging = {
  name: "python-logging",
  verbs: "scored screened matched extracted classified imported exported enriched flagged approved".split(" "),
  nouns: "applicant,document,watch list,credit file,address proof,risk profile,case,alert,dossier,model".split(","),
  info: [
    "NOUN {id} VERB in {tookSeconds}s",
    "VERB {many} NOUN records (batch {n})",
    "Task NOUN.VERB[{uuid}] succeeded in {tookSeconds}s: None",
    "Task NOUN.VERB[{uuid}] received",
    "NOUN features VERB for customer {num}: score={pct}",
    "user {user} opened NOUN {id}",
  ],
  warn: [
    "NOUN {id} has no country code, assuming default",
    "Retry in {n}s: NOUN not ready",
    "InsecureRequestWarning: unverified HTTPS request for NOUN",
    "Connection pool is full, discarding connection: {ip}",
  ],
  error: [
    "Failed to parse NOUN {id}: KeyError('birth_date')",
    "NOUN {id} could not be VERB",
    "ValueError: could not convert string to float in NOUN {num}",
    "IntegrityError: duplicate NOUN {num}",
    "Task NOUN.VERB[{uuid}] raised unexpected: UnicodeDecodeError",
  ],
  debug: ["cache key NOUN:{hex}", 'https://{ip}:443 "GET /NOUN HTTP/1.1" 200 {bytes}'],
  failures: {
    refused: "HTTPConnectionPool(host='PEER', port=8080): Max retries exceeded: [Errno 111] Connection refused",
    timeout: "requests.exceptions.ReadTimeout: HTTPConnectionPool(host='PEER'): Read timed out after {took} ms",
    status: "HTTPError: 503 Server Error: Service Unavailable for url: http://PEER/api/{num}",
    dns: "Failed to resolve 'PEER' ([Errno -3] Temporary failure in name resolution)",
    config: "ImproperlyConfigured: setting NOUN_BACKEND has no value (request {hex})",
    disk: "OSError: [Errno 28] No space left on device: '/var/data/NOUN/{hex}'",
  },
  start: ["Booting worker with pid: {pid}", "Listening at: http://0.0.0.0:8080", "Application startup complete."],
  stop: ["Worker exiting (pid: {pid})", "Shutting down: Master"],
  fatal: ["Worker failed to boot.", "ModuleNotFoundError: No module named 'NOUN'"],
  heartbeat: "beat: Scheduler: Sending due task refresh ({n})",
  request: '{ip}:{port} - "{method} PATH HTTP/1.1" {status} {took}ms',
  hasRequestErrors: false,
  trace: (noun, chance) =>
    `\nTraceback (most recent call last):${framesOf(chance.integer(2, 5), (nth) => `\n  File "/srv/app/${snake(noun)}/views.py", line ${chance.integer(10, 400)}, in step_${nth}\n    return self.${snake(noun)}(${nth})`)}`,
  line: ({ level, text, fields, trace, noun }) =>
    `{day} {clockComma} ${level === "warn" ? "WARNING" : level === "fatal" ? "CRITICAL" : level.toUpperCase()} [app.${snake(noun)}:${(text.length % 300) + 10}] ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}${trace}`,
};
