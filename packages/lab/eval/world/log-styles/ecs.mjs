// Services that write Elastic Common Schema JSON.
import { framesOf, jsonFields, jsonText } from "./encoding.mjs";

export const ecs = {
  name: "ecs",
  verbs: "resolved granted issued renewed attached detached listed ranked composed prefetched".split(" "),
  nouns: "playlist,license,device,profile,entitlement,stream,title,subtitle track,session,row".split(","),
  info: [
    "NOUN VERB | noun.id={id} event.duration={ms}",
    "VERB NOUN for profile {num}",
    "VERB {n} of {many} NOUN candidates",
    "experiment bucket VERB for NOUN | bucket={n} user.name={user}",
    "NOUN manifest VERB from region eu-{n} in {ms} ms",
    "audit: NOUN VERB by {user} | source.ip={ip}",
  ],
  warn: [
    "NOUN lookup above budget | event.duration={ms}",
    "NOUN served from stale copy, age {many} s",
    "second attempt for NOUN {id}",
    "unknown device class, NOUN defaults used",
  ],
  error: [
    "NOUN {id} has no rights in territory",
    "could not compose NOUN: required slot empty | noun.id={id}",
    "json_parse_exception in NOUN document {num}",
    "concurrent NOUN limit check failed | noun.id={id}",
    "token signature mismatch for NOUN {id} | source.ip={ip}",
  ],
  debug: ["NOUN bloom filter miss {hex}"],
  failures: {
    refused: "connection to PEER refused | destination.address=PEER error.code=ECONNREFUSED",
    timeout: "PEER did not answer within {took} ms | destination.address=PEER",
    status: "PEER answered 502 | destination.address=PEER http.response.status_code=502",
    payment: "PEER answered 402 payment_required | destination.address=PEER transaction={hex}",
    reset: "connection to PEER reset by peer | destination.address=PEER error.code=ECONNRESET",
    limited: "PEER answered 429, budget spent | destination.address=PEER",
    lock: "PEER: deadlock detected while waiting for ShareLock | destination.address=PEER",
    newError: "ledger of NOUN rejected posting {num}: unknown currency profile",
  },
  start: ["service ready | service.port=8080", "joined cluster with {n} members", "preloaded {many} entries"],
  stop: ["shutdown requested", "bye after {n} open calls"],
  fatal: ["process out of memory, terminating", "fatal: cannot read NOUN keystore"],
  heartbeat: "watchdog ok, {n} timers armed",
  request:
    "http request | http.request.method={method} url.path=PATH http.response.status_code={status} event.duration={took}",
  hasRequestErrors: true,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 5),
      (nth) => `\n  at stream.${noun.replaceAll(" ", "")}.Handler.part${nth}(Handler.kt:${chance.integer(10, 400)})`,
    ),
  line: ({ level, text, fields, trace, service }) =>
    `{"@timestamp":"{iso}","log.level":"${level}","message":${jsonText(text)},"ecs.version":"8.11.0","service.name":"${service}","host.name":"{pod}"${jsonFields(fields)}${trace === "" ? "" : `,"error.stack_trace":${jsonText(trace.slice(1))}`}}`,
};
