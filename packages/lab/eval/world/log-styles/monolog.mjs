// PHP services with Monolog's line formatter: channel, level, message, context as JSON.
import { capitalize, framesOf, jsonFields, snake } from "./encoding.mjs";

export const monolog = {
  name: "monolog",
  verbs: "printed refunded exchanged validated claimed credited stamped voided redeemed mailed".split(" "),
  nouns: "ticket,railcard,claim,season pass,refund request,discount,luggage tag,companion,receipt,mandate".split(","),
  info: [
    "NOUN {id} VERB in {ms} ms",
    "Matched route NOUN_VERB. | route=NOUN_VERB method={method}",
    "Message Rail.NOUN.VERB handled by worker {n} | message_id={uuid}",
    "VERB {many} NOUN rows | rows={many} elapsed={ms}",
    "User {user} VERB NOUN {num} | ip={ip}",
    "Cache pool NOUN warmed, {many} entries",
  ],
  warn: [
    "NOUN lookup needed {ms} ms | elapsed={ms}",
    "Undefined array key NOUN in template, line {n}",
    "Retrying message NOUN, attempt {n} of 5 | message_id={uuid}",
    "Session of NOUN expired for {user} | ip={ip}",
  ],
  error: [
    "Uncaught PHP Exception TypeError: Argument #1 must be of type NOUN, null given, item {num}",
    "SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '{num}' for key 'NOUN.uniq_code'",
    "NOUN {id} can't be VERB twice",
    "Unable to render receipt of NOUN {num}: font table is damaged",
    "Malformed UTF-8 characters in NOUN {id}, possibly incorrectly encoded",
  ],
  debug: ["Notified event NOUN to listener VERB", "SELECT NOUN took {ms} ms"],
  failures: {
    refused: "cURL error 7: Failed to connect to PEER port 8080: Connection refused",
    timeout: "cURL error 28: Operation timed out after {took} milliseconds with 0 bytes received from PEER",
    status: "Server error: POST http://PEER/api resulted in a 500 Internal Server Error response, id {hex}",
    payment: "Client error: POST https://PEER/charges resulted in a 402 Payment Required response, id {hex}",
    ports: "cURL error 7: Failed to connect to PEER: Cannot assign requested address",
    limited: "Client error: GET https://PEER resulted in a 429 Too Many Requests response",
    keys: "InvalidToken: kid is not in the key set, request {hex}",
    job: "Command app:NOUN:refresh exited with code 255: Unknown column zone in field list, run {num}",
    schema: "MessageDecodingFailedException: attribute operator of message {num} is not allowed to be null",
    zone: "fopen on {pod} failed: Host is unreachable, request {hex}",
    io: "fsync of NOUN file {hex} blocked for more than 30 seconds",
  },
  start: ["FPM is running, pid {pid}", "ready to handle connections", "opcache primed with {many} scripts"],
  stop: ["Terminating ...", "exiting, bye-bye! {n} children"],
  fatal: [
    "child {pid} exited on signal 11 (SIGSEGV - core dumped)",
    "Allowed memory size of 268435456 bytes exhausted",
  ],
  heartbeat: "Messenger consumer alive, {n} receivers",
  request: "Request {method} PATH answered {status} | status={status} elapsed={took}",
  hasRequestErrors: false,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 6),
      (nth) =>
        `\n#${nth} /srv/src/${capitalize(noun)}/${capitalize(noun)}Controller.php(${chance.integer(12, 420)}): App\\${capitalize(noun)}->step${nth}()`,
    ),
  line: ({ level, text, fields, trace, noun }) => {
    const context = fields.length === 0 ? "[]" : `{${jsonFields(fields).slice(1)}}`;
    const name = level === "warn" ? "WARNING" : level === "fatal" ? "CRITICAL" : level.toUpperCase();
    return `[{day}T{clock}+00:00] ${snake(noun)}.${name}: ${text} ${context} []${trace}`;
  },
};
