// Go programs with the standard log package, and panics with goroutine dumps.
import { framesOf, snake } from "./encoding.mjs";

export const goLog = {
  name: "go-log",
  verbs: "pulled pushed trimmed joined split counted replayed acked loaded swept".split(" "),
  nouns: "counter,view event,royalty,batch,cursor,window,partition,digest,feed,tally".split(","),
  info: [
    "VERB NOUN {id} in {ms}ms",
    "NOUN: VERB {many} items",
    "VERB NOUN offset={num} partition={n}",
    "worker {n}: NOUN VERB",
    "rotated NOUN file /data/{hex}.log ({bytes} bytes)",
  ],
  warn: ["WARN NOUN backlog at {pct}%", "WARN slow NOUN, {ms}ms", "WARN retry {n} for NOUN {id}"],
  error: [
    "ERROR NOUN {id}: unexpected EOF",
    "ERROR decode NOUN: invalid character '<' looking for beginning of value",
    "ERROR NOUN offset {num} out of range",
    "ERROR http: panic serving {ip}:{port}: runtime error: index out of range [{n}] with length 0",
  ],
  debug: ["DEBUG NOUN tick {n}"],
  failures: {
    refused: "ERROR calling PEER: dial tcp {ip}:8080: connect: connection refused",
    timeout: "ERROR calling PEER: Client.Timeout exceeded while awaiting headers ({took}ms)",
    status: "ERROR PEER: bad status 500 Internal Server Error, id {hex}",
    payment: "ERROR PEER: bad status 402 Payment Required, id {hex}",
    reset: "ERROR calling PEER: read: connection reset by peer",
    limited: "ERROR PEER: bad status 429 Too Many Requests",
    lock: "ERROR PEER: lock wait timeout exceeded; try restarting transaction {num}",
    newError: "ERROR NOUN {id}: negative tally after merge",
  },
  start: ["listening on :8080", "loaded config from /etc/app.yaml"],
  stop: ["signal terminated, exiting", "flushed {n} buffers"],
  fatal: ["fatal error: runtime: out of memory", "panic: assignment to entry in nil map"],
  heartbeat: "ticker: {n} windows open",
  request: "{method} PATH {status} {took}ms",
  hasRequestErrors: false,
  trace: (noun, chance) =>
    `\ngoroutine ${chance.integer(10, 90)} [running]:${framesOf(chance.integer(2, 6), (nth) => `\nmain.(*${snake(noun)}).run${nth}(0xc000${chance.integer(100, 999)}000)\n\t/src/${snake(noun)}.go:${chance.integer(10, 300)}`)}`,
  line: ({ text, fields, trace }) =>
    `{day} {seconds} ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}${trace}`,
};
